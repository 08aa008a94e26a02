package io.gatehouse.oidc.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Compares client secrets by a fast keyed digest. They are long and random, so a slow one would protect
 * nothing and cost each token call a tenth of a second.
 */
public final class ClientSecrets implements PasswordEncoder {

    private final MasterKey master;

    public ClientSecrets(MasterKey master) {
        this.master = master;
    }

    @Override
    public String encode(@Nullable CharSequence secret) {
        var text = String.valueOf(secret).getBytes(UTF_8);
        return HexFormat.of().formatHex(master.fingerprint("client-secret", text));
    }

    @Override
    public boolean matches(@Nullable CharSequence secret, @Nullable String encoded) {
        return secret != null
                && encoded != null
                && MessageDigest.isEqual(encode(secret).getBytes(UTF_8), encoded.getBytes(UTF_8));
    }
}
