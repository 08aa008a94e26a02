package io.gatehouse.draw;

import io.gatehouse.secret.Digests;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The unguessable 32 bytes that a draw follows from, a secret until the draw is over.
 *
 * @param hex 64 hexadecimal digits in lower case
 */
public record Seed(String hex) {

    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");

    public Seed {
        if (!DIGITS.matcher(hex).matches()) {
            throw new IllegalArgumentException("seed must be 64 hexadecimal digits in lower case");
        }
    }

    /** The digest that is published before the lobby opens: it binds this seed and draw, and hides the seed. */
    public String commitment(Draw draw) {
        var sha256 = Hashes.sha256();
        sha256.update(draw.announced());
        return HexFormat.of().formatHex(sha256.digest(bytes()));
    }

    /** The receipts of this draw. */
    public Receipts receipts(Draw draw) {
        return new Receipts(draw, Digests.hmac(bytes(), Hashes.lines("gatehouse receipt 1", draw.room(), draw.id())));
    }

    /**
     * The order of the entrants.
     *
     * @param entrants 1 to {@value Permutation#MOST}
     * @param publicValue one line of 1 to 1,000 characters
     * @param behind the entries behind, none beyond the entrants
     */
    public Permutation permutation(Draw draw, long entrants, String publicValue, RankedBehind behind) {
        return new Permutation(HexFormat.of().parseHex(key(draw, entrants, publicValue, behind)), entrants, behind);
    }

    /** The key of the order, 64 hexadecimal digits; it is published with the seed. */
    public String key(Draw draw, long entrants, String publicValue, RankedBehind behind) {
        return HexFormat.of().formatHex(Digests.hmac(bytes(), draw.settled(entrants, publicValue, behind)));
    }

    private byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public String toString() {
        return "Seed[secret]";
    }
}
