package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.secret.PasswordHashes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class HashPasswordTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void givenAPassword_whenItIsHashed_thenTheLineIsWhatAnAccountNeeds() {
        var status = run("correct horse battery\n");

        assertThat(status).isZero();
        assertThat(line()).startsWith("{bcrypt}$2a$12$").doesNotContain("horse");
        assertThat(PasswordHashes.isHash(line())).isTrue();
        assertThat(new PasswordHashes().matches("correct horse battery", line()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "eleven char\n", "short"})
    void givenAShortPassword_whenItIsHashed_thenItIsRefused(String input) {
        assertThat(run(input)).isEqualTo(1);
        assertThat(line()).isEqualTo("the password must have 12 characters or more");
    }

    @Test
    void givenAPasswordThatBcryptWouldCutOff_whenItIsHashed_thenItIsRefused() {
        assertThat(run("ü".repeat(40))).isEqualTo(1);
        assertThat(line()).contains("72 bytes");
    }

    private int run(String input) {
        return HashPassword.run(new ByteArrayInputStream(input.getBytes(UTF_8)), new PrintStream(printed, true, UTF_8));
    }

    private String line() {
        return printed.toString(UTF_8).strip();
    }
}
