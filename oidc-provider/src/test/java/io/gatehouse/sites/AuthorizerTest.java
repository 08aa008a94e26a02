package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The Lambda authorizer, docs/sites/authorizer.mjs, as API Gateway calls it. */
@Tag("sites")
class AuthorizerTest {

    private static final String ARN = "arn:aws:execute-api:eu-central-1:123456789012:abcdef1234/prod/GET/checkout";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true", "gatehouse.rooms.other.title=Other")
            .standing();

    @Test
    void givenATokenOfTheOldApi_whenEachKindOfGatewayAsks_thenItPassesForAsLongAsItsVisitLives() throws Exception {
        var client = new AwsClient(gatehouse, "", "192.0.2.1");
        var id = client.joins("shop");
        gatehouse.letIn("shop", 1);
        var tokens = client.posts("/generate_token", Map.of("event_id", "shop", "request_id", id));
        var token = tokens.text("access_token");

        for (var shown : new String[] {token, "Bearer " + token}) {
            assertThat(effect(asked("shop", rest(shown)))).as(shown).isEqualTo("Allow");
        }
        var allowed = asked("shop", rest(token));
        assertThat(allowed.path("principalId").asString()).matches("[0-9a-f]{32}");
        assertThat(allowed.at("/policyDocument/Statement/0/Resource").asString())
                .isEqualTo("arn:aws:execute-api:eu-central-1:123456789012:abcdef1234/*");
        assertThat(allowed.at("/context/room").asString()).isEqualTo("shop");
        assertThat(asked("shop", http(token)).path("isAuthorized").asBoolean()).isTrue();

        for (var wrong : new String[] {"", "x", "a.b.c", "a b", tokens.text("id_token"), token + "A"}) {
            assertThat(effect(asked("shop", rest(wrong)))).as(wrong).isEqualTo("Deny");
            assertThat(asked("shop", http(wrong)).path("isAuthorized").asBoolean(true))
                    .as(wrong)
                    .isFalse();
        }
        assertThat(effect(asked("other", rest(token)))).isEqualTo("Deny");

        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();
        gatehouse.room("shop").apply(place.id(), Act.COMPLETE);
        gatehouse.elapse(Duration.ofSeconds(10));
        assertThat(effect(asked("shop", rest(token)))).isEqualTo("Deny");
    }

    @Test
    void givenNoGatehouse_whenAGatewayAsks_thenTheFunctionFailsAndLetsNoVisitorIn() throws Exception {
        assertThat(output("http://localhost:" + FreePorts.next() + "/verify?room=shop", rest("a.b.c")))
                .startsWith("failed");
        assertThat(output(gatehouse.issuer() + "/verify?room=none", rest("a.b.c")))
                .isEqualTo("failed: 404");
    }

    private static String rest(String token) {
        return LocalSite.JSON.writeValueAsString(
                Map.of("type", "TOKEN", "authorizationToken", token, "methodArn", ARN));
    }

    private static String http(String token) {
        return LocalSite.JSON.writeValueAsString(Map.of(
                "version", "2.0", "type", "REQUEST", "routeArn", ARN, "headers", Map.of("authorization", token)));
    }

    private static String effect(JsonNode answer) {
        return answer.at("/policyDocument/Statement/0/Effect").asString("");
    }

    private static JsonNode asked(String room, String event) throws Exception {
        return LocalSite.JSON.readTree(output(gatehouse.issuer() + "/verify?room=" + room, event));
    }

    private static String output(String verify, String event) throws IOException, InterruptedException {
        var file = Path.of("..", "docs", "sites", "authorizer.mjs")
                .toAbsolutePath()
                .toUri();
        var program = "import { handler } from '" + file + "'\n"
                + "try { console.log(JSON.stringify(await handler(JSON.parse(process.env.EVENT)))) }"
                + " catch (failed) { console.log('failed: ' + (/\\d+$/.exec(failed.message) ?? [''])[0]) }";
        var command = new ProcessBuilder("node", "--input-type=module", "--eval", program);
        command.environment().putAll(Map.of("VERIFY", verify, "EVENT", event));
        var process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var out = Objects.requireNonNull(process.getInputStream())) {
            var printed = new String(out.readAllBytes(), UTF_8).strip();
            assertThat(process.waitFor()).isZero();
            return printed;
        }
    }
}
