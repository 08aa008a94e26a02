package io.gatehouse.panel.account;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What owners see of the operators, and take from them. */
@PanelTest
class OperatorsScreenTest {

    @AfterEach
    void end(Desk desk) {
        desk.bean(SecondFactors.class).takeAway("fay");
        desk.bean(SecondFactors.class).takeAway("alice");
    }

    @Test
    void givenOperators_whenAnOwnerLooks_thenTheySeeWhoHasASecondFactor(Desk desk) {
        Kit.of("fay", desk.another());

        var page = desk.signIn().get("/panel/operators").body();
        var list = Desk.json(desk.get("/panel/api/operators", "Authorization", "Bearer writes"));

        assertThat(page)
                .contains("data-operator=\"vera\"", "Take it away from fay")
                .doesNotContain("away from vera");
        assertThat(list.path("operators").toString())
                .contains(
                        "{\"operator\":\"vera\",\"role\":\"viewer\",\"ofTheFiles\":true,\"state\":\"ACTIVE\",\"addedBy\":null,\"linkUntil\":null,\"secondFactorDemanded\":false,\"secondFactorSince\":null")
                .containsPattern("\"operator\":\"fay\".*\"recoveryCodesLeft\":10");
    }

    @Test
    void givenAnOperatorWhoHasLostAll_whenAnOwnerTakesTheirSecondFactorAway_thenTheySignInWithoutAndTheLedgerSaysWho(
            Desk desk) {
        var fay = desk.another();
        Kit.of("fay", fay);
        try (var acts = new Acts()) {
            desk.signIn();

            var answer = takesAway(desk, "fay", Desk.PASSWORD);

            assertThat(header(answer, "Location")).isEqualTo("/panel/operators");
            assertThat(fay.get("/panel").statusCode()).isEqualTo(303);
            desk.another().signIn("fay");
            assertThat(acts.lines()).contains("operator alice: took away the second factor of operator fay");
            assertThat(desk.get("/panel/api/ledger").body())
                    .contains("\"what\":\"take away the second factor of operator fay\",\"who\":\"operator alice\"");
            for (var room : new String[] {"shop", "hall", "club"}) {
                assertThat(desk.get("/panel/api/rooms/" + room + "/ledger").body())
                        .doesNotContain("operator fay");
            }
        }
    }

    @Test
    void givenASecondFactorThatCannotBeRead_whenAnOwnerLooks_thenItIsShownSoAndCanBeTakenAway(Desk desk) {
        desk.bean(ExpiringStore.class)
                .put("panel:second-factor:fay", new byte[] {1}, ExpiringStore.FOREVER, Instant.EPOCH);

        var page = desk.signIn().get("/panel/operators").body();
        var list = desk.get("/panel/api/operators", "Authorization", "Bearer writes");

        assertThat(page).contains("cannot be read", "Take it away from fay", "data-operator=\"vera\"");
        assertThat(list.body())
                .containsPattern("\"operator\":\"fay\"[^}]*\"secondFactorUnreadable\":true")
                .containsPattern("\"operator\":\"vera\"[^}]*\"secondFactorUnreadable\":false");
        takesAway(desk, "fay", Desk.PASSWORD);
        assertThat(desk.another().signIn("fay").get("/panel").statusCode()).isEqualTo(200);
    }

    @Test
    void givenAStolenCookieOfAnOwner_whenTheThiefTakesSecondFactorsAway_thenTheyHaveToProveTheirs(Desk desk) {
        Kit.of("fay", desk.another());
        var kit = Kit.of("alice", desk);
        var thief = desk.another().withCookie(desk.cookie());
        var token = thief.token();

        var own = takesAway(thief, "alice", Desk.PASSWORD);
        var others = takesAway(thief, "fay", "");
        var byApi = thief.send("DELETE", "/panel/api/operators/alice/second-factor", "", "X-CSRF-Token", token);

        assertThat(own.statusCode()).isEqualTo(403);
        assertThat(own.body()).contains("Prove that it is you", "href=\"/panel/operators\"");
        assertThat(others.statusCode()).isEqualTo(403);
        assertThat(byApi.statusCode()).isEqualTo(403);
        assertThat(byApi.body()).contains("#proof-needed");
        assertThat(desk.bean(SecondFactors.class).summary("alice")).isPresent();
        assertThat(takesAway(desk, "fay", kit.recoveryCodes().get(0)).statusCode())
                .isEqualTo(303);
    }

    @Test
    void givenAnApiClientOfAnOwner_whenItTakesASecondFactorAway_thenItIsGone(Desk desk) {
        Kit.of("fay", desk.another());

        var answer =
                desk.send("DELETE", "/panel/api/operators/fay/second-factor", "", "Authorization", "Bearer writes");
        var nobody =
                desk.send("DELETE", "/panel/api/operators/mallory/second-factor", "", "Authorization", "Bearer writes");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(desk.bean(SecondFactors.class).summary("fay")).isEmpty();
        assertThat(nobody.statusCode()).isEqualTo(404);
        assertThat(nobody.body()).contains("#unknown-operator", "mallory");
    }

    private static HttpResponse<String> takesAway(Desk desk, String operator, String proof) {
        return desk.form("/panel/operators", Map.of("csrf", desk.token(), "operator", operator, "proof", proof));
    }
}
