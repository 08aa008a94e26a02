package io.gatehouse.check;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Whether the site's session ends with the visit. A visitor logs in at the site, clicks until the visit is
 * over, and clicks once more: a site that shows the page then lets more visitors in than the room has slots.
 */
record EndCheck(VisitorCheck visitor, Site site, Issuer issuer, Report report, Ticker ticker) {

    static final String ABOUT = "visit end";

    /**
     * A session may last this much longer: claims have whole seconds, clocks differ, and a gate remembers a
     * yes for seconds.
     */
    private static final Duration LEEWAY = Duration.ofSeconds(10);

    /** The time is shorter than any idle timeout. */
    private static final Duration BETWEEN_CLICKS = Duration.ofSeconds(5);

    /** A login that begins this late might be answered for a new visit. */
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    /** The result of a click: a page of the site, or a login. */
    private record Click(Answer answer, boolean isLogin) {}

    /**
     * Whether the session has ended. A visit whose end was not seen is a fault, too: nothing is proven.
     *
     * @param limit how long the visit may last
     */
    boolean run(Duration waitLimit, Duration limit) {
        var entry = site.entryUrl(issuer);
        if (entry.isEmpty()) {
            report.wrong(ABOUT, "cannot be tried: the site has no entry");
            return false;
        }
        var page = visitor.opens(entry.get(), waitLimit);
        var left = visitor.left();
        if (left.isEmpty() || !isPage(page)) {
            report.wrong(
                    ABOUT,
                    "was not tried: the visitor did not get into the site, and ended at %s with %d%s"
                            .formatted(
                                    page.from(),
                                    page.status(),
                                    visitor.isWaitingPage(page) ? "; --wait=60s waits for the turn" : ""));
            return false;
        }
        var end = Deadline.after(limit, ticker);
        report.note(
                ABOUT,
                "the visitor is inside at %s, and the visit ends in %d s"
                        .formatted(page.from(), left.get().toSeconds()));
        return goesOn(page.from(), end) && hasEnded(page.from());
    }

    private boolean goesOn(URI page, Deadline end) {
        var logins = 0;
        for (var left = visitor.left(); left.isPresent(); left = visitor.left()) {
            if (left.get().compareTo(end.remaining()) > 0) {
                report.wrong(
                        ABOUT,
                        "was not seen: the visit lasts %d s more, and the check %d s; give its room a short admission-ttl, or say --after-end=2h"
                                .formatted(
                                        left.get().toSeconds(),
                                        Math.max(0, end.remaining().toSeconds())));
                return false;
            }
            if (left.get().compareTo(LAST_MOMENT) > 0) {
                var click = clicks(page);
                if (click.isLogin()) {
                    logins++;
                    visitor.follow(click.answer());
                }
                visitor.rests(shorter(BETWEEN_CLICKS, left.get().minus(LAST_MOMENT)));
            } else {
                visitor.rests(shorter(Duration.ofSeconds(1), left.get().plusMillis(1)));
            }
        }
        if (logins > 0) {
            report.note(ABOUT, "the site logged the visitor in %d times more while the visit lasted".formatted(logins));
        }
        return true;
    }

    private boolean hasEnded(URI page) {
        visitor.rests(LEEWAY);
        var click = clicks(page);
        var status = click.answer().status();
        var seconds = LEEWAY.toSeconds();
        if (click.isLogin()) {
            report.ok(ABOUT, "%d s after it the site sends the visitor to Gatehouse".formatted(seconds));
            return true;
        }
        return report.expect(
                isRefusal(status),
                ABOUT,
                "%d s after it the site refuses the visitor (%d)".formatted(seconds, status),
                "%d s after it the site lets the visitor in: %s answered %d. Its session must end at expires_at, or admission-ttl after the login, and no click may prolong it"
                        .formatted(seconds, click.answer().from(), status));
    }

    /** Opens the page again, and stops before a login of the installation: that could begin another visit. */
    private Click clicks(URI page) {
        Predicate<URI> isDoor = next -> PageCheck.isDoor(issuer, next);
        var last = visitor.opens(page, isDoor);
        return new Click(last, last.redirect().filter(isDoor).isPresent());
    }

    private boolean isPage(Answer answer) {
        return !answer.from().toString().startsWith(issuer.at("/rooms/"))
                && !isRefusal(answer.status())
                && answer.status() / 100 != 5;
    }

    private static boolean isRefusal(int status) {
        return status == HttpURLConnection.HTTP_UNAUTHORIZED || status == HttpURLConnection.HTTP_FORBIDDEN;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
