package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Position;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Reads what operators typed and API clients sent, and says what was expected when it makes no sense. */
final class OperatorInput {

    static final long MOST_LET_IN = 1_000_000;

    /** Room for dates written as numbers; every store, page and script counts on from it exactly for ever. */
    static final long MOST_OPENING = 1_000_000_000_000_000L;

    /** Room for what was expected and a part of what came, which may be of any length. */
    private static final int LONGEST_WORDS = 300;

    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private OperatorInput() {}

    /** The value that the reader makes; its {@link IllegalArgumentException} becomes a refusal in the same words. */
    static <T> T read(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException unusable) {
            var said = String.valueOf(unusable.getMessage());
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    said.length() > LONGEST_WORDS ? said.substring(0, LONGEST_WORDS) + "..." : said);
        }
    }

    static long count(String text) {
        return whole("count", text, 1, MOST_LET_IN);
    }

    static long position(String text) {
        return whole("position", text, 1, Position.MOST);
    }

    static long opening(String name, String text) {
        return whole(name, text, 1, Long.MAX_VALUE);
    }

    /** The number of an opening that is to begin after this one. */
    static NextOpening next(long after, String opening) {
        return new NextOpening(after, whole("opening", opening, after + 1, MOST_OPENING));
    }

    private static long whole(String name, String text, long least, long most) {
        var plain = text.strip();
        if (!WHOLE.matcher(plain).matches() || Long.parseLong(plain) < least || Long.parseLong(plain) > most) {
            var range = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw RefusedException.invalid(name + " must be a whole number, " + range, quoted(text));
        }
        return Long.parseLong(plain);
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
