package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Chromium;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.htmlunit.Page;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;

/**
 * A visit from its beginning to its end, in Chromium, at real products that are set up as Gatehouse prints
 * it, and at the WordPress double. Gatehouse is killed while a visitor is inside, and again after the visit
 * was renewed. Each product has a room for one visitor, and all visits go on at the same time: products have
 * clocks of their own, so that the end has to be waited for.
 */
@Tag("browser")
@ExtendWith(SharedKeycloak.class)
class KilledVisitsTest {

    /** Five logins, two restarts and five presses fit into it on a machine that starts a browser in no time. */
    private static final Duration SHORTEST_SPAN = Duration.ofSeconds(20);

    /** From the first end to the last: the five visitors open a page each. */
    private static final Duration SHORTEST_REST = Duration.ofSeconds(8);

    /** The spans grow by so many starts of a browser, which take longer on a busy machine, as all else does. */
    private static final int STARTS_OF_SPAN = 8;

    private static final int STARTS_OF_REST = 4;

    private static final List<String> NAMES = List.of("apache", "express", "spring", "keycloak", "wordpress");

    /** Behind a broker the app keeps the form: KeycloakTest. */
    private static final List<String> KEEP_FORMS = List.of("apache", "express", "spring", "wordpress");

    private static final String SCRAPER = "scrapers-token-of-the-test";
    private static final Pattern SLOTS =
            Pattern.compile("(?m)^gatehouse_(?:inside|turns)\\{[^}]*room=\"([a-z]+)\"[^}]*} (\\S+)$");

    /** At one product: a visitor inside, whose browser has a tab for it, and the next one in line. */
    private static final class Story {

        private final String name;
        private final String origin;
        private final WebVisitor next;
        private final WatchedRoom room;
        private @Nullable Page waiting;
        private String tab = "";
        private String visit = "";
        private Instant firstEnd = Instant.MAX;
        private Instant lastEnd = Instant.MAX;

        Story(String name, String origin, String issuer) {
            this.name = name;
            this.origin = origin;
            this.next = new WebVisitor(issuer);
            this.room = new WatchedRoom(issuer, name, origin);
        }
    }

    @TempDir
    private static Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Story> stories = new ArrayList<>();
    private GatehouseProcess gatehouse;
    private Chromium chromium;
    private Duration firstSpan = Duration.ZERO;
    private Duration maximum = Duration.ZERO;

    @BeforeEach
    void start(KeycloakBroker keycloak) throws IOException {
        startsTheBrowser();
        var apache = Apache.Host.asPrinted("apache");
        var express = NodeSite.freeAddress();
        var spring = FreePorts.next();
        var wordPress = opens(new WordPress("wordpress", Duration.ofMinutes(3), "GET"));
        var shop = opens(new BrokeredShop(keycloak.endpoints("keycloak")));
        var settings = new ArrayList<>(List.of("gatehouse.metrics.token=" + SCRAPER));
        settings.addAll(site(
                "apache",
                "mod_auth_openidc",
                apache.redirectUri(),
                "backchannel-logout-uri=" + apache.redirectUri() + "?logout=backchannel"));
        settings.addAll(site(
                "express",
                "express-openid-connect",
                express + "/callback",
                "backchannel-logout-uri=" + express + "/backchannel-logout",
                "entry=" + express + "/login"));
        settings.addAll(site(
                "spring",
                "spring",
                SpringSite.address(spring) + "/login/oauth2/code/gatehouse",
                "backchannel-logout-uri=" + SpringSite.address(spring) + "/logout/connect/back-channel/gatehouse"));
        settings.addAll(site(
                "keycloak",
                "keycloak",
                keycloak.redirectUri("keycloak"),
                "entry=" + shop.at("/"),
                "slot-after-logout=freed"));
        settings.addAll(site("wordpress", "wordpress", wordPress.redirectUri(), "slot-after-logout=freed"));
        gatehouse = opens(GatehouseProcess.beforePackaging(folder.resolve("data"), settings.toArray(String[]::new)));
        gatehouse.starts();
        opens(Apache.start(gatehouse, List.of(apache)));
        opens(express(express));
        opens(spring(spring));
        keycloak.brokersVisitsAsPrinted(gatehouse, "keycloak", shop.at("/callback"));
        shop.endsWithTheVisit(gatehouse.issuer(), "keycloak");
        wordPress.logsInAt(gatehouse.issuer());
        wordPress.keepsFormsBy(Files.writeString(
                folder.resolve("gatehouse-forms.php"), Printed.forms("php").get(0)));
        var origins = Map.of(
                "apache",
                apache.at(""),
                "express",
                express,
                "spring",
                SpringSite.address(spring),
                "keycloak",
                shop.at(""),
                "wordpress",
                wordPress.at(""));
        for (var name : NAMES) {
            var story = new Story(name, origins.getOrDefault(name, ""), gatehouse.issuer());
            opens(story.next);
            stories.add(story);
        }
    }

