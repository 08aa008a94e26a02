package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gatehouse.addition.AddedOperators;
import io.gatehouse.panel.Desk;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.store.embedded.EmbeddedStores;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorsTest {

    private static EmbeddedStores stores;

    @BeforeAll
    static void open(@TempDir Path folder) {
        stores = EmbeddedStores.open(folder);
    }

    @AfterAll
    static void close() {
        stores.close();
    }

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
    void givenAPasswordThatIsNoHash_whenGatehouseStarts_thenItSaysWhichSettingAndHow(String password) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> operators("alice", password))
                .withMessageContaining("gatehouse.operators.alice.password")
                .withMessageContaining("hash-password")
                .withMessageContaining("{bcrypt}$2a$")
                .withMessageNotContaining("horse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "-", "al\nice", "<alice>"})
    void givenANameThatIsNone_whenGatehouseStarts_thenItSaysSo(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> operators(name, Desk.HASH))
                .withMessageContaining("gatehouse.operators");
    }

    @Test
    void givenAnAccount_whenItIsWrittenSomewhere_thenItsHashIsNot() {
        assertThat(new PanelProperties(
                                Map.of("alice", new PanelProperties.Account(Desk.HASH, Role.OWNER)),
                                new PanelProperties.DemandProperties(null),
                                null)
                        .toString())
                .doesNotContain("$2b$");
    }

    private static Operators operators(String name, String password) {
        var accounts = Map.of(name, new PanelProperties.Account(password, Role.OWNER));
        var master = new MasterKey(new byte[32]);
        return new Operators(
                new PanelProperties(accounts, new PanelProperties.DemandProperties(null), null),
                master,
                new AddedOperators(stores.values(), master, Clock.systemUTC()),
                new PasswordHashes());
    }
}
