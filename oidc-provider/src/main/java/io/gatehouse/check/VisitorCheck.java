package io.gatehouse.check;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import io.gatehouse.web.RoomPaths;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** A visitor with a browser: takes a place, waits for the turn if asked to, and comes back to the site with a code. */
final class VisitorCheck {

    private static final String ABOUT = "login";
    private static final int MOST_HOPS = 10;

    /** The maximum of redirects through the site, a broker, the installation and back. */
    private static final int MOST_HOPS_OF_ALL = 20;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final RelyingParty party;
    private final Site site;
    private final Issuer issuer;
    private final Report report;
    private final Scheduler scheduler;
    private final Http browser;

    VisitorCheck(RelyingParty party, Site site, Issuer issuer, Report report, Scheduler scheduler) {
        this.party = party;
        this.site = site;
        this.issuer = issuer;
        this.report = report;
        this.scheduler = scheduler;
        this.browser = Http.visitor(SiteCheck.reach(site, issuer), scheduler);
    }

    /** The code that the site gets; empty when the turn has not come, or something is wrong. */
    Optional<String> comesBackWith(Duration waitLimit) {
        var page = waits(follows(browser.get(party.authorize(redirectUri(), Map.of()))), waitLimit, this::follows);
        if (isWaitingPage(page)) {
            report.note(
                    ABOUT,
                    "token and userinfo are not checked without a turn; --wait=60s waits for one, and an operator can let one in");
            return Optional.empty();
        }
        return code(page);
    }

    /** Opens a page of the site and follows all redirects, through the line if there is one; the last answer. */
    Answer opens(String page, Duration waitLimit) {
        return waits(follow(browser.get(page)), waitLimit, this::follow);
    }

    /** Opens a page of the site and follows redirects until it must stop; the last answer. */
    Answer opens(URI page, Predicate<URI> stops) {
        return browser.follow(browser.follow(page), MOST_HOPS, stops);
    }

    Answer follow(Answer answer) {
        return browser.follow(answer, MOST_HOPS_OF_ALL, next -> false);
    }

    /** The time left of the visit, by the installation's clock; empty if the visitor is not inside. */
    Optional<Duration> left() {
        var place = place();
        return place.path("stage").asString("").equals("ADMITTED") && place.has("until")
                ? Optional.of(Duration.between(
                        Instant.parse(place.path("now").asString()),
                        Instant.parse(place.path("until").asString())))
                : Optional.empty();
    }

    private Answer waits(Answer first, Duration waitLimit, UnaryOperator<Answer> follows) {
        var end = Deadline.after(waitLimit, scheduler);
        var page = first;
        if (isWaitingPage(page)) {
            tellWhere("took ");
            while (isWaitingPage(page) && !end.isExpired()) {
                rests(BETWEEN_LOOKS);
                page = looksAgain(page, follows);
            }
        }
        if (isWaitingPage(page) && !waitLimit.isZero()) {
            tellWhere("was not called within " + waitLimit.toSeconds() + " s and is still at ");
        }
        return page;
    }

    /** Gives back the place, if there is one. */
    void leaves() {
        try {
            browser.post(room("leave"), Map.of());
            browser.post(issuer.at("/logout"), Map.of("sure", "yes"));
        } catch (UnreachableException goneWithItsPlace) {
            report.note(ABOUT, "could not leave: " + goneWithItsPlace.sentence());
        }
    }

    private Answer looksAgain(Answer page, UnaryOperator<Answer> follows) {
        var stage = place().path("stage").asString("");
        if (!stage.equals("TURN") && !stage.equals("ADMITTED")) {
            return page;
        }
        var request = Http.parameters(page.from().toString()).getOrDefault("request", "");
        return follows.apply(browser.post(room("continue"), Map.of("request", request)));
    }

    /** Follows redirects as long as they stay with the installation, and not back to the site. */
    private Answer follows(Answer answer) {
        return browser.follow(
                answer,
                MOST_HOPS,
                next -> isTheSites(next.toString()) || !next.toString().startsWith(issuer.value() + "/"));
    }

