package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies draws and ledgers by draw.md and ledger.md alone, with nothing of Gatehouse's code. */
final class HandMadeVerifier {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HexFormat HEX = HexFormat.of();

    private HandMadeVerifier() {}

    /** Whether the lines are a chain whose last one the first key of the set has signed. */
    static boolean isWhole(List<String> lines, JsonNode jwks) throws GeneralSecurityException {
        var header = JSON.readTree(lines.get(0));
        var hash = "0".repeat(64);
        for (var line : lines.subList(1, lines.size())) {
            if (!JSON.readTree(line).path("previous").asString().equals(hash)) {
                return false;
            }
            hash = HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(line.getBytes(UTF_8)));
        }
        var parts = header.path("signature").asString().split("\\.");
        var says = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
        var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(key(jwks.at("/keys/0")));
        signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
        return signature.verify(Base64.getUrlDecoder().decode(parts[2]))
                && says.path("hash").asString().equals(hash)
                && says.path("seq").asLong() == lines.size() - 1;
    }

    private static PublicKey key(JsonNode jwk) throws GeneralSecurityException {
        var curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        var point = new ECPoint(number(jwk, "x"), number(jwk, "y"));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    }

    private static BigInteger number(JsonNode jwk, String name) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(name).asString()));
    }

    /** The position that the receipt has drawn in a draw of format 1; 0 when something does not fit. */
    static long position(JsonNode draw, String receipt) throws GeneralSecurityException {
        var seed = HEX.parseHex(text(draw, "seed"));
        var sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update(lines("gatehouse commitment 1", text(draw, "room"), text(draw, "id"), text(draw, "source")));
        var n = draw.path("entrants").asLong();
        var key = hmac(
                seed,
                lines(
                        "gatehouse draw 1",
                        text(draw, "room"),
                        text(draw, "id"),
                        Long.toString(n),
                        text(draw, "publicValue")));
        var cut = receipt.lastIndexOf('/');
        var of = hmac(seed, lines("gatehouse receipt 1", text(draw, "room"), text(draw, "id")));
        var tag = HEX.formatHex(hmac(of, receipt.substring(0, cut).getBytes(UTF_8)), 0, 16);
        var fits = HEX.formatHex(sha256.digest(seed)).equals(text(draw, "commitment"))
                && text(draw, "publicValue").equals(text(draw, "receipts"))
                && HEX.formatHex(key).equals(text(draw, "key"))
                && tag.equals(receipt.substring(cut + 1));
        return fits ? drawn(key, n, Long.parseLong(receipt.split("/")[3])) : 0;
    }

    private static long drawn(byte[] key, long n, long entry) throws GeneralSecurityException {
        var half = 4;
        while (1L << 2 * half < 2 * n) {
            half++;
        }
        var mask = (1L << half) - 1;
        var x = entry - 1;
        do {
            var left = x >> half;
            var right = x & mask;
            for (var round = 0; round < 16; round++) {
                var sha256 = MessageDigest.getInstance("SHA-256");
                sha256.update(key);
                sha256.update((byte) round);
                for (var shift = 24; shift >= 0; shift -= 8) {
                    sha256.update((byte) (right >> shift));
                }
                var digest = new BigInteger(1, HEX.parseHex(HEX.formatHex(sha256.digest(), 0, 4))).longValue();
                var next = left ^ digest & mask;
                left = right;
                right = next;
            }
            x = left << half | right;
        } while (x >= n);
        return x + 1;
    }

    private static byte[] lines(String... texts) {
        return (String.join("\n", texts) + "\n").getBytes(UTF_8);
    }

    private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }

    private static String text(JsonNode draw, String name) {
        return draw.path(name).asString();
    }
}
