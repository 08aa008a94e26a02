package io.gatehouse.setting;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kind of a {@link Setting}: how it is read, printed and bounded. */
public interface Kind {

    /** The JSON type: {@code string}, {@code integer}, {@code boolean} or {@code array}. */
    default String type() {
        return "string";
    }

    /** Whether it can be without a value. */
    default boolean isOptional() {
        return true;
    }

    /** The value in JSON. */
    default Object json(Object value) {
        return value;
    }

    /** A value in JSON as people write it: in one or more lines. */
    default List<String> lines(Object json) {
        return List.of(json.toString());
    }

    /** A value in JSON as it is typed into a form. */
    default String typed(Object json) {
        return String.join("\n", lines(json));
    }

    /**
     * The value that was typed, or sent as a text or number.
     *
     * @throws IllegalArgumentException that names the setting and says what was expected
     */
    default Object read(String name, String typed) {
        return typed;
    }

    /** The fault of a value, as the configuration says it; empty: none. */
    default Optional<String> fault(Object value) {
        return Optional.empty();
    }

    /**
     * Refuses a value out of its bounds.
     *
     * @param property the full name of the setting
     * @param value null: it is not set
     */
    default void require(String property, @Nullable Object value) {
        Optional.ofNullable(value).flatMap(this::fault).ifPresent(problem -> {
            throw new InvalidSettingException(property, problem, example());
        });
    }

    /** Its bounds in words: {@code 1s to 1d}; empty: it has none. */
    default String range() {
        return "";
    }

    /** A value that would do, as it is written in the configuration. */
    default String example() {
        return "";
    }

    /** The least and the largest value, as JSON Schema names them; empty: it has no bounds. */
    default Map<String, Long> bounds() {
        return Map.of();
    }

    /** The known words; empty: any text. */
    default List<String> words() {
        return List.of();
    }

    /** Any text. */
    static Kind text() {
        return text(any -> {});
    }

    /** A text that passes this check, which throws an {@link IllegalArgumentException} for any other; or none. */
    static Kind text(Consumer<String> check) {
        return new Text(List.of(), true, check);
    }

    /** A text that passes this check. */
    static Kind required(Consumer<String> check) {
        return new Text(List.of(), false, check);
    }

    /** One of these words, as this check knows them. */
    static Kind word(List<String> words, Consumer<String> check) {
        return new Text(words, false, check);
    }

    /** A whole number of this or more. */
    static Kind whole(long least, String example) {
        return new Whole(least, Long.MAX_VALUE, example);
    }

    static Kind whole(long least, long most, String example) {
        return new Whole(least, most, example);
    }

    static Kind truth() {
        return new Truth();
    }

    static Kind span(Duration least, Duration most, String example) {
        return spanOr("", least, most, example);
    }

    /** A span of time, or this word instead. */
    static Kind spanOr(String word, Duration least, Duration most, String example) {
        return new Span(word, least, most, example);
    }

    /** Texts, which a form has in one field with blanks or commas between them. */
    static Kind texts() {
        return new Rows(String::valueOf, " ");
    }

    /** Objects of this type, which a form has in one line each. */
    static <T> Kind objects(Class<T> type, Function<T, String> line) {
        return new Rows(row -> line.apply(type.cast(row)), "\n");
    }

    /** A text. */
    record Text(List<String> words, boolean isOptional, Consumer<String> check) implements Kind {

        @Override
        public Object read(String name, String typed) {
            check.accept(typed);
            return typed.strip();
        }
    }

    /** A whole number. */
    record Whole(long least, long most, String example) implements Kind {

        private static final Pattern DIGITS = Pattern.compile("\\d{1,18}");

        @Override
        public String type() {
            return "integer";
        }

        @Override
        public Object read(String name, String typed) {
            var plain = typed.strip();
            if (DIGITS.matcher(plain).matches() && fault(Long.parseLong(plain)).isEmpty()) {
                return Long.parseLong(plain);
            }
            throw new IllegalArgumentException(
                    name + " must be a whole number, " + range() + ", was \"" + typed + "\"");
        }

        @Override
        public Optional<String> fault(Object value) {
            var number = ((Number) value).longValue();
            return number < least || number > most
                    ? Optional.of("must be " + range() + ", was " + number)
                    : Optional.empty();
        }

        @Override
        public String range() {
            return most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
        }

        @Override
        public Map<String, Long> bounds() {
            return most == Long.MAX_VALUE ? Map.of("minimum", least) : Map.of("minimum", least, "maximum", most);
        }
    }

    /**
     * A span of time, or a word.
     *
     * @param word empty: a span alone
     */
    record Span(String word, Duration least, Duration most, String example) implements Kind {

        @Override
        public Object json(Object value) {
            return value instanceof Duration span ? Spans.text(span) : value;
        }

        @Override
        public Optional<String> fault(Object value) {
            return value instanceof Duration span && (span.compareTo(least) < 0 || span.compareTo(most) > 0)
                    ? Optional.of("must be from " + ends() + ", was " + Spans.text(span))
                    : Optional.empty();
        }

        @Override
        public String range() {
            return ends() + (word.isEmpty() ? "" : ", or " + word);
        }

        private String ends() {
            return Spans.text(least) + " to " + Spans.text(most);
        }
    }

    /** True or false. */
    record Truth() implements Kind {

        @Override
        public String type() {
            return "boolean";
        }

        @Override
        public boolean isOptional() {
            return false;
        }
    }

    /**
     * Several texts or objects.
     *
     * @param line one of them as people write it
     * @param between the text between them in a form
     */
    record Rows(Function<Object, String> line, String between) implements Kind {

        @Override
        public String type() {
            return "array";
        }

        @Override
        public List<String> lines(Object json) {
            return ((List<?>) json).stream().map(line).toList();
        }

        @Override
        public String typed(Object json) {
            return String.join(between, lines(json));
        }
    }
}
