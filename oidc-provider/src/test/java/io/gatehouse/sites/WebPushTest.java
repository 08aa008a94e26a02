package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.Chromium;
import io.gatehouse.time.MutableScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

/** Notices by Web Push at a real push server of npm, which checks the signature of the house and decrypts. */
@Tag("sites")
class WebPushTest {

    private static final Pattern KEY = Pattern.compile("data-key=\"([A-Za-z0-9_-]{87})\"");

    @SuppressWarnings("NullAway.Init")
    private static PushServer server;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    @BeforeAll
    static void start() {
        server = new PushServer();
        gatehouse = RunningGatehouse.with(
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.notices.push.hosts=localhost",
                        "gatehouse.rooms.told.title=Fine Shop",
                        "gatehouse.rooms.told.notices=push",
                        "gatehouse.rooms.gone.notices=push",
                        "gatehouse.rooms.seen.notices=push",
                        "gatehouse.rooms.busy.notices=push")
                .site("told", "told")
                .site("gone", "gone")
                .site("busy", "busy")
                .site("seen", "seen")
                .starts()
                .standing();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        server.close();
    }

    @Test
    void givenABrowserThatSubscribed_whenItsTurnComesNearAndThenComes_thenItDecryptsOneMessageEach() {
        IntStream.range(0, 12).forEach(n -> gatehouse.room("told").join(new PlaceId(UUID.randomUUID())));
        var visitor = gatehouse.browser();
        var subscribed = asks(visitor, "told");

        gatehouse.letIn("told", 6);
        receives(subscribed, 1);
        gatehouse.tick();
        gatehouse.letIn("told", 7);
        receives(subscribed, 2);
        minutesAgain();

        var messages = server.messages(subscribed);
        assertThat(messages).hasSize(2).allSatisfy(message -> {
            assertThat(message.at("/web_push").asInt()).as("declarative").isEqualTo(8030);
            assertThat(message.at("/notification/navigate").asString())
                    .isEqualTo(gatehouse.issuer() + "/rooms/told/wait");
            assertThat(message.at("/notification/lang").asString()).isEqualTo("en");
        });
        assertThat(messages.get(0).at("/notification/title").asString()).isEqualTo("It is almost your turn");
        assertThat(messages.get(1).at("/notification/title").asString()).isEqualTo("It is your turn");
        assertThat(messages.get(1).at("/notification/body").asString())
                .isEqualTo("Fine Shop\nYour turn is kept for 10 minutes.");
        var headers = server.seen();
        var turn = headers.get(headers.size() - 1);
        assertThat(turn.path("ttl").asInt()).as("seconds of the turn").isBetween(590, 600);
        assertThat(turn.path("urgency").asString()).isEqualTo("high");
        assertThat(turn.path("topic").asString())
                .as("the second replaces the first")
                .hasSize(32)
                .isEqualTo(headers.get(headers.size() - 2).path("topic").asString());
    }

    @Test
    void givenASubscriptionThatIsGone_whenItWasToldThatTheTurnIsNear_thenItIsNotAskedAgain() {
        IntStream.range(0, 12).forEach(n -> gatehouse.room("gone").join(new PlaceId(UUID.randomUUID())));
        var subscribed = asks(gatehouse.browser(), "gone");
        server.expires(subscribed);
        var before = server.seen().size();

        gatehouse.letIn("gone", 6);
        await().until(() -> {
            gatehouse.tick();
            return counted("gone", "gone") == 1;
        });
        gatehouse.letIn("gone", 7);
        await().until(() -> {
            gatehouse.tick();
            return counted("gone", "stopped") == 1;
        });
        minutesAgain();

        assertThat(server.seen()).hasSize(before + 1);
        assertThat(gatehouse.room("gone").at(Position.of(13)).orElseThrow().stage())
                .isEqualTo(Stage.TURN);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void givenAPushServiceThatIsBusy_whenItIsBack_thenTheMessageArrivesOnce(int status) {
        var subscribed = asks(gatehouse.browser(), "busy");
        server.answers(status);
        gatehouse.letIn("busy", 1);
        await().until(() -> {
            gatehouse.tick();
            return gatehouse.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
        });

        server.answers(0);
        gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(5));
        receives(subscribed, 1);
        minutesAgain();

        assertThat(server.messages(subscribed)).hasSize(1);
    }

    /**
     * No push service is reachable from here: subscription and delivery are the server's, all between is the
     * browser.
     */
    @Test
    void givenARealBrowser_whenTheButtonIsPressedAndTheTurnComes_thenItsWorkerShowsTheNotice() {
        try (var chromium = Chromium.browser(Map.of())) {
            var page = chromium.driver();
            chromium.tell(
                    "Browser.grantPermissions",
                    Map.of("origin", gatehouse.issuer(), "permissions", List.of("notifications")));
            page.get(gatehouse.issuer() + Login.authorize("client_id", "seen"));
            page.get(gatehouse.issuer() + "/rooms/seen/notice");
            var button = page.findElement(By.cssSelector("#push button"));
            assertThat(button.isDisplayed()).isTrue();
            var subscribed = server.subscribes(key(String.valueOf(page.getPageSource())));
            page.executeScript(
                    "const json = arguments[0]; PushManager.prototype.subscribe = options =>"
                            + " Promise.resolve({ toJSON: () => options.applicationServerKey.length === 65 && JSON.parse(json) });",
                    subscribed.json());

            button.click();
            await().atMost(Duration.ofSeconds(30)).until(() -> "Your request is noted"
                    .equals(page.executeScript("return document.querySelector('h1')?.textContent")));
            gatehouse.letIn("seen", 1);
            receives(subscribed, 1);
            chromium.tell("ServiceWorker.enable", Map.of());
            chromium.tell(
                    "ServiceWorker.deliverPushMessage",
                    Map.of(
                            "origin",
                            gatehouse.issuer(),
                            "registrationId",
                            "0",
                            "data",
                            server.messages(subscribed).get(0).toString()));

            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                            page.executeAsyncScript(
                                    "const done = arguments[0]; navigator.serviceWorker.getRegistration('/waiting-page/')"
                                            + ".then(worker => worker.getNotifications())"
                                            + ".then(all => done(all.map(one => one.title + '|' + one.body + '|' + one.data).join()))"))
                    .isEqualTo("It is your turn|seen\nYour turn is kept for 10 minutes.|" + gatehouse.issuer()
                            + "/rooms/seen/wait"));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    private static PushServer.Subscribed asks(Browser visitor, String room) {
        visitor.opens(Login.authorize("client_id", room));
        var page = visitor.opens("/rooms/" + room + "/notice").body();
        var subscribed = server.subscribes(key(page));
        assertThat(visitor.submits("/rooms/" + room + "/notice", Map.of("push", subscribed.json()))
                        .body())
                .contains("Your request is noted");
        return subscribed;
    }

    private static String key(String page) {
        var key = KEY.matcher(page);
        assertThat(key.find()).as(page).isTrue();
        return key.group(1);
    }

    private static void receives(PushServer.Subscribed subscribed, int many) {
        await().until(() -> {
            gatehouse.tick();
            return server.messages(subscribed).size() == many;
        });
    }

    private static void minutesAgain() {
        IntStream.range(0, 3).forEach(n -> {
            gatehouse.bean(MutableScheduler.class).advance(Duration.ofMinutes(1));
            gatehouse.tick();
        });
    }

    private static double counted(String room, String answer) {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.notices")
                .tags("room", room, "way", "push", "answer", answer)
                .counter()
                .count();
    }
}
