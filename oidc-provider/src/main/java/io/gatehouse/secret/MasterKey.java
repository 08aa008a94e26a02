package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.util.Base64URL;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The one secret that all nodes of an installation share. It is never used itself: each purpose has a key of
 * its own, derived by HMAC-SHA256 over the purpose's name (the expand step of HKDF, RFC 5869, for one block),
 * so that a signature made for one purpose is worth nothing for another.
 */
public final class MasterKey {

    private final SecretKey key;
    private final Map<String, SecretKey> fingerprinting = new ConcurrentHashMap<>();

    /** @param bytes at least 32 random bytes */
    public MasterKey(byte[] bytes) {
        if (bytes.length < 32) {
            throw new IllegalArgumentException("the master key must have 32 bytes or more, has " + bytes.length);
        }
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** 32 bytes that belong to this purpose alone. */
    public byte[] derive(String purpose) {
        return Digests.hmac(key, (purpose + "\u0001").getBytes(UTF_8));
    }

    /**
     * HMAC-SHA256 of a text under the purpose's key: stable, and tells nothing about the text. Purposes stand
     * in the code: the key of each is kept.
     */
    public byte[] fingerprint(String purpose, byte[] text) {
        var own = fingerprinting.computeIfAbsent(purpose, name -> new SecretKeySpec(derive(name), "HmacSHA256"));
        return Digests.hmac(own, text);
    }

    /** The fingerprint of a text, in Base64url. */
    public String fingerprint(String purpose, String text) {
        return Base64URL.encode(fingerprint(purpose, text.getBytes(UTF_8))).toString();
    }

    /** Half of the fingerprint in hexadecimal digits: a name for what must not be named itself. */
    public String pseudonym(String purpose, byte[] text) {
        return HexFormat.of().formatHex(fingerprint(purpose, text), 0, 16);
    }

    @Override
    public String toString() {
        return "MasterKey[secret]";
    }
}
