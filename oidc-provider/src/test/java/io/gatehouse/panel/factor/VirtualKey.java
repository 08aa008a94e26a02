package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A passkey in a browser, in tests: makes a P-256 key pair and signs what it is asked (WebAuthn level 2). It
 * says what it is told to say, so that it can also be a hostile one.
 */
public final class VirtualKey {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Base64.Encoder LETTERS = Base64.getUrlEncoder().withoutPadding();
    private static final byte PRESENT = 0x01;
    private static final byte VERIFIED = 0x04;
    private static final byte HAS_CREDENTIAL = 0x40;

    private final KeyPair pair = pair();
    private final byte[] id;
    private String user = "";
    private String origin = "http://localhost:9000";
    private String host = "localhost";
    private boolean checksOwner = true;
    private int counter;

    /** @param number tells the key from others */
    public VirtualKey(int number) {
        this.id = ByteBuffer.allocate(16).putInt(number).array();
    }

    /** As on a page of another origin. */
    public VirtualKey at(String other) {
        origin = other;
        return this;
    }

    /** As if asked for another host. */
    public VirtualKey forHost(String other) {
        host = other;
        return this;
    }

    /** As a key that is only touched. */
    public VirtualKey unchecked() {
        checksOwner = false;
        return this;
    }

    /** As a key that has a PIN by now. */
    public VirtualKey checked() {
        checksOwner = true;
        return this;
    }

    /** With this user, as one that claims to be of another operator. */
    public VirtualKey of(String other) {
        user = other;
        return this;
    }

    public String user() {
        return user;
    }

    /** How often it says that it has signed. */
    public VirtualKey counting(int next) {
        counter = next;
        return this;
    }

    /** What the browser sends after {@code navigator.credentials.create} with these options. */
    public String create(String options) {
        var asked = JSON.readTree(options);
        user = asked.at("/user/id").asString();
        var credential = join(new byte[16], bytes(0, id.length), id, cose());
        var data = join(authenticatorData((byte) (flags() | HAS_CREDENTIAL)), credential);
        var attestation = join(
                bytes(0xa3, 0x63),
                "fmt".getBytes(UTF_8),
                bytes(0x64),
                "none".getBytes(UTF_8),
                bytes(0x67),
                "attStmt".getBytes(UTF_8),
                bytes(0xa0),
                bytes(0x68),
                "authData".getBytes(UTF_8),
                bytes(0x58, data.length),
                data);
        return answer(Map.of(
                "clientDataJSON", letters(clientData("webauthn.create", asked)),
                "attestationObject", letters(attestation)));
    }

    /** What the browser sends after {@code navigator.credentials.get} with these options. */
    public String get(String options) {
        var client = clientData("webauthn.get", JSON.readTree(options));
        var data = authenticatorData(flags());
        return answer(Map.of(
                "clientDataJSON", letters(client),
                "authenticatorData", letters(data),
                "signature", letters(signed(join(data, sha256(client)))),
                "userHandle", user));
    }

    private byte flags() {
        return checksOwner ? PRESENT | VERIFIED : PRESENT;
    }

    private String answer(Map<String, String> response) {
        return JSON.writeValueAsString(Map.of(
                "id", letters(id),
                "rawId", letters(id),
                "type", "public-key",
                "response", response,
                "clientExtensionResults", Map.of()));
    }

    private byte[] clientData(String type, JsonNode asked) {
        return JSON.writeValueAsBytes(Map.of(
                "type", type, "challenge", asked.path("challenge").asString(), "origin", origin, "crossOrigin", false));
    }

    private byte[] authenticatorData(byte flags) {
        return join(
                sha256(host.getBytes(UTF_8)),
                new byte[] {flags},
                ByteBuffer.allocate(4).putInt(counter).array());
    }

    /** The public key (RFC 9053 section 7.1): EC2, ES256, P-256, x, y. */
    private byte[] cose() {
        var point = ((ECPublicKey) pair.getPublic()).getW();
        return join(
                bytes(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20),
                coordinate(point.getAffineX().toByteArray()),
                bytes(0x22, 0x58, 0x20),
                coordinate(point.getAffineY().toByteArray()));
    }

    private static byte[] coordinate(byte[] number) {
        var padded = join(new byte[32], number);
        return Arrays.copyOfRange(padded, padded.length - 32, padded.length);
    }

    private byte[] signed(byte[] text) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    private static KeyPair pair() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    private static String letters(byte[] bytes) {
        return LETTERS.encodeToString(bytes);
    }

    private static byte[] bytes(int... values) {
        var bytes = new byte[values.length];
        for (var index = 0; index < values.length; index++) {
            bytes[index] = (byte) values[index];
        }
        return bytes;
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