    private void startsTheBrowser() {
        var begun = System.nanoTime();
        // The whole browser: the spans below grow with its start.
        chromium = opens(Chromium.browser(Map.of()));
        var start = Duration.ofNanos(System.nanoTime() - begun);
        firstSpan = SHORTEST_SPAN.plus(start.multipliedBy(STARTS_OF_SPAN));
        maximum = firstSpan.plus(SHORTEST_REST).plus(start.multipliedBy(STARTS_OF_REST));
    }

    @AfterEach
    void stop() throws Exception {
        for (var index = opened.size() - 1; index >= 0; index--) {
            opened.get(index).close();
        }
    }

    @Test
    void givenAVisitAtARealProduct_whenGatehouseIsKilledTwice_thenItIsWarnedAndEndsInOneSlotAndKeepsTheForm() {
        var isOver = new AtomicBoolean();
        var most = CompletableFuture.supplyAsync(() -> mostSlots(isOver));

        try {
            goIn();
            isKilledAndStartsAnew();
            stories.forEach(this::isWarnedAndStays);
            isKilledAndStartsAnew();
            stories.forEach(this::isRenewedUpToTheMaximum);
            stories.forEach(this::isInsideBeyondTheFirstEnd);
            stories.forEach(this::isToldOfTheEnd);
            stories.forEach(this::makesRoomForTheNextOne);
            stories.stream().filter(story -> KEEP_FORMS.contains(story.name)).forEach(this::getsTheFormBack);
        } finally {
            isOver.set(true);
        }

        assertThat(most.join())
                .as("in a room for one visitor, at most")
                .isEqualTo(Map.of("scraped", 1L, "with a slot", 1L, "at the site", 1L));
    }

    /** The sites keep their visitors inside meanwhile. Visits and places outlive the kill. */
    private void isKilledAndStartsAnew() {
        var ends = stories.stream().map(this::end).toList();

        gatehouse.isKilled();

        for (var story : stories) {
            assertThat(story.room.isFirstAtTheSite())
                    .as("%s without Gatehouse", story.name)
                    .isTrue();
        }
        gatehouse.starts();
        assertThat(stories).extracting(this::end).isEqualTo(ends);
        assertThat(stories).extracting(story -> story.room.stageOfNext()).containsOnly(Optional.of("WAITING"));
    }

    /** The next one comes while the visitor of another product logs in. */
    private void goIn() {
        var next = new ArrayList<CompletableFuture<Void>>();
        for (var story : stories) {
            goesIn(story);
            next.add(CompletableFuture.runAsync(() -> waits(story), task -> new Thread(task, story.name).start()));
        }
        next.forEach(CompletableFuture::join);
    }

    private void goesIn(Story story) {
        var driver = chromium.driver();
        driver.switchTo().newWindow(WindowType.TAB);
        story.tab = driver.getWindowHandle();
        driver.get(page(story));
        steadily(story).until(() -> chromium.asks("location.href").startsWith(story.origin + WarnedPage.PATH));
        story.visit = chromium.asks("document.querySelector('script').getAttribute('data-visit')");
        story.firstEnd = end(story);
        story.room.hasInside(story.visit, cookies(story));
    }

    /** Each reload is a click; early in the visit staying would move its end too little. */
    private void isWarnedAndStays(Story story) {
        var driver = chromium.driver();
        driver.switchTo().window(story.tab);
        steadily(story).until(() -> box("section:not([hidden])").contains("Time left of your visit: < 1 min"));
        steadily(story).pollInterval(Duration.ofSeconds(1)).until(() -> {
            if (!isShown("button.main:not([hidden])")) {
                driver.get(page(story));
                return false;
            }
            return box("button.main").equals("Stay longer");
        });
        driver.findElement(By.name("item")).sendKeys("ticket");
        inBox("button.main", ".click()");
        steadily(story).until(() -> end(story).isAfter(story.firstEnd));
    }

    /** The site asks for more as well, and no use moves the end beyond the maximum. */
    private void isRenewedUpToTheMaximum(Story story) {
        steadily(story).until(() -> {
            var renewed = renew(story);
            return renewed.text("endsAt").equals(renewed.text("lastEnd"));
        });
        story.lastEnd = end(story);
    }

    private static Login.Answer renew(Story story) {
        return Login.post(story.room.visitAddress(), "Bearer " + story.visit, Map.of());
    }

