package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.LedgerEntry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The content of a ledger entry, in a sentence for people. */
final class EntryWords {

    private static final Pattern CONSTANT = Pattern.compile("[A-Z_]{2,}");

    private final Map<String, Object> data;

    private EntryWords(Map<String, Object> data) {
        this.data = data;
    }

    static String of(LedgerEntry entry) {
        var words = new EntryWords(entry.data());
        return switch (entry.kind()) {
            case "begin" -> words.said("The ledger begins, in opening {opening}.");
            case "opening" -> words.said("Opening {opening} has begun, with an empty line.");
            case "settings" -> "In force: " + words.settings() + ".";
            case "phase" -> words.said("The phase is {phase} from now on.");
            case "act" -> words.member("who") + ": " + words.member("what");
            case "draw" -> words.draw();
            case "called" -> words.called();
            case "unwritten" -> words.said("Numbers {from} to {to}: called by a node that did not write it.");
            case "ended" -> "Ended: " + words.counts() + ".";
            case "tuned" -> words.member("says");
            case "clock" -> words.said("A clock was set back, from {from} to {to}.");
            case "checkpoint" -> "All entries before this one are signed.";
            default -> "";
        };
    }

    private String member(String name) {
        return String.valueOf(data.get(name));
    }

    private String said(String sentence) {
        var words = sentence;
        for (var member : data.entrySet()) {
            words = words.replace("{" + member.getKey() + "}", text(member.getValue()));
        }
        return words;
    }

    private String settings() {
        return new TreeMap<>(data)
                .entrySet().stream()
                        .map(setting -> setting.getKey()
                                + " "
                                + (setting.getValue() instanceof List<?> openings
                                        ? "of " + openings.size()
                                        : text(setting.getValue())))
                        .collect(Collectors.joining(", "));
    }

    private String draw() {
        if (data.containsKey("seed")) {
            return said("Draw {id}: drawn and published, {entrants} entrants.");
        }
        return said(
                data.containsKey("entrants")
                        ? "Draw {id}: {entrants} entrants are fixed."
                        : "Draw {id}: the lobby is open.");
    }

    private String called() {
        if (data.containsKey("outOfTurn")) {
            return "Called out of turn: " + count("outOfTurn") + ".";
        }
        var passed = count("passed");
        return said("Numbers {from} to {to} called, {why}")
                + (passed == 0 ? "" : ", " + passed + " of them passed over")
                + ".";
    }

    private String counts() {
        return data.get("counts") instanceof Map<?, ?> counts
                ? counts.entrySet().stream()
                        .map(count -> count.getValue() + " "
                                + String.valueOf(count.getKey()).toLowerCase(Locale.ROOT))
                        .sorted()
                        .collect(Collectors.joining(", "))
                : "";
    }

    /** The number of positions in these ranges. */
    private long count(String name) {
        return data.get(name) instanceof List<?> ranges
                ? ranges.stream()
                        .filter(List.class::isInstance)
                        .mapToLong(range -> length((List<?>) range))
                        .sum()
                : 0;
    }

    private static long length(List<?> range) {
        return ((Number) range.get(1)).longValue() - ((Number) range.get(0)).longValue() + 1;
    }

    /** A number with its groups, and a constant like {@code BY_HAND} in small letters. */
    private static String text(Object value) {
        if (value instanceof Number number) {
            return String.format(Locale.ENGLISH, "%,d", number.longValue());
        }
        var text = String.valueOf(value);
        return CONSTANT.matcher(text).matches() ? text.toLowerCase(Locale.ROOT).replace('_', ' ') : text;
    }
}
