package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelAdditions;
import io.gatehouse.panel.account.Invitations;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.testing.Crowd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@SpringBootTest(
        classes = {GatehouseApplication.class, PanelAdditions.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gatehouse.issuer=http://localhost:9000",
            "gatehouse.data=target/panel-test-${random.uuid}",
            "gatehouse.api-clients.nightly.secret=nightly-secret-of-some-length",
            "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write",
            "logging.level.io.gatehouse.panel=warn"
        })
@ExtendWith({OutputCaptureExtension.class, Desk.Provider.class})
class NobodyConfiguredTest {

    private static final String OPERATORS = "/panel/api/operators";
    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    @Test
    void givenNoOperator_whenSomeoneSignsIn_thenTheyAreToldHowToBegin(Desk desk) {
        var form = desk.get(PanelPaths.SIGN_IN);
        var answer = desk.trySignIn("admin", "admin");

        assertThat(form.body())
                .contains("java -jar oidc-provider.jar hash-password")
                .doesNotContain("name=\"password\"");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("hash-password");
        assertThat(desk.cookie()).isEmpty();
    }

    @Test
    void givenNoOperator_whenGatehouseStarts_thenTheLogSaysHowToBegin(CapturedOutput output, Desk desk) {
        var unused = new Operators(
                desk.bean(PanelProperties.class),
                desk.bean(MasterKey.class),
                desk.bean(AddedOperators.class),
                new PasswordHashes());

        assertThat(output)
                .contains("no operator is configured", "hash-password", "gatehouse.operators.<name>.password");
    }

    /** Nobody is there who could bring back the last owner. An API client is no person, and does not count. */
    @Test
    void givenTwoOwnersOfThePanelAlone_whenEachTakesTheOthersRoleAtOnce_thenOneStaysAnOwner(Desk desk)
            throws Exception {
        var names = List.of("anna", "ben");
        for (var name : names) {
            Invitations.accept(desk.another(), Invitations.link(desk, name, "owner"));
        }
        var turns = names.iterator();

        var answers = Crowd.of(2, () -> {
            String name;
            synchronized (turns) {
                name = turns.next();
            }
            return desk.send("PATCH", OPERATORS + "/" + name, "{\"role\":\"viewer\"}", WRITES)
                    .statusCode();
        });
        var left = owners(desk);

        assertThat(answers).containsExactlyInAnyOrder(200, 409);
        assertThat(left).hasSize(1);
        for (var act : List.of("{\"role\":\"operator\"}", "{\"off\":true}", "{\"role\":\"viewer\",\"off\":true}")) {
            var refused = desk.send("PATCH", OPERATORS + "/" + left.get(0), act, WRITES);
            assertThat(refused.statusCode()).as(act).isEqualTo(409);
            assertThat(refused.body()).contains("#last-owner", left.get(0) + " is the last owner");
        }
        assertThat(desk.post(OPERATORS + "/" + left.get(0) + "/link", "", WRITES)
                        .statusCode())
                .isEqualTo(409);
        assertThat(desk.send("DELETE", OPERATORS + "/" + left.get(0), "", WRITES)
                        .statusCode())
                .isEqualTo(409);
        assertThat(owners(desk)).isEqualTo(left);

        Invitations.link(desk, "cleo", "owner"); // who cannot sign in yet
        assertThat(desk.send("DELETE", OPERATORS + "/" + left.get(0), "", WRITES)
                        .statusCode())
                .isEqualTo(409);
        Invitations.keepNone(desk);
    }

    private static List<String> owners(Desk desk) {
        return Desk.json(desk.get(OPERATORS, WRITES))
                .path("operators")
                .valueStream()
                .filter(one -> one.path("role").asString().equals("owner"))
                .map(one -> one.path("operator").asString())
                .toList();
    }
}