    private void isInsideBeyondTheFirstEnd(Story story) {
        var driver = chromium.driver();
        driver.switchTo().window(story.tab);
        steadily(story).until(() -> Instant.now().isAfter(story.firstEnd.plusSeconds(2)));
        assertThat(renew(story).text("endsAt")).as(story.name).isEqualTo(story.lastEnd.toString());
        driver.switchTo().newWindow(WindowType.TAB);
        driver.get(story.origin + WatchedRoom.INSIDE);
        steadily(story).until(() -> chromium.asks("location.href").startsWith(story.origin + WatchedRoom.INSIDE));
        story.room.hasInside(story.visit, cookies(story));
        driver.close();
        waits(story);
    }

    /** A product with one pending login a browser answers the newest. */
    private void waits(Story story) {
        var waiting = story.next.opens(page(story));
        assertThat(story.next.waits(waiting)).as(story.name).isTrue();
        story.waiting = waiting;
        story.room.hasInLine(story.next.cookiesOf(gatehouse.issuer()));
    }

    /** The browser's cookies for the site. */
    private String cookies(Story story) {
        var cookies = (List<?>)
                Objects.requireNonNull(chromium.tell("Network.getCookies", Map.of("urls", List.of(story.origin)))
                        .get("cookies"));
        return cookies.stream()
                .map(cookie -> (Map<?, ?>) cookie)
                .map(cookie -> cookie.get("name") + "=" + cookie.get("value"))
                .collect(Collectors.joining("; "));
    }

    private void isToldOfTheEnd(Story story) {
        chromium.driver().switchTo().window(story.tab);
        steadily(story).until(() -> box("section:not([hidden])").contains("Your visit has ended"));
        assertThat(Instant.now()).isAfterOrEqualTo(story.lastEnd);
        assertThat(chromium.asks("document.querySelector('[name=item]').value")).isEqualTo("ticket");
        steadily(story).until(() -> !story.room.isFirstAtTheSite());
    }

    /** The next one is in, so the form leads to the line; then they leave. */
    private void makesRoomForTheNextOne(Story story) {
        var driver = chromium.driver();
        driver.switchTo().window(story.tab);
        steadily(story).until(() -> story.room.stageOfNext().equals(Optional.of("TURN")));
        var inside = story.next.continues(Objects.requireNonNull(story.waiting));
        assertThat(inside.getUrl().toString()).startsWith(story.origin + WarnedPage.PATH);
        story.room.hasLetIn(story.next.cookiesOf(story.origin));

        driver.findElement(By.cssSelector("form button")).click();
        steadily(story).until(() -> chromium.asks("location.href").contains("/rooms/" + story.name + "/wait"));
        assertThat(WebVisitor.text(story.next.opens(page(story))))
                .as(story.name)
                .contains("data-visit");
        story.next.confirms(story.next.opens(gatehouse.issuer() + "/logout"));
    }

    private void getsTheFormBack(Story story) {
        var driver = chromium.driver();
        driver.switchTo().window(story.tab);
        steadily(story).until(() -> {
            driver.findElements(By.cssSelector("#continue button")).stream()
                    .filter(button -> button.isDisplayed())
                    .findFirst()
                    .ifPresent(button -> button.click());
            return chromium.asks("location.href").startsWith(story.origin);
        });
        if (!story.name.equals("apache")) {
            keepsNoFormOfAnotherSite(story);
            steadily(story).until(() -> text().contains("Your form was kept"));
            driver.findElement(By.cssSelector("form button")).click();
        }
        steadily(story).until(() -> text().contains("POST item=ticket"));
    }

    private static void keepsNoFormOfAnotherSite(Story story) {
        for (var from : List.of("cross-site", "same-origin")) {
            var sent = Login.posting(story.origin + "/form", "", "item=bait")
                    .header("Sec-Fetch-Site", from)
                    .header("Sec-Fetch-Mode", "navigate");
            var answer = Login.send(HttpClient.newHttpClient(), sent);
            assertThat((answer.header("location") + answer.body()).contains("kept-form"))
                    .as("%s: a form that is %s", story.name, from)
                    .isEqualTo(from.equals("same-origin"));
        }
    }

