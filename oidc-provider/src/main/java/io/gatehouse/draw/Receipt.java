package io.gatehouse.draw;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An entrant's proof that this place came with this number. As text it is one word,
 * {@code gatehouse1/room/draw/entry/mark/tag}; white space from copying does not count.
 *
 * @param draw the draw's id
 * @param entry from 1
 * @param mark tells the place from others without telling it: see {@link Draw#markOf}
 * @param tag the proof of its origin: 16 bytes of an HMAC that the seed leads to, 32 hexadecimal digits
 */
public record Receipt(String room, String draw, long entry, String mark, String tag) {

    /** The mark of an empty entry: its position was never taken, or its place is forgotten. */
    public static final String NOBODY = "0".repeat(16);

    private static final Pattern WHITE = Pattern.compile("[ \\t\\r\\n\\u00a0]+");

    private static final Pattern TEXT = Pattern.compile("gatehouse1"
            + "/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)"
            + "/([1-9][0-9]{0,9})/([0-9a-f]{16})/([0-9a-f]{32})");

    /** The receipt that this text has; empty when it is none. */
    public static Optional<Receipt> parse(String text) {
        var parts = TEXT.matcher(WHITE.matcher(text).replaceAll(""));
        return parts.matches()
                ? Optional.of(new Receipt(
                        parts.group(1), parts.group(2), Long.parseLong(parts.group(3)), parts.group(4), parts.group(5)))
                : Optional.empty();
    }

    String withoutTag() {
        return "gatehouse1/" + room + "/" + draw + "/" + entry + "/" + mark;
    }

    @Override
    public String toString() {
        return withoutTag() + "/" + tag;
    }
}