    private Optional<String> code(Answer last) {
        var to = last.redirect().map(URI::toString).orElse("");
        if (isRefusedAsANewcomer(last)) {
            report.wrong(
                    ABOUT,
                    "the visitor is asked to "
                            + (last.status() == TOO_MANY_REQUESTS ? "come again later" : "work for a place")
                            + ", for very many newcomers come from this address;"
                            + " behind a proxy set gatehouse.trusted-proxies");
            return Optional.empty();
        }
        var shut = to.isEmpty() ? whyShut(last) : Optional.<String>empty();
        if (shut.isPresent()) {
            report.note(
                    ABOUT,
                    "%s: the login leads as far as that, and token and userinfo are not checked; check again once the room lets visitors in"
                            .formatted(shut.get()));
            return Optional.empty();
        }
        if (!isTheSites(to)) {
            report.wrong(
                    ABOUT,
                    "the visitor should have come back to %s, and ended at %s with %d"
                            .formatted(redirectUri(), to.isEmpty() ? last.from().getPath() : to, last.status()));
            return Optional.empty();
        }
        var parameters = Http.parameters(to);
        var code = Optional.ofNullable(parameters.get("code"));
        if (code.isEmpty()) {
            report.wrong(ABOUT, "the visitor came back without a code: " + Http.error(parameters));
            return code;
        }
        report.expect(
                party.state().equals(parameters.get("state")),
                ABOUT,
                "the visitor was admitted and came back with a code",
                "the visitor came back with another state than the site had sent");
        return code;
    }

    /** The reason why the room gives no places, as a sentence; empty if it does, or the page is another. */
    private Optional<String> whyShut(Answer page) {
        if (page.status() != SERVICE_UNAVAILABLE || !page.from().toString().startsWith(room("enter"))) {
            return Optional.empty();
        }
        var board = board();
        if (board.path("stock").asString("").equals("SOLD_OUT")) {
            return Optional.of("the room is sold out");
        }
        return switch (board.path("phase").asString("")) {
            case "CLOSED" ->
                Optional.of(
                        board.has("doors")
                                ? "the room is not open yet, its doors open at "
                                        + board.path("doors").path("open").asString("")
                                : "the room is closed");
            case "CLOSING", "ENDED" -> Optional.of("the room is closed");
            default -> Optional.empty();
        };
    }

    /** Whether the page refuses newcomers, or asks them for proof of work. */
    private boolean isRefusedAsANewcomer(Answer page) {
        return page.from().toString().startsWith(room("enter"))
                && (page.status() == TOO_MANY_REQUESTS || page.body().contains("name=\"altcha\""));
    }

    /** Whether an address is the redirect URI with an answer. The host name alone does not tell: it may be ours. */
    private boolean isTheSites(String address) {
        return address.startsWith(redirectUri() + (redirectUri().contains("?") ? "&" : "?"));
    }

    private String redirectUri() {
        return site.redirectUris().get(0);
    }

    boolean isWaitingPage(Answer page) {
        return page.status() == 200 && page.from().toString().startsWith(room("wait"));
    }

    private void tellWhere(String verb) {
        var place = place();
        var position = place.path("position").asLong(0);
        var board = board();
        if (board.path("phase").asString("").equals("LOBBY")) {
            report.note(ABOUT, verb + "a place in the lobby: the doors are not open yet");
            return;
        }
        var ahead = Math.max(0, position - board.path("serving").asLong(0) - 1);
        var paused = board.path("paused").asBoolean(false) ? "; the room is paused" : "";
        report.note(ABOUT, verb + "position " + position + ", " + ahead + " ahead" + paused);
    }

    private JsonNode board() {
        return browser.get(room("board"), "Accept", "application/json").json();
    }

    private JsonNode place() {
        return browser.get(room("place"), "Accept", "application/json").json();
    }

    private String room(String name) {
        return issuer.at(RoomPaths.of(site.room()) + name);
    }

    void rests(Duration span) {
        scheduler.pause(span);
        if (Thread.currentThread().isInterrupted()) {
            throw new UnreachableException("stopped while waiting");
        }
    }
}
