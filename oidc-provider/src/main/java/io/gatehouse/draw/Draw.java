package io.gatehouse.draw;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One draw as it is announced before the lobby opens: its room, its commitment, and the source of a value
 * that is still unknown.
 *
 * <p><b>The promise.</b> Entrants have entry numbers 1 to n, in the order of arrival. Each gets a receipt
 * that names room, draw, entry and place ({@link Receipt}). Their order after the draw is a permutation of 1
 * to n. It follows from a {@link Seed}, which was committed to before the first entrant, from n, and from a
 * public value that was unknown when the seed was made. With the published seed and value anyone can compute
 * every position ({@link PublishedDraw}).
 *
 * <p><b>An operator who knows the seed</b> could choose the first entrant by choosing n or the public value.
 * A value from elsewhere that is named beforehand (a future round of drand, an index's closing value) cannot
 * be chosen: use that draw where the operator is not trusted. By default the value is a hash over all
 * receipts, in which every visitor has a part; but an operator who knows the seed and may add an entrant at
 * the last moment can try entrants until the order suits.
 *
 * <p><b>An insider</b> with the master key, which all seeds follow from, is such an operator, and no more.
 * The seed cannot be exchanged, because the commitment is public and fits no other. Entries cannot be
 * renumbered or exchanged, because receipts name them, and the hash over all of them is public before the
 * value.
 *
 * <p><b>A visitor with a thousand entries</b> has a thousand chances, as in any lottery, and cannot improve
 * one: without the seed an entry does not tell its position. The remedies are passes, limits, proof of work,
 * and a draw that counts networks ({@link Networks}): further entries of a network rank behind all others.
 *
 * <p><b>An operator who draws again until it suits</b> is visible: commitment, id and source are public
 * before the first entrant, every receipt names the draw, and one commitment, n and value give one order.
 *
 * <p><b>Forged receipts.</b> Before the seed is public only we can make one. Afterwards anyone can, but not
 * with a mark of the list of all marks that the hash over the receipts binds ({@link PublishedDraw#binds}):
 * each entry has one.
 *
 * <p><b>Rejected.</b> A shuffled list: it would have to be stored, and published, whole. Fisher-Yates from a
 * seed: the verifier would have to shuffle ten million entries to find one. Random numbers to sort by: the
 * same.
 *
 * @param room the room's id
 * @param id 1 to 63 of a-z, 0-9 and inner hyphens, another for each draw of a room
 * @param source where the public value comes from, 1 to 200 characters in a line, {@value #RECEIPTS} for the
 *     default
 * @param mostPerNetwork how many of a network are entries of their own, see {@link Networks}; 0: all of them
 */
public record Draw(String room, String id, String source, int mostPerNetwork) {

    /** The source of a public value that is the hash over all entrants' receipts. */
    public static final String RECEIPTS = "receipts";

    /** Words that say that there is a draw, or none, and not where its public value comes from. */
    private static final Set<String> NO_SOURCES = Set.of(
            "", "a", "by", "chance", "default", "draw", "false", "lottery", "no", "none", "null", "off", "on", "raffle",
            "random", "shuffle", "the", "true", "yes");

    /** A numbered round, or an address. */
    private static final Pattern CLEAR = Pattern.compile("\\d|://|\\p{L}\\.\\p{L}");

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    /** A draw that does not count networks. */
    public Draw(String room, String id, String source) {
        this(room, id, source, 0);
    }

    public Draw {
        if (mostPerNetwork < 0) {
            throw new IllegalArgumentException("mostPerNetwork must be 0 or more, was " + mostPerNetwork);
        }
        requirePlain("room", room);
        requirePlain("id", id);
        requireSource(source);
    }

    /** The version of the rules for the order: a verifier that does not know it must say so. */
    public String format() {
        return "gatehouse draw " + rules();
    }

    private int rules() {
        return mostPerNetwork == 0 ? 1 : 2;
    }

    /**
     * The public mark of a place, sixteen hexadecimal digits: the first 8 bytes of a digest of its id; or,
     * where networks are counted, the first 4, and then the 4 bytes of the id that stand for the network.
     *
     * @param place the place id's 16 bytes
     */
    public String markOf(byte[] place) {
        var sha256 = Hashes.sha256();
        sha256.update(Hashes.lines("gatehouse mark " + rules()));
        var hex = HexFormat.of();
        var digest = sha256.digest(place);
        return mostPerNetwork == 0
                ? hex.formatHex(digest, 0, 8)
                : hex.formatHex(digest, 0, 4) + hex.formatHex(place, Networks.FROM, Networks.TO);
    }

    /** The input of the commitment, beside the seed. */
    byte[] announced() {
        return mostPerNetwork == 0
                ? Hashes.lines("gatehouse commitment 1", room, id, source)
                : Hashes.lines("gatehouse commitment 2", room, id, source, Integer.toString(mostPerNetwork));
    }

    /** The input of the key, beside the seed. */
    byte[] settled(long entrants, String publicValue, RankedBehind behind) {
        var many = Long.toString(entrants);
        return mostPerNetwork == 0
                ? Hashes.lines("gatehouse draw 1", room, id, many, publicValue)
                : Hashes.lines("gatehouse draw 2", room, id, many, publicValue, behind.toString());
    }

    /** Whether this may be a draw's source; {@link IllegalArgumentException} says what it must be. */
    public static void requireSource(String source) {
        requireLine("source", source, 200);
    }

    /**
     * Whether a person may mean this source: refuses, by {@link IllegalArgumentException}, a text that is
     * nearly {@value #RECEIPTS} or names no source. The doors of such a draw would stay shut until an
     * operator typed a value. A source with a digit in it, or an address, is accepted.
     */
    public static void requireMeant(String source) {
        var words = List.of(source.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"));
        var isUnclear = words.stream().anyMatch(word -> word.startsWith("receipt"))
                || words.size() == 1 && isNearlyReceipts(words.get(0))
                || NO_SOURCES.containsAll(words);
        if (isUnclear && !CLEAR.matcher(source).find() && !source.equals(RECEIPTS)) {
            throw new IllegalArgumentException(
                    "draw must be \"" + RECEIPTS + "\", or the name or address of the outside"
                            + " source of the public value, like \"drand round 123456 of quicknet\". For no draw, leave it out."
                            + " Was \"" + source + "\"");
        }
    }

    /** Whether a word has about this length and at most two other letters. Swapped or doubled ones do not count. */
    private static boolean isNearlyReceipts(String word) {
        var different = letters(word);
        var missing = letters(RECEIPTS);
        missing.removeAll(letters(word));
        different.removeAll(letters(RECEIPTS));
        return Math.abs(word.length() - RECEIPTS.length()) <= 2 && different.size() + missing.size() <= 2;
    }

    private static Set<Integer> letters(String word) {
        return word.chars().boxed().collect(Collectors.toCollection(HashSet::new));
    }

    /** Refuses, by {@link IllegalArgumentException}, a text that cannot be the id of a room or of a draw. */
    public static void requirePlain(String name, String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    name + " must be 1 to 63 of a-z, 0-9 and inner hyphens, was \"" + text + "\"");
        }
    }

    static void requireLine(String name, String text, int most) {
        var isLine = text.chars().noneMatch(unit -> unit < 0x20 || unit == 0x7f)
                && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        if (text.isEmpty() || text.length() > most || !isLine) {
            throw new IllegalArgumentException(
                    name + " must be one line of 1 to " + most + " characters, was \"" + text + "\"");
        }
    }
}
