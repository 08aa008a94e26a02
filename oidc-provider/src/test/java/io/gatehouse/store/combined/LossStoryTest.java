package io.gatehouse.store.combined;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.store.redis.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a visitor lives through, from the site's login to the site, while Redis is emptied under the line. */
class LossStoryTest {

    private static final Duration RECOVERY = Duration.ofMinutes(2);

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer redis;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    private final Browser browser = gatehouse.browser();
    private final AwsClient page = new AwsClient(gatehouse, "", "192.0.2.1");

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        var settings = Stream.of(BothStores.settings(redis));
        var own = Stream.of("gatehouse.rooms.shop.aws-api.enabled=true", "gatehouse.turnstile.tick=1m");
        gatehouse = RunningGatehouse.start(Stream.concat(settings, own).toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        redis.close();
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenAVisitorInLine_whenTheirTurnIsClaimed_thenTheSiteLogsThemIn() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);

        assertThat(stage(browser)).isEqualTo("TURN");
        theSiteLogsThemIn(wait);
    }

    @Test
    void givenAVisitorInLine_whenTheLineIsLost_thenTheirPageBringsThemBackAndTheSiteLogsThemIn() {
        var wait = browser.opens(Login.authorize());
        gatehouse.tick();
        var before = board();
        redis.say("FLUSHALL");
        gatehouse.tick();
        var after = board();

        var place = place(browser);
        gatehouse.letIn("shop", 1);

        assertThat(before.has("recovery")).isFalse();
        assertThat(after.path("recovery").asLong()).isGreaterThanOrEqualTo(1);
        assertThat(place.path("position").asLong()).isEqualTo(1);
        assertThat(place.path("stage").asString()).isEqualTo("WAITING");
        assertThat(stage(browser)).isEqualTo("TURN");
        theSiteLogsThemIn(wait);
    }

    @Test
    void givenAVisitorWithoutScripts_whenTheLineIsLost_thenTheNextPageBringsThemBack() {
        var wait = browser.opens(Login.authorize());
        redis.say("FLUSHALL");

        var page = browser.gets(wait.url());

        assertThat(page.body()).containsPattern("class=\"(WAITING|NEXT)\"");
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenALostLine_whenAVisitorLogsInAnewOrPressesAButton_thenItIsStillTheirPlace() {
        browser.opens(Login.authorize());
        var other = gatehouse.browser();
        var wait = other.opens(Login.authorize());
        redis.say("FLUSHALL");

        browser.opens(Login.authorize());
        var left = other.submits("/rooms/shop/leave", Map.of("request", wait.parameter("request")));

        assertThat(place(browser).path("position").asLong()).isEqualTo(1);
        assertThat(left.body()).contains("class=\"LEFT\"");
        assertThat(stage(other)).isEqualTo("LEFT");
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenALostLine_whenOthersComeMeanwhile_thenTheyStandBehindWhoeverWasLost() {
        browser.opens(Login.authorize());
        redis.say("FLUSHALL");
        var newcomer = gatehouse.browser();
        newcomer.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var early = stage(newcomer);
        gatehouse.pass(RECOVERY);

        var back = place(browser);
        gatehouse.letIn("shop", 1);

        assertThat(early).isEqualTo("WAITING");
        assertThat(stage(newcomer)).isEqualTo("TURN");
        assertThat(back.path("position").asLong()).isEqualTo(1);
        assertThat(back.path("stage").asString()).isEqualTo("RETURNING");
        assertThat(stage(browser)).isEqualTo("TURN");
    }

    @Test
    void givenAnAdmittedVisitor_whenTheLineIsLost_thenTheyStayInside() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
        redis.say("FLUSHALL");

        var again = browser.opens(Login.authorize());

        assertThat(again.url()).startsWith(SITE + "/callback?");
        assertThat(gatehouse.room("shop").snapshot().admitted()).isEqualTo(1);
    }

    @Test
    void givenVisitorsOfTheOldApi_whenTheLineIsLost_thenTheirRowsBringThemBackAndNobodyHasToAsk() {
        var ids = Stream.generate(() -> page.joins("shop")).limit(5).toList();
        gatehouse.letIn("shop", 2);
        redis.say("FLUSHALL");
        gatehouse.tick();
        var newcomer = page.joins("shop");

        gatehouse.letIn("shop", 2);

        assertThat(ids).extracting(this::queueNumber).containsExactly(1, 2, 3, 4, 5);
        assertThat(queueNumber(newcomer)).isGreaterThan(5);
        assertThat(page.gets("/serving_num", "event_id", "shop").text("serving_counter"))
                .isEqualTo("4");
        assertThat(Stream.concat(ids.stream(), Stream.of(newcomer)))
                .extracting(this::tokenStatus)
                .containsExactly(200, 200, 200, 200, 202, 202);
    }

    @Test
    void givenAVisitorOfTheOldApi_whenTheLineIsLostAndTheyAskAtOnce_thenTheyHaveTheirNumber() {
        page.joins("shop");
        var id = page.joins("shop");
        redis.say("FLUSHALL");

        assertThat(tokenStatus(id)).isEqualTo(202);
        assertThat(queueNumber(id)).isEqualTo(2);
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
    }

    private int queueNumber(String id) {
        return page.gets("/queue_num", "event_id", "shop", "request_id", id)
                .json()
                .path("queue_number")
                .asInt();
    }

    private int tokenStatus(String id) {
        return page.posts("/generate_token", Map.of("event_id", "shop", "request_id", id))
                .status();
    }

    private void theSiteLogsThemIn(Page wait) {
        var answer = browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
        var tokens = Login.redeem(gatehouse, answer.parameter("code"));
        var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(user.status()).isEqualTo(200);
        assertThat(user.text("sub")).isNotEmpty();
        assertThat(stage(browser)).isEqualTo("ADMITTED");
    }

    private JsonNode board() {
        return json(browser.gets("/rooms/shop/board"));
    }

    private static JsonNode place(Browser visitor) {
        return json(visitor.gets("/rooms/shop/place"));
    }

    private static String stage(Browser visitor) {
        return place(visitor).path("stage").asString();
    }

    private static JsonNode json(Page page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return new JsonMapper().readTree(page.body());
    }
}
