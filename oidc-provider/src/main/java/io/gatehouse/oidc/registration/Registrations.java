package io.gatehouse.oidc.registration;

import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sites that have registered themselves, kept in the store so that all nodes know them.
 *
 * <pre>
 * key     site:{client id}
 * value   {@link Seal sealed}: client id, when it was registered and until when, metadata
 * until   the end of the registration
 * </pre>
 *
 * <p>Neither client secret nor registration token is kept: both are keyed digests of the client id. A client
 * id that we cannot have made is not looked for; any other that no site has costs one look into the store.
 */
public final class Registrations implements Sites.Registered {

    /** A registration, and its secret, until it ends. */
    record Registration(String clientId, Instant from, Instant until, ClientMetadata metadata) {}

    /** The hosts inside the network that a back channel may have. */
    List<String> backChannelHosts() {
        return settings.backChannelHosts();
    }

    private static final Logger LOG = LoggerFactory.getLogger(Registrations.class);

    private final ExpiringStore store;
    private final MasterKey master;
    private final Seal seal;
    private final SecureRandom random;
    private final Clock clock;
    private final RegistrationProperties settings;
    private final SiteReader reader;
    private final RegistrationIndex index;
    private final Map<String, Site> seen = new ConcurrentHashMap<>();

    Registrations(
            ExpiringStore store,
            MasterKey master,
            SecureRandom random,
            Clock clock,
            RegistrationProperties settings,
            SiteReader reader) {
        this.store = store;
        this.master = master;
        this.seal = new Seal(master, "registrations");
        this.random = random;
        this.clock = clock;
        this.settings = settings;
        this.reader = reader;
        this.index = new RegistrationIndex(store, clock, settings.most());
        if (settings.isOn()) {
            SiteReader.checkSecret("gatehouse.registration.token", settings.token());
            reader.checkRoom("gatehouse.registration", settings.room());
        }
    }

    public boolean isOn() {
        return settings.isOn();
    }

    /** Whether a site that shows this token may register. */
    boolean admits(String token) {
        return settings.token() != null && Digests.isEqual(settings.token(), token);
    }

    /** Registers a site; empty if there are too many. {@link InvalidMetadataException} if its metadata make no site. */
    Optional<Registration> register(ClientMetadata metadata) {
        var now = clock.instant();
        var clientId = Sites.Registered.name(RandomBytes.of(16, random));
        var registration = new Registration(clientId, now, now.plus(settings.ttl()), metadata);
        site(registration);
        // Stored before it is counted: a registration that is cut off between the two can be used by no
        // client, and takes no place.
        store.put(key(clientId), seal.seal(json(registration)), registration.until(), now);
        if (!index.add(clientId, registration.until())) {
            store.remove(key(clientId), now);
            return Optional.empty();
        }
        return Optional.of(registration);
    }

    /** The registration under this client id; empty when there is none, or no more. */
    Optional<Registration> find(String clientId) {
        if (!isOn() || !Sites.Registered.isOne(clientId)) {
            return Optional.empty();
        }
        return store.get(key(clientId), clock.instant())
                .flatMap(seal::open)
                .filter(opened -> clientId.equals(opened.get("client_id")))
                .flatMap(Registrations::registration)
                .filter(found -> found.until().isAfter(clock.instant()));
    }

    /** The registration of a client that shows its token. */
    Optional<Registration> find(String clientId, String token) {
        return find(clientId).filter(found -> Digests.isEqual(token(clientId), token));
    }

    /** The site that was registered under this client id. */
    @Override
    public Optional<Site> site(String clientId) {
        try {
            return find(clientId).map(this::site);
        } catch (InvalidMetadataException afterAChangeOfSettings) {
            LOG.warn(
                    "the site {} has registered what is not allowed any more: {}",
                    clientId,
                    afterAChangeOfSettings.getMessage());
            return Optional.empty();
        }
    }

    /** All of them, at the price of one look into the store: what a registration says never changes. */
    @Override
    public List<Site> sites() {
        if (!isOn()) {
            return List.of();
        }
        var present = index.present();
        seen.keySet().retainAll(present);
        present.stream().filter(clientId -> !seen.containsKey(clientId)).forEach(clientId -> site(clientId)
                .ifPresent(site -> seen.put(clientId, site)));
        return List.copyOf(seen.values());
    }

    /** Ends a registration; its tokens are worth nothing from now on. */
    void remove(Registration registration) {
        store.remove(key(registration.clientId()), clock.instant());
        index.remove(registration.clientId());
    }

    /** The site's client secret. */
    String secret(String clientId) {
        return master.fingerprint("registered-secret", clientId);
    }

    /** The token by which the site sees or ends its registration (RFC 7592). */
    String token(String clientId) {
        return master.fingerprint("registration-token", clientId);
    }

    private Site site(Registration registration) {
        var id = registration.clientId();
        var values = new LinkedHashMap<>(registration.metadata().settings());
        values.put("room", String.valueOf(settings.room()));
        values.put("preset", settings.preset().name());
        if (!registration.metadata().isPublic()) {
            values.put("secret", secret(id));
        }
        try {
            return reader.read(id, values);
        } catch (InvalidSettingException impossible) {
            throw InvalidMetadataException.metadata(
                    String.valueOf(impossible.getMessage()).replaceFirst("^gatehouse\\.sites\\.[^.]+\\.", ""));
        }
    }

    private static Map<String, Object> json(Registration registration) {
        return Map.of(
                "client_id", registration.clientId(),
                "from", registration.from().toEpochMilli(),
                "until", registration.until().toEpochMilli(),
                "metadata", registration.metadata().members());
    }

    /** Empty when another release has written it in another shape. */
    private static Optional<Registration> registration(Map<String, Object> json) {
        if (!(json.get("from") instanceof Number from
                && json.get("until") instanceof Number until
                && json.get("metadata") instanceof Map<?, ?> metadata)) {
            return Optional.empty();
        }
        var members = new LinkedHashMap<String, Object>();
        metadata.forEach((name, value) -> members.put(String.valueOf(name), value));
        return Optional.of(new Registration(
                String.valueOf(json.get("client_id")),
                Seal.instant(from),
                Seal.instant(until),
                new ClientMetadata(members)));
    }

    private static String key(String clientId) {
        return "site:" + clientId;
    }
}
