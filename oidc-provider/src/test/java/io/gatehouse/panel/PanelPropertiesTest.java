package io.gatehouse.panel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanelPropertiesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "{noop}correct horse battery",
                "{bcrypt}",
                "{bcrypt}secret",
                "$2a$12$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS",
                "{md5}5ebe2294ecd0e0f08eab7690d2a6ee69"
            })
    void givenAPasswordThatIsNoHash_whenTheSettingsAreRead_thenTheyAreRefusedByName(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("alice", password))
                .withMessageContaining("gatehouse.operators.alice.password")
                .withMessageContaining("hash-password")
                .withMessageContaining("{bcrypt}$2a$")
                .withMessageNotContaining("horse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "-", "al\nice", "<alice>"})
    void givenANameThatIsNone_whenTheSettingsAreRead_thenTheyAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(name, Desk.HASH))
                .withMessageContaining("gatehouse.operators");
    }

    @Test
    void givenAnAccount_whenItIsWrittenSomewhere_thenItsHashIsNot() {
        assertThat(settings("alice", Desk.HASH).toString()).doesNotContain("$2b$");
    }

    private static PanelProperties settings(String name, String password) {
        var accounts = Map.of(name, new PanelProperties.Account(password));
        return new PanelProperties(URI.create("http://localhost:9000"), accounts);
    }
}
