package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelAdditions;
import io.gatehouse.panel.answer.PanelPaths;
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
            "logging.level.io.gatehouse.panel=warn"
        })
@ExtendWith({OutputCaptureExtension.class, Desk.Provider.class})
class NobodyConfiguredTest {

    @Test
    void givenNoOperator_whenSomeoneSignsIn_thenTheyAreToldHowToBegin(Desk desk) {
        var form = desk.get(PanelPaths.SIGN_IN);
        var answer = desk.trySignIn("admin", "admin");

        assertThat(form.body())
                .contains("java -jar oidc-provider.jar hash-password")
                .doesNotContain("<form");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("hash-password");
        assertThat(desk.cookie()).isEmpty();
    }

    @Test
    void givenNoOperator_whenGatehouseStarts_thenTheLogSaysHowToBegin(CapturedOutput output, Desk desk) {
        var unused = new Operators(desk.bean(PanelProperties.class), desk.bean(io.gatehouse.secret.MasterKey.class));

        assertThat(output)
                .contains("no operator is configured", "hash-password", "gatehouse.operators.<name>.password");
    }
}
