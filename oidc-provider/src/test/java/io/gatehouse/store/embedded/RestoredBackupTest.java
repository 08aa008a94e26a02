package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An older copy of the data folder is put back: what those live through who came after it was made. */
class RestoredBackupTest {

    private static final String COOKIE = "gatehouse-place-shop";
    private static final String SECRET = "a-script-of-more-than-16-characters";
    private static final String[] SETTINGS = {
        "gatehouse.api-clients.nightly.secret=" + SECRET, "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write"
    };

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path folder;

    @Test
    void givenAnOlderBackup_whenTheOperatorNamesALaterOpening_thenThePlacesOfTheLostOneAreRefusedKindly()
            throws IOException {
        var backup = folder.resolve("backup");
        var before = RunningGatehouse.start(folder.resolve("before"), SETTINGS);
        before.browser().opens(Login.authorize());
        before.stop();
        FileSystemUtils.copyRecursively(before.data(), backup);
        var lost = RunningGatehouse.start(before.data(), SETTINGS);
        opens(lost, "{\"after\":1}");
        var inside = lost.browser();
        var wait = inside.opens(Login.authorize());
        lost.letIn("shop", 1);
        inside.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
        var waiting = lost.browser();
        waiting.opens(Login.authorize());
        assertThat(place(inside).path("stage").asString()).isEqualTo("ADMITTED");
        assertThat(place(waiting).path("opening").asLong()).isEqualTo(2);
        lost.stop();
        var gatehouse = RunningGatehouse.start(backup, SETTINGS);
        try {

            var answer = opens(gatehouse, "{\"after\":1,\"opening\":102}");
            gatehouse.tick();

            assertThat(answer).contains("\"opening\":102", "\"issued\":0");
            var newcomer = gatehouse.browser();
            newcomer.opens(Login.authorize());
            takesANewPlace(comesBack(gatehouse, inside), 2);
            takesANewPlace(comesBack(gatehouse, waiting), 3);
            assertThat(place(newcomer).path("position").asLong()).isEqualTo(1);
            assertThat(gatehouse.room("shop").snapshot().admitted()).isZero();
        } finally {
            gatehouse.stop();
        }
    }

    private static void takesANewPlace(Browser visitor, long position) {
        var page = visitor.gets("/rooms/shop/wait");
        var over = place(visitor).path("stage").asString();
        visitor.opens(Login.authorize());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("class=\"RESTARTED\"", "/rooms/shop/enter");
        assertThat(over).isEqualTo("EXPIRED");
        assertThat(place(visitor).path("stage").asString()).isEqualTo("WAITING");
        assertThat(place(visitor).path("opening").asLong()).isEqualTo(102);
        assertThat(place(visitor).path("position").asLong()).isEqualTo(position);
    }

    /** The visitor's browser at the service that runs now, at another port. */
    private static Browser comesBack(RunningGatehouse gatehouse, Browser before) {
        return gatehouse.browser().withCookie(COOKIE, before.cookie(COOKIE));
    }

    private static String opens(RunningGatehouse gatehouse, String body) {
        var scopes = Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write");
        var token = Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", SECRET), scopes)
                .text("access_token");
        var script = gatehouse.browser();
        var answer = script.sends(script.request("/panel/api/rooms/shop/openings")
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body, UTF_8))
                .build());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static JsonNode place(Browser visitor) {
        return JsonMapper.shared().readTree(visitor.gets("/rooms/shop/place").body());
    }
}
