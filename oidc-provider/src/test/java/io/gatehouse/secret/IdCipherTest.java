package io.gatehouse.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Ids that an earlier release gave away are read by this one, and are what this one would give. */
class IdCipherTest {

    private static final MasterKey MASTER = new MasterKey(new byte[32]);
    private static final byte[] ID = HexFormat.of().parseHex("0123456789ab4def8123456789abcdef");

    @Test
    void givenARequestIdOfAnEarlierRelease_whenItIsRead_thenItIsThePlaceAndThePlaceIsIt() {
        var cipher = new IdCipher(MASTER, "aws-request-id");
        var given = HexFormat.of().parseHex("a1dfb17e94be37e6f016d101b85b9519");

        assertThat(cipher.decrypt(given)).isEqualTo(ID);
        assertThat(cipher.encrypt(ID)).isEqualTo(given);
        assertThat(new IdCipher(MASTER, "another-purpose").decrypt(given)).isNotEqualTo(ID);
    }

    @Test
    void givenATokenIdOfAnEarlierRelease_whenItIsRead_thenItIsThePlaceAndThePlaceIsIt() {
        var cipher = new IdCipher(MASTER, "id-token-place");
        var given = Base64.getUrlDecoder().decode("zybvOWvVj375d5WEeWHwnCTM3TmdZZ0Kp1APoX6rttk");
        var nonce = Arrays.copyOf(given, 16);
        var masked = Arrays.copyOfRange(given, 16, 32);

        assertThat(cipher.mask(nonce, masked)).isEqualTo(ID);
        assertThat(cipher.mask(nonce, ID)).isEqualTo(masked);
    }
}
