package io.gatehouse.panel.client;

import static io.gatehouse.panel.answer.RefusedException.quoted;

import io.gatehouse.addition.AddedClient;
import io.gatehouse.addition.AddedClients;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Additions;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * The acts of owners on API clients, and their view of them, for the screens and for API clients. Each act
 * is written to the ledger of the house before it is done, and to the log once it is. Secrets stand in
 * neither. API clients of the configuration files are changed there.
 */
@Component
final class ClientActs {

    private static final int SECRET_BYTES = 32;

    private static final int MARK_BYTES = 9;

    private static final List<String> SCOPES =
            Stream.of(Role.values()).map(Role::scope).toList();

    private final AddedClients added;
    private final SitesProperties properties;
    private final Sites sites;
    private final AddedSites addedSites;
    private final PasswordEncoder digests;
    private final Ledgers ledgers;
    private final SecureRandom random;
    private final Clock clock;

    /** @param digests makes what is kept of a secret, as it is compared when the client shows it */
    ClientActs(
            AddedClients added,
            SitesProperties properties,
            Sites sites,
            AddedSites addedSites,
            PasswordEncoder digests,
            Ledgers ledgers,
            SecureRandom random,
            Clock clock) {
        this.added = added;
        this.properties = properties;
        this.sites = sites;
        this.addedSites = addedSites;
        this.digests = digests;
        this.ledgers = ledgers;
        this.random = random;
        this.clock = clock;
    }

    /** The API clients of the configuration files, then those of the panel by name. */
    List<ClientView> all() {
        var files = properties.apiClients().entrySet().stream().map(one -> ClientView.of(one.getKey(), one.getValue()));
        var others = added.now().entrySet().stream()
                .filter(one -> !isOfTheFiles(one.getKey()))
                .map(one -> ClientView.of(one.getKey(), one.getValue(), null));
        return Stream.concat(files, others).toList();
    }

    ClientView find(String client) {
        return all().stream()
                .filter(one -> one.client().equals(client))
                .findFirst()
                .orElseThrow(() -> unknown(client));
    }

    /** Refuses a name that an API client cannot have, or that is taken, and scopes that there are not. */
    void requireNew(String client, Collection<String> scopes) {
        if (!AddedClients.isName(client)) {
            throw RefusedException.at("client", "must be 1 to 64 letters, digits and . _ -, was " + quoted(client));
        }
        try {
            PanelPaths.requireFree(client);
        } catch (RefusedException reserved) {
            throw RefusedException.at("client", reserved.detail());
        }
        if (isTaken(client)) {
            throw RefusedException.at(
                    "client", "must be another name, a site or an API client has the client id " + quoted(client));
        }
        requireScopes(scopes);
        if (added.kept()
                .isFull(client, AddedClient.of(scopes, "", clock.instant()).kept())) {
            throw RefusedException.at(
                    "client", "cannot be added: API clients of the panel are " + Additions.MOST + " at most");
        }
    }

    private boolean isTaken(String client) {
        return all().stream().anyMatch(one -> one.client().equalsIgnoreCase(client))
                || Sites.Registered.isOne(client)
                || sites.byClientId(client).isPresent()
                || addedSites.kept().all().entrySet().stream().anyMatch(site -> site.getValue()
                        .settings()
                        .getOrDefault("client-id", site.getKey())
                        .equals(client));
    }

    static void requireScopes(Collection<String> scopes) {
        if (scopes.isEmpty() || !SCOPES.containsAll(scopes)) {
            throw RefusedException.at(
                    "scopes", "must be one or more of " + SCOPES + ", were " + quoted(String.join(" ", scopes)));
        }
    }

    /** Adds an API client, and tells its secret this once. The other nodes know it within a second. */
    ClientView add(Actor who, String client, Collection<String> scopes) {
        requireNew(client, scopes);
        var secret = secret();
        var next = AddedClient.of(scopes, who.toString(), clock.instant().truncatedTo(ChronoUnit.SECONDS))
                .withSecret(digest(secret), mark());
        var what = "API client " + client + " added with " + next.scopes();
        replace(who, client, Optional.empty(), Optional.of(next), what);
        return ClientView.of(client, next, secret);
    }

    /** Makes a new secret, and tells it this once. That of before ends at once, and the tokens that it has got. */
    ClientView renew(Actor who, String client) {
        var present = present(client);
        var secret = secret();
        var next = present.withSecret(digest(secret), mark());
        replace(who, client, Optional.of(present), Optional.of(next), "new secret for API client " + client);
        return ClientView.of(client, next, secret);
    }

    /**
     * Changes the scopes, or switches off or on, or both at once. Tokens of before end with their next
     * request, at all nodes.
     */
    void change(Actor who, String client, Optional<List<String>> scopes, Optional<Boolean> off) {
        scopes.ifPresent(ClientActs::requireScopes);
        var present = present(client);
        var withScopes = scopes.filter(wanted ->
                        !AddedClient.of(wanted, "", clock.instant()).scopes().equals(present.scopes()))
                .map(wanted -> present.withScopes(wanted, mark()))
                .orElse(present);
        var next = off.filter(isOff -> isOff != present.isOff())
                .map(isOff -> isOff ? withScopes.off(mark()) : withScopes.on())
                .orElse(withScopes);
        var what = "API client " + client + ": " + changes(present, next);
        replace(who, client, Optional.of(present), Optional.of(next), what);
    }

    private static String changes(AddedClient present, AddedClient next) {
        var scopes =
                present.scopes().equals(next.scopes()) ? "" : "scopes " + present.scopes() + " -> " + next.scopes();
        var use = present.isOff() == next.isOff() ? "" : next.isOff() ? "switched off" : "switched on";
        return scopes.isEmpty() || use.isEmpty() ? scopes + use : scopes + ", " + use;
    }

    /** Removes it. Its tokens end, and the name is free again. */
    void remove(Actor who, String client) {
        replace(who, client, Optional.of(present(client)), Optional.empty(), "API client " + client + " removed");
    }

    private AddedClient present(String client) {
        if (isOfTheFiles(client)) {
            throw new RefusedException(
                    Problem.CLIENT_OF_THE_FILES,
                    "API client " + client + " stands in the configuration files, and is changed there");
        }
        return added.find(client).orElseThrow(() -> unknown(client));
    }

    /** Of two owners who change one API client at once, one succeeds. */
    private void replace(
            Actor who, String client, Optional<AddedClient> present, Optional<AddedClient> next, String what) {
        if (next.equals(present)) {
            return;
        }
        ledgers.house(who.toString(), what);
        if (!added.kept().replace(client, present.map(AddedClient::kept), next.map(AddedClient::kept), all -> true)) {
            throw changedMeanwhile(client);
        }
        ActLog.other(who, what);
    }

    private boolean isOfTheFiles(String client) {
        return properties.apiClients().containsKey(client);
    }

    private String secret() {
        return RandomBytes.base64Url(SECRET_BYTES, random);
    }

    private String digest(String secret) {
        return String.valueOf(digests.encode(secret));
    }

    private String mark() {
        return RandomBytes.base64Url(MARK_BYTES, random);
    }

    private static RefusedException changedMeanwhile(String client) {
        return new RefusedException(
                Problem.CLIENT_CHANGED, "API client " + client + " has changed since you looked; look again");
    }

    private static RefusedException unknown(String client) {
        return new RefusedException(Problem.UNKNOWN_CLIENT, "there is no API client " + quoted(client));
    }
}
