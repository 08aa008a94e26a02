package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.RoomId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A search in a ledger, as it was typed; an empty or missing field filters nothing. */
final class LedgerForm {

    private static final List<String> FIELDS = List.of("kind", "opening", "from", "until");

    /** Entries that fit on a screen; the store reads them at once. */
    private static final int ON_A_PAGE = 50;

    private static final Pattern WHOLE = Pattern.compile("[1-9]\\d{0,17}");

    private LedgerForm() {}

    /** The page that is asked for. */
    static Ledgers.Page page(Ledgers ledgers, RoomId room, Map<String, String> form) {
        var before = typed(form, "before").map(text -> whole("before", text)).orElse(Long.MAX_VALUE);
        return ledgers.page(room, read(form), before, ON_A_PAGE);
    }

    private static Sought read(Map<String, String> form) {
        return new Sought(
                typed(form, "kind").map(LedgerForm::kind),
                typed(form, "opening").map(text -> whole("opening", text)),
                typed(form, "from").map(text -> Moments.read("from", text)),
                typed(form, "until").map(text -> Moments.read("until", text)));
    }

    /** Only what a person types. */
    static Map<String, String> typed(Map<String, String> form) {
        var typed = new LinkedHashMap<String, String>();
        FIELDS.forEach(field -> typed.put(field, typed(form, field).orElse("")));
        return typed;
    }

    /** The number of an entry, 1 or more. */
    static long entry(String name, String text) {
        return whole(name, text.strip());
    }

    private static Optional<String> typed(Map<String, String> form, String field) {
        return Optional.ofNullable(form.get(field)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static String kind(String word) {
        if (!Ledgers.kinds().contains(word)) {
            throw RefusedException.invalid("kind must be one of " + Ledgers.kinds(), "\"" + word + "\"");
        }
        return word;
    }

    private static long whole(String name, String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw RefusedException.invalid(name + " must be a whole number of 1 or more", "\"" + text + "\"");
        }
        return Long.parseLong(text);
    }
}
