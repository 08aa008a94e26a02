package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class CookieSignerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");

    private final MasterKey master = new MasterKey(key(1));
    private final CookieSigner signer = new CookieSigner(master, "place");
    private final JWTClaimsSet claims = new JWTClaimsSet.Builder()
            .subject("someone")
            .expirationTime(Date.from(NOW.plus(Duration.ofHours(1))))
            .build();

    @Test
    void givenASignedCookie_whenItComesBack_thenItIsBelieved() {
        var believed = signer.verify(signer.sign(claims), NOW).orElseThrow();

        assertThat(believed.getSubject()).isEqualTo("someone");
    }

    @Test
    void givenAnotherKindOrKey_whenItComesBack_thenItIsNotBelieved() {
        var otherKind = new CookieSigner(master, "operator").sign(claims);
        var otherKey = new CookieSigner(new MasterKey(key(2)), "place").sign(claims);

        assertThat(signer.verify(otherKind, NOW)).isEmpty();
        assertThat(signer.verify(otherKey, NOW)).isEmpty();
    }

    @Test
    void givenACookieWhoseTimeHasCome_whenItComesBack_thenItIsNotBelieved() {
        var cookie = signer.sign(claims);

        assertThat(signer.verify(cookie, NOW.plus(Duration.ofHours(1)))).isEmpty();
    }

    @Test
    void givenACookieWithoutAnEnd_whenItComesBack_thenItIsNotBelieved() {
        var cookie = signer.sign(new JWTClaimsSet.Builder().subject("someone").build());

        assertThat(signer.verify(cookie, NOW)).isEmpty();
    }

    @Test
    void givenACookie_whenAnyCharacterIsAltered_thenItIsNotBelieved() {
        var cookie = signer.sign(claims);

        for (int i = 0; i < cookie.length(); i++) {
            var altered = new StringBuilder(cookie);
            altered.setCharAt(i, cookie.charAt(i) == 'A' ? 'B' : 'A');
            assertThat(signer.verify(altered.toString(), NOW))
                    .as("altered at %d", i)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b.c", "{}", "null", "eyJhbGciOiJIUzI1NiJ9..", "a.b.c.d.e", "\u0000"})
    void givenNoSuchThingAtAll_whenItComes_thenItIsNotBelieved(String cookie) {
        assertThat(signer.verify(cookie, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "HS512", "RS256"})
    void givenAHeaderThatNamesAnotherAlgorithm_whenItComes_thenItIsNotBelieved(String algorithm) {
        var parts = signer.sign(claims).split("\\.", -1);
        var header = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"alg\":\"" + algorithm + "\"}").getBytes(UTF_8));

        assertThat(signer.verify(header + "." + parts[1] + "." + parts[2], NOW)).isEmpty();
        assertThat(signer.verify(header + "." + parts[1] + ".", NOW)).isEmpty();
    }

    @Test
    void givenAMasterKey_whenItIsTooShort_thenItIsRefused() {
        assertThatThrownBy(() -> new MasterKey(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givenAMasterKey_whenPurposesDiffer_thenSoDoTheirKeys() {
        assertThat(master.derive("one")).hasSize(32).isNotEqualTo(master.derive("two"));
        assertThat(master.derive("one")).isEqualTo(new MasterKey(key(1)).derive("one"));
        assertThat(master.fingerprint("one", new byte[] {1})).isNotEqualTo(master.fingerprint("two", new byte[] {1}));
        assertThat(master.toString()).isEqualTo("MasterKey[secret]");
    }

    private static byte[] key(int fill) {
        var key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return key;
    }
}