    /** The most slots of any room: as scraped, as the room answers, and as the site answers. */
    private Map<String, Long> mostSlots(AtomicBoolean isOver) {
        var most = new HashMap<String, Long>();
        var before = Map.<String, Long>of();
        while (!isOver.get()) {
            var scraped = scraped();
            for (var story : stories) {
                // One scrape may read its two gauges at two ticks, and count a visitor twice.
                var both = Math.min(before.getOrDefault(story.name, 0L), scraped.getOrDefault(story.name, 0L));
                most.merge("scraped", both, Math::max);
                most.merge("with a slot", (long) story.room.withASlot(), Math::max);
                most.merge("at the site", (long) story.room.atTheSite(), Math::max);
            }
            before = scraped;
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        return most;
    }

    /** The slots in use by room, from the metrics; empty while Gatehouse is away. */
    private Map<String, Long> scraped() {
        var slots = new HashMap<String, Long>();
        try {
            SLOTS.matcher(Login.get(gatehouse.issuer() + "/metrics", "Bearer " + SCRAPER)
                            .body())
                    .results()
                    .forEach(series ->
                            slots.merge(series.group(1), Math.round(Double.parseDouble(series.group(2))), Long::sum));
        } catch (UncheckedIOException away) {
            slots.clear();
        }
        return slots;
    }

    private ConditionFactory steadily(Story story) {
        return await(story.name)
                .pollInSameThread()
                .atMost(maximum.plusSeconds(90))
                .ignoreExceptionsInstanceOf(org.openqa.selenium.WebDriverException.class);
    }

    private String page(Story story) {
        return story.origin + WarnedPage.of(gatehouse.issuer(), story.name);
    }

    /** The end of the visit as a script of the site is told it. */
    private Instant end(Story story) {
        return Instant.parse(
                Login.get(story.room.visitAddress(), "Bearer " + story.visit).text("endsAt"));
    }

    private String text() {
        return chromium.asks("document.body?.innerText");
    }

    private boolean isShown(String selector) {
        return !inBox(selector, "").matches("null|undefined");
    }

    private String box(String selector) {
        return inBox(selector, ".innerText");
    }

    /** The box stands in a shadow tree at the end of the page. */
    private String inBox(String selector, String act) {
        var box = "[...document.querySelectorAll('body > div')].find(one => one.shadowRoot)";
        return chromium.asks("(() => { const box = " + box + "; const found = box && box.shadowRoot.querySelector('"
                + selector + "'); return found ? found" + (act.isEmpty() ? ".tagName" : act) + " : null })()");
    }

    private List<String> site(String name, String preset, String redirectUri, String... more) {
        var room = "gatehouse.rooms." + name + ".";
        var site = "gatehouse.sites." + name + ".";
        var settings = new ArrayList<>(List.of(
                room + "title=" + name,
                room + "capacity=1",
                room + "admission-ttl=" + firstSpan.toSeconds() + "s",
                room + "admission-renewal=" + firstSpan.toSeconds() + "s up to " + maximum.toSeconds() + "s",
                site + "room=" + name,
                site + "preset=" + preset,
                site + "secret=" + RunningGatehouse.SECRET,
                site + "redirect-uris=" + redirectUri));
        Stream.of(more).map(site::concat).forEach(settings::add);
        return settings;
    }

    /** As printed, and with the code that keeps forms. */
    private NodeSite express(String address) throws IOException {
        var modules = Path.of("src", "test", "node", "node_modules").toAbsolutePath();
        var printed = Printed.keepingForms(
                Printed.configuration(gatehouse, "express", "Express")
                        .replace("authRequired: true", "authRequired: false"),
                folder);
        return NodeSite.start(
                "printed.cjs",
                address,
                gatehouse,
                Map.of(
                        "PRINTED",
                        printed,
                        "EXPRESS_SECRET",
                        RunningGatehouse.SECRET,
                        "SESSION_SECRET",
                        "a secret for the cookies of this site alone",
                        "NODE_PATH",
                        modules.toString()));
    }

    /** As printed, and with the code that keeps forms. */
    private AutoCloseable spring(int port) throws IOException {
        var line = Printed.forms("java").get(1);
        var visits = Printed.configuration(gatehouse, "spring", "Visits.java")
                .replace("                .build();", line + "                .build();")
                .replaceFirst(
                        "(?m)^import org", "import org.springframework.security.web.csrf.CsrfFilter;\nimport org");
        assertThat(visits).contains("KeptForms.Keep()");
        var sources = folder.resolve("spring");
        Files.createDirectories(sources);
        Files.writeString(sources.resolve("Visits.java"), visits);
        Files.writeString(
                sources.resolve("KeptForms.java"), Printed.forms("java").get(0));
        var client = new SpringClientTest();
        Printed.compiles(sources, client.classPath(), "KeptForms.java", "Visits.java");
        var arguments = new ArrayList<>(SpringSite.printed(
                "spring", port, Printed.file(gatehouse, "spring", "application.yaml", sources), "Visits"));
        arguments.add(SpringSite.SET_UP_BY + "KeptForms");
        return client.starts(List.of(arguments), sources);
    }

    private <T extends AutoCloseable> T opens(T one) {
        opened.add(one);
        return one;
    }
}
