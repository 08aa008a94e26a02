package io.gatehouse.oidc.logout;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.logout.BackChannel.Kind;
import io.gatehouse.oidc.logout.BackChannel.Notice;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.VisitWatcher;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells sites that a visit has ended which they may still take for running (OpenID Connect Back-Channel
 * Logout 1.0): those that have got tokens for it and have a back channel.
 *
 * <pre>
 * key     visit:{sid}:{name of the site}
 * value   empty: the site has got tokens for this visit
 * until   some minutes after the end of the last ID token that it can have got
 * </pre>
 *
 * <p>That a site has got tokens is written down before the last look at the admission, so that no end slips
 * through between the two. It is forgotten when the site has been told. A new opening ends all visits at once
 * and is not told.
 */
public final class LogoutNotices implements VisitWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogoutNotices.class);
    private static final Duration SLACK = Duration.ofMinutes(5);
    private static final byte[] NOTHING = {};

    private final Sites sites;
    private final ExpiringStore store;
    private final SubjectIdentifiers subjects;
    private final LogoutTokens tokens;
    private final LogoutProperties properties;
    private final SiteMetrics metrics;
    private final Clock clock;
    private final Scheduler scheduler;
    private final Outbound client;
    private final Map<Kind, Map<String, BackChannel>> channels =
            Map.of(Kind.LOGOUT, new ConcurrentHashMap<>(), Kind.TIME, new ConcurrentHashMap<>());
    private final Map<String, Goodbye> underWay = new ConcurrentHashMap<>();

    LogoutNotices(
            Sites sites,
            ExpiringStore store,
            SubjectIdentifiers subjects,
            LogoutTokens tokens,
            LogoutProperties properties,
            SiteMetrics metrics,
            Clock clock,
            Scheduler scheduler) {
        this.sites = sites;
        this.store = store;
        this.subjects = subjects;
        this.tokens = tokens;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
        this.scheduler = scheduler;
        this.client = BackChannel.client(properties.answerWithin());
    }

    /** Whether the site has a back channel. */
    public static boolean tells(Site site) {
        return site.settings().backchannelLogoutUri() != null;
    }

    /** A site that is {@link #tells told} gets tokens of the visit of this {@code sid}, which lasts so long at most. */
    public void remember(Site site, String visit, Duration most) {
        var now = clock.instant();
        store.put(key(site, visit), NOTHING, now.plus(most).plus(SLACK), now);
    }

    @Override
    public void ended(RoomId room, Place place) {
        tell(Kind.LOGOUT, room, List.of(place));
    }

    @Override
    public void ranOut(RoomId room, List<Place> places) {
        tell(Kind.TIME, room, places);
    }

    private void tell(Kind kind, RoomId room, List<Place> places) {
        tell(kind, room, sites.of(room), places);
        try {
            var registered = sites.registered();
            forgetAllBut(registered);
            tell(
                    kind,
                    room,
                    registered.stream().filter(site -> site.room().equals(room)).toList(),
                    places);
        } catch (StoreUnavailableException away) {
            LOG.warn("room {}: the sites that registered themselves were not told that a visit is over", room, away);
        }
    }

    /**
     * Waits until each site has been told of these visits' ends once, or as long as a visitor can be kept
     * waiting.
     *
     * @param visits each by its {@code sid}
     */
    void settle(Collection<String> visits) {
        var first = underWay.values().stream()
                .filter(goodbye -> visits.contains(goodbye.visit))
                .map(goodbye -> goodbye.firstAttempt)
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(first).get(properties.notifyTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException itGoesOnBehindTheVisitorsBack) {
            // The back channel goes on.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        channels.values().forEach(sites -> sites.values().forEach(BackChannel::close));
    }

    private void tell(Kind kind, RoomId room, Collection<Site> all, List<Place> places) {
        var listening = all.stream().filter(LogoutNotices::tells).toList();
        if (!listening.isEmpty()) {
            places.forEach(place -> {
                var subject = subjects.subject(room, place);
                var visit = Admissions.session(subject, place);
                listening.forEach(site -> tell(kind, new Goodbye(site, subject, visit)));
            });
        }
    }

    private void tell(Kind kind, Goodbye goodbye) {
        if (underWay.putIfAbsent(key(goodbye.site, goodbye.visit), goodbye) == null) {
            channel(kind, goodbye.site).take(goodbye);
        }
    }

    private BackChannel channel(Kind kind, Site site) {
        var uri = URI.create(String.valueOf(site.settings().backchannelLogoutUri()));
        return Objects.requireNonNull(channels.get(kind), "each kind has its channels")
                .computeIfAbsent(site.name(), name -> new BackChannel(kind, name, uri, client, scheduler));
    }

    /** Registrations come and go; what is under way to one that has gone is delivered all the same. */
    private void forgetAllBut(Collection<Site> registered) {
        var names = registered.stream().map(Site::name).collect(Collectors.toSet());
        channels.values()
                .forEach(own -> own.keySet().removeIf(name -> Sites.Registered.isOne(name) && !names.contains(name)));
    }

    private static String key(Site site, String visit) {
        return "visit:" + visit + ":" + site.name();
    }

    /** The end of one visit, for one site. */
    private final class Goodbye implements Notice {

        private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
        private final Site site;
        private final String subject;
        private final String visit;

        /** The {@code sid} that the site has got; empty as long as it is not known to have got any. */
        private volatile Optional<String> known = Optional.empty();

        Goodbye(Site site, String subject, String visit) {
            this.site = site;
            this.subject = subject;
            this.visit = visit;
        }

        @Override
        public Optional<String> token() {
            if (known.isEmpty()) {
                known = Stream.of(visit, SubjectIdentifiers.earlierSession(subject))
                        .filter(sid ->
                                store.get(key(site, sid), clock.instant()).isPresent())
                        .findFirst();
            }
            return known.map(sid -> tokens.token(site, subject, sid));
        }

        @Override
        public void isAttempted() {
            firstAttempt.complete(null);
        }

        @Override
        public void isDone(boolean isDelivered) {
            if (!isDelivered) {
                metrics.missedLogout(site);
            } else if (known.isPresent()) {
                metrics.toldLogout(site);
                known.ifPresent(this::forget);
            }
            underWay.remove(key(site, visit));
            firstAttempt.complete(null);
        }

        private void forget(String sid) {
            try {
                store.remove(key(site, sid), clock.instant());
            } catch (StoreUnavailableException away) {
                LOG.info(
                        "the store is away, site {} may be told of a logout twice: {}", site.name(), away.getMessage());
            }
        }
    }
}
