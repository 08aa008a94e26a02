package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpTest {

    /** RFC 6238 appendix B: the last six of its eight digits. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void givenTheSecretOfTheStandard_whenATimeComes_thenTheCodeIsThatOfTheStandard(long seconds, String code) {
        var secret = "12345678901234567890".getBytes(US_ASCII);

        assertThat(Totp.code(secret, Totp.step(Instant.ofEpochSecond(seconds)))).isEqualTo(code);
    }

    /** RFC 4648 section 10, without padding. */
    @ParameterizedTest
    @CsvSource({"f,MY", "fo,MZXQ", "foo,MZXW6", "foob,MZXW6YQ", "fooba,MZXW6YTB", "foobar,MZXW6YTBOI"})
    void givenTheTextsOfTheStandard_whenTheyAreEncoded_thenTheyComeBack(String text, String encoded) {
        assertThat(Base32.encode(text.getBytes(US_ASCII))).isEqualTo(encoded);
        assertThat(new String(Base32.decode(encoded), US_ASCII)).isEqualTo(text);
    }

    @Test
    void givenAnyBytes_whenTheyAreEncoded_thenTheyComeBack() {
        for (var length = 0; length < 40; length++) {
            var bytes = new byte[length];
            new SecureRandom().nextBytes(bytes);

            assertThat(Base32.decode(Base32.encode(bytes))).isEqualTo(bytes);
        }
        assertThatThrownBy(() -> Base32.decode("MZ1W")).hasMessageContaining("character 2");
    }
}
