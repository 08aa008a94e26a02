package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * A simulated visitor: opens the shop, waits, claims the turn, looks around, logs out. No thread waits
 * meanwhile: {@link #step} does the next step and returns the time until the one after.
 */
final class CrowdVisitor {

    private static final Pattern WAIT = Pattern.compile("(.*)/rooms/([^/]+)/wait");
    private static final Pattern REQUEST = Pattern.compile("(?:^|&)request=([^&]*)");
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");
    private static final JsonMapper JSON = JsonMapper.shared();

    private enum Whereabouts {
        OUTSIDE,
        WAITING,
        INSIDE,
        GONE
    }

    private final Browser browser;
    private final String shop;
    private final RandomGenerator chance;
    private volatile Whereabouts whereabouts = Whereabouts.OUTSIDE;
    private String room = "";
    private String request = "";

    CrowdVisitor(Browser browser, String shop, RandomGenerator chance) {
        this.browser = browser;
        this.shop = shop;
        this.chance = chance;
    }

    boolean isWaiting() {
        return whereabouts == Whereabouts.OUTSIDE || whereabouts == Whereabouts.WAITING;
    }

    boolean isInside() {
        return whereabouts == Whereabouts.INSIDE;
    }

    /** The time until the next step; empty when the visitor has left for good. */
    Optional<Duration> step() throws IOException, InterruptedException {
        switch (whereabouts) {
            case OUTSIDE -> arrivedAt(browser.open(shop + "/"));
            case WAITING -> look();
            case INSIDE -> leave();
            case GONE -> {}
        }
        return whereabouts == Whereabouts.GONE ? Optional.empty() : Optional.of(untilNextStep());
    }

    private void arrivedAt(Browser.Page page) {
        Matcher wait = WAIT.matcher(page.address().getScheme() + "://"
                + page.address().getAuthority() + page.address().getPath());
        if (page.address().toString().equals(shop + "/") && page.status() == 200) {
            whereabouts = Whereabouts.INSIDE;
        } else if (wait.matches()) {
            whereabouts = Whereabouts.WAITING;
            room = wait.group(1) + "/rooms/" + wait.group(2);
            Matcher query = REQUEST.matcher(
                    Optional.ofNullable(page.address().getRawQuery()).orElse(""));
            request = query.find() ? query.group(1) : "";
        } else {
            throw new DemoFailedException("A made-up visitor has come to " + page.address() + " (status "
                    + page.status() + ") instead of the waiting page or the shop");
        }
    }

    private void look() throws IOException, InterruptedException {
        Browser.Page place = browser.ask(room + "/place");
        String stage = place.status() == 200
                ? JSON.readTree(place.body()).path("stage").asString("")
                : "";
        switch (stage) {
            case "WAITING" -> {}
            case "TURN", "ADMITTED" -> arrivedAt(browser.submit(room + "/continue", Map.of("request", request)));
            default -> whereabouts = Whereabouts.GONE;
        }
    }

    /** Gatehouse asks for a confirmation, because anyone could have made that link; this visitor confirms. */
    private void leave() throws IOException, InterruptedException {
        Browser.Page page = browser.open(shop + "/log-out");
        if (!page.address().toString().startsWith(shop)) {
            browser.submit(page.address().toString(), hiddenFields(page.body()));
        }
        whereabouts = Whereabouts.GONE;
    }

    private static Map<String, String> hiddenFields(String html) {
        return HIDDEN.matcher(html).results().collect(Collectors.toMap(field -> field.group(1), field -> field.group(2)
                .replace("&amp;", "&")));
    }

    /** A visitor stays inside for about a minute, and in line looks every few seconds, not all at once. */
    private Duration untilNextStep() {
        return Duration.ofMillis(
                whereabouts == Whereabouts.INSIDE ? chance.nextLong(30_000, 90_000) : chance.nextLong(2_000, 4_000));
    }
}
