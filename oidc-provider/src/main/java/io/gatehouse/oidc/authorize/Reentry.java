package io.gatehouse.oidc.authorize;

import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.oidc.device.DeviceCodes;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.room.Place;
import io.gatehouse.site.EntryUrls;
import io.gatehouse.site.RequestName;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.visitor.Destinations;
import io.gatehouse.waitingroom.WaitingRoom;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where an admitted visitor goes, because a wait may be longer than a site remembers its login.
 *
 * <p><b>The rule.</b> A parked request is answered directly under four conditions: it is young (no older than
 * the site's fresh limit), the newest of that browser and site, not answered before, and the browser has not
 * been closed since, because the site's memory of the login went with its session cookies. Otherwise the
 * browser is sent to the site's entry URL: the site starts a fresh login, the place cookie is recognised, and
 * the code is issued with no page and no wait.
 *
 * <p><b>Why not answer anyway.</b> A site gives its visitor a short, fixed time to come back (an ALB 15
 * minutes, Cognito 5), and most keep one pending login per browser. A late answer ends on an error page or a
 * password form.
 *
 * <p><b>One way to a code.</b> Both ends lead through {@code /authorize}: a direct answer replays the parked
 * query there, and there alone codes are issued.
 *
 * <p><b>The target</b> comes from the configuration: a deep link is chosen only from those that the site
 * allows, each time anew, because the name of the request travels through the visitor's hands.
 *
 * <p><b>Gates.</b> A visitor whom a gate has sent to the line has no parked request: they go on to the page
 * that they wanted. A gate shares its host name with us, or the cookies would not come there. So the page is
 * one of the room's site under our own host name, or, in a room without such a site, any page there; never
 * one of a site elsewhere, which has not held them back.
 *
 * <p><b>Devices.</b> A visitor who waits for a device has no request to answer: the way ends on a page of
 * ours. If their place ended meanwhile and they have joined anew, the device was denied, and the page asks
 * for its new code.
 *
 * <p><b>Loop guard.</b> More than three re-entries of one place within two minutes without a token call mean
 * a fault (cookies blocked at the site, an entry that does not log in, another host name). The visitor is
 * told so instead of being sent in circles.
 */
final class Reentry implements Destinations {

    private static final Logger LOG = LoggerFactory.getLogger(Reentry.class);

    private final Sites sites;
    private final ParkedRequests parked;
    private final Reauthentication reauthentication;
    private final DeviceCodes devices;
    private final EntryUrls entries;
    private final LoopGuard loops;
    private final SiteMetrics metrics;
    private final LogThrottle throttle;

    Reentry(
            Sites sites,
            ParkedRequests parked,
            Reauthentication reauthentication,
            DeviceCodes devices,
            EntryUrls entries,
            LoopGuard loops,
            SiteMetrics metrics,
            Scheduler scheduler) {
        this.sites = sites;
        this.parked = parked;
        this.reauthentication = reauthentication;
        this.devices = devices;
        this.entries = entries;
        this.loops = loops;
        this.metrics = metrics;
        this.throttle = new LogThrottle(scheduler);
    }

    @Override
    public Destination destination(WaitingRoom room, Place place, String request, HttpServletRequest http) {
        var name = RequestName.parse(request);
        var page = page(room, name);
        if (page.isPresent()) {
            return loops.admits(place.id()) ? new Destination.To(page.get()) : new Destination.Stopped(page);
        }
        var site = site(room, name);
        if (site.isEmpty()) {
            return new Destination.YouAreIn(Optional.empty());
        }
        if (name.filter(RequestName::isOfADevice).isPresent()) {
            var isAwaited = devices.letsIn(site.get().clientId(), place.id());
            return new Destination.To(isAwaited ? Paths.DEVICE_DONE : Paths.DEVICE);
        }
        var query = name.filter(found -> !found.isOfAGate())
                .flatMap(found -> parked.take(found, site.get(), place.id(), http));
        if (query.isPresent()) {
            metrics.answeredDirectly(site.get());
            return new Destination.To(reauthentication.address(query.get(), place));
        }
        return reenter(site.get(), place, entry(site.get(), name));
    }

    /** FAPI 2.0 wants an answer for the site (OAuth 2.0 section 4.1.2.1); others would show it as a fault. */
    @Override
    public Optional<String> afterLeaving(WaitingRoom room, Place place, String request, HttpServletRequest http) {
        var name = RequestName.parse(request).filter(found -> !found.isOfAGate() && !found.isOfADevice());
        return name.flatMap(found -> site(room, name)
                .filter(Site::isFapi)
                .flatMap(site -> parked.take(found, site, place.id(), http))
                .map(query -> Paths.AUTHORIZE + "?" + query + ParkingFilter.LEFT));
    }

    @Override
    public Optional<String> entry(WaitingRoom room, String request) {
        var name = RequestName.parse(request);
        return page(room, name).or(() -> site(room, name).flatMap(site -> entry(site, name)));
    }

    private Destination reenter(Site site, Place place, Optional<String> entry) {
        if (entry.isEmpty() || !site.settings().reentry()) {
            throttle.count(
                    site.isRegistered() ? "registered" : site.name(),
                    times -> LOG.warn(
                            "site {}: {} too old to be answered, and there is no entry to send the visitor to",
                            site.name(),
                            times == 1 ? "a login was" : times + " logins were"));
            return new Destination.YouAreIn(
                    Optional.of(EntryUrls.origin(site.settings().redirectUris().get(0)))
                            .filter(origin -> origin.startsWith("http")));
        }
        if (!loops.admits(place.id())) {
            metrics.stoppedLoop(site);
            return new Destination.Stopped(entry);
        }
        metrics.reentered(site);
        return new Destination.To(entry.get());
    }

    private Optional<String> entry(Site site, Optional<RequestName> name) {
        return entries.entry(site, target(site, name));
    }

    private Optional<String> target(Site site, Optional<RequestName> name) {
        var target = name.flatMap(RequestName::target);
        return name.filter(RequestName::isOfAGate).isPresent()
                ? target.flatMap(path -> entries.page(site, path))
                : entries.target(site, target, Optional.empty());
    }

    /** The page where a gate held back a visitor, in a room without a site under our host name. */
    private Optional<String> page(WaitingRoom room, Optional<RequestName> name) {
        return name.filter(RequestName::isOfAGate)
                .filter(gate -> sites.of(room.id()).stream().noneMatch(entries::areUnderOurHost))
                .flatMap(RequestName::target)
                .flatMap(entries::page);
    }

    /** The site that the request names, if it still exists; else the room's only one, or the one under our host. */
    private Optional<Site> site(WaitingRoom room, Optional<RequestName> name) {
        var named = name.filter(found -> !found.isOfAGate());
        if (named.isPresent()) {
            return sites.byName(named.get().site()).filter(site -> site.room().equals(room.id()));
        }
        var all = sites.of(room.id());
        return all.stream()
                .filter(site -> all.size() == 1 || entries.areUnderOurHost(site))
                .findFirst();
    }
}
