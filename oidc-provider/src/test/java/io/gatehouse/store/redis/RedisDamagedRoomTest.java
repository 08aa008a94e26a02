package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis has thrown away one key of one room: what visitors, balancers and operators see, and how it is cured. */
class RedisDamagedRoomTest {

    private static final String SECRET = "a-script-of-more-than-16-characters";

    private static final String PASSWORD = "correct horse battery";
    private static final String HASH = "{bcrypt}$2b$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS";

    private final RedisServer redis = RedisServer.start();
    private final RunningGatehouse gatehouse = RunningGatehouse.start(
            redis.settings()[0],
            redis.settings()[1],
            "gatehouse.rooms.club.title=Club",
            "gatehouse.api-clients.nightly.secret=" + SECRET,
            "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write",
            "gatehouse.operators.alice.password=" + HASH);

    @BeforeEach
    void loseAKey() {
        enters("shop");
        enters("club");
        redis.say("UNLINK", "gatehouse:{shop}:places");
        gatehouse.tick();
        assertThat(board("shop")).contains("\"stale\":true");
    }

    @AfterEach
    void stop() {
        gatehouse.close();
        redis.close();
    }

    @Test
    void givenARoomThatHasLostAKey_whenOthersAreAsked_thenTheyGoOnAndTheNodeIsReady() {
        assertThat(enters("shop").status()).isEqualTo(503);

        assertThat(enters("club").status()).isEqualTo(200);
        assertThat(board("club")).contains("\"stale\":false");
        assertThat(gatehouse.browser().gets("/actuator/health/readiness").status())
                .isEqualTo(200);
    }

    @Test
    void givenARoomThatHasLostAKey_whenAScriptStartsItAnew_thenItGoesOn() throws Exception {
        var room = gatehouse.issuer() + "/panel/api/rooms/shop";
        var scopes = Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write");
        var token = Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", SECRET), scopes)
                .text("access_token");

        var all = Login.get(gatehouse.issuer() + "/panel/api/rooms", "Bearer " + token)
                .json();
        assertThat(all.path("rooms").findValuesAsString("room")).containsExactly("club");
        assertThat(all.path("damaged").toString()).isEqualTo("[{\"room\":\"shop\",\"title\":\"Shop\",\"opening\":1}]");
        assertThat(Login.get(room, "Bearer " + token).text("type")).endsWith("#damaged-line");
        assertThat(Login.get(room, "Bearer " + token).text("detail")).contains("room shop", "after opening 1");
        assertThat(opens(room, token, 7)).contains("changed-meanwhile", "opening 1 runs now");

        assertThat(opens(room, token, 1)).contains("\"opening\":2", "\"issued\":0");

        goesOn();
    }

    @Test
    void givenARoomThatHasLostAKey_whenAnOperatorLooks_thenThePanelLeadsToTheCure() {
        var operator = gatehouse.browser();
        operator.posts("/panel/sign-in", Map.of("name", "alice", "password", PASSWORD));

        var rooms = operator.gets("/panel");
        var question = operator.gets("/panel/rooms/shop/new-opening");
        var answer = operator.posts(
                "/panel/rooms/shop/openings",
                Map.of("csrf", field("csrf", question), "after", field("after", question)));

        assertThat(rooms.status()).isEqualTo(200);
        assertThat(rooms.body())
                .contains("The line is damaged", "href=\"/panel/rooms/shop/new-opening\"")
                .contains("data-room=\"club\"")
                .doesNotContain("data-room=\"shop\"");
        assertThat(question.body()).contains("A part of its line has been lost").doesNotContain("in line lose");
        assertThat(answer.header("location")).endsWith("/panel/rooms/shop?done=openings");
        goesOn();
    }

    private void goesOn() {
        gatehouse.tick();
        assertThat(board("shop")).contains("\"stale\":false");
        assertThat(enters("shop").status()).isEqualTo(200);
        assertThat(gatehouse.room("shop").snapshot().opening()).isEqualTo(2);
    }

    private Browser.Page enters(String room) {
        return gatehouse.browser().opens("/rooms/" + room + "/enter");
    }

    private String board(String room) {
        return gatehouse.browser().gets("/rooms/" + room + "/board").body();
    }

    private static String field(String name, Browser.Page page) {
        return page.body().replaceAll("(?s).*name=\"" + name + "\" value=\"([^\"]*)\".*", "$1");
    }

    private static String opens(String room, String token, long after) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(room + "/openings"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"after\":" + after + "}", UTF_8))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
