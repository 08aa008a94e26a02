package io.gatehouse.panel.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence with values. {@code {0}} is any text, and stays as it is. {@code {n}} is a number, {@code {d}} a
 * date with a time or a time, and {@code {w}} words that have an entry of their own. A digit tells two of a
 * kind apart: {@code {n1}}, {@code {n2}}.
 *
 * <p>A number or a date ends where it ends; another value where the next letters of the sentence stand first,
 * and the last one where the sentence's last letters begin. Nothing is tried twice, so a text that seems to
 * fit costs no more than one that does.
 */
final class Phrase {

    private static final Pattern VALUE = Pattern.compile("\\{([a-z]?\\d?)}");
    private static final Pattern NUMBER = Pattern.compile("-?(?:\\d{1,3}(?:,\\d{3})++|\\d++)(?:\\.\\d++)?");
    private static final Pattern DATE = Pattern.compile(
            "(\\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\\d{4})(, \\d\\d:\\d\\d(?::\\d\\d)?)?|\\d\\d:\\d\\d");
    private static final Map<String, String> MONTHS = Map.ofEntries(
            Map.entry("Jan", "Jan."),
            Map.entry("Feb", "Feb."),
            Map.entry("Mar", "März"),
            Map.entry("Apr", "Apr."),
            Map.entry("May", "Mai"),
            Map.entry("Jun", "Juni"),
            Map.entry("Jul", "Juli"),
            Map.entry("Aug", "Aug."),
            Map.entry("Sep", "Sept."),
            Map.entry("Oct", "Okt."),
            Map.entry("Nov", "Nov."),
            Map.entry("Dec", "Dez."));

    private final List<String> letters = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final String other;

    Phrase(String english, String other) {
        this.other = other;
        var value = VALUE.matcher(english);
        var from = 0;
        while (value.find()) {
            letters.add(english.substring(from, value.start()));
            values.add(value.group(1));
            from = value.end();
        }
        letters.add(english.substring(from));
    }

    static boolean hasValues(String english) {
        return VALUE.matcher(english).find();
    }

    /** The values of a text, sorted; both languages have the same. */
    static List<String> values(String text) {
        return VALUE.matcher(text).results().map(MatchResult::group).sorted().toList();
    }

    /** The number of the sentence's own letters: the more there are, the surer it is meant. */
    int letters() {
        return letters.stream().mapToInt(String::length).sum();
    }

    /**
     * The text in the other language, if it is this sentence.
     *
     * @param isOne whether a value that has the end of a sentence in it is none
     */
    Optional<String> of(String english, boolean isOne, Function<String, Optional<String>> words) {
        var last = letters.get(letters.size() - 1);
        var end = english.length() - last.length();
        if (!english.startsWith(letters.get(0)) || !english.endsWith(last)) {
            return Optional.empty();
        }
        Map<String, String> said = new HashMap<>();
        var from = letters.get(0).length();
        for (var at = 0; at < values.size(); at++) {
            var to = at == values.size() - 1 ? end : end(values.get(at), english, from, letters.get(at + 1));
            if (to <= from || to > end) {
                return Optional.empty();
            }
            var value = said(values.get(at), english.substring(from, to), words);
            if (value.isEmpty() || isOne && english.substring(from, to).contains(". ")) {
                return Optional.empty();
            }
            said.put(values.get(at), value.get());
            from = to + letters.get(at + 1).length();
        }
        return Optional.of(VALUE.matcher(other)
                .replaceAll(value -> Matcher.quoteReplacement(said.getOrDefault(value.group(1), value.group()))));
    }

    /** The end of the value that begins here; -1 without one. */
    private static int end(String kind, String english, int from, String next) {
        if (!kind.startsWith("n") && !kind.startsWith("d")) {
            return english.indexOf(next, from + 1);
        }
        var value = (kind.startsWith("n") ? NUMBER : DATE).matcher(english).region(from, english.length());
        return value.lookingAt() && english.startsWith(next, value.end()) ? value.end() : -1;
    }

    /** A value in the other language; empty if it is not of this kind. */
    private static Optional<String> said(String kind, String value, Function<String, Optional<String>> words) {
        return switch (kind.isEmpty() ? '0' : kind.charAt(0)) {
            case 'n' -> NUMBER.matcher(value).matches() ? Optional.of(number(value)) : Optional.empty();
            case 'd' -> date(value);
            case 'w' -> words.apply(value);
            default -> value.contains("<>") ? Optional.empty() : Optional.of(value);
        };
    }

    private static String number(String english) {
        return english.replace('.', ';').replace(',', '.').replace(';', ',');
    }

    private static Optional<String> date(String english) {
        var date = DATE.matcher(english);
        if (!date.matches()) {
            return Optional.empty();
        }
        var month = date.group(2);
        var time = date.group(4) == null ? "" : date.group(4);
        return Optional.of(
                month == null ? english : date.group(1) + ". " + MONTHS.get(month) + " " + date.group(3) + time);
    }
}
