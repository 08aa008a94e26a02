package io.gatehouse.panel.room;

import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of a room as they are typed: a field for each message in each language, and one for the texts of
 * each language, a line for each. The fields' names are {@code always.severity}, {@code always.en},
 * {@code texts.en}.
 */
public final class WordsForm {

    /**
     * A field for what is said in one language.
     *
     * @param tag of the language, for {@code lang}
     * @param label the language in English
     */
    public record Field(String name, String tag, String label, String typed) {

        /** Whether the screen shows it at once, not folded away with the many other languages. */
        public boolean isShown() {
            return !typed.isEmpty() || tag.equals("en");
        }
    }

    /** The fields of one message. */
    record MessageFields(String occasion, String severity, List<Field> fields) {}

    private final Texts pages;

    public WordsForm(Texts pages) {
        this.pages = pages;
    }

    /** The form's values for what is said. */
    static Map<String, String> typed(Words words) {
        var form = new HashMap<String, String>();
        words.messages().forEach((occasion, message) -> {
            form.put(occasion.word() + ".severity", message.severity().word());
            message.text().forEach((language, text) -> form.put(occasion.word() + "." + language, text));
        });
        words.texts().forEach((language, own) -> form.put("texts." + language, lines(own)));
        return form;
    }

    /** A line for each text. */
    static String lines(Map<String, String> texts) {
        return new TreeMap<>(texts)
                .entrySet().stream()
                        .map(text -> text.getKey() + " = " + text.getValue())
                        .collect(Collectors.joining("\n"));
    }

    List<MessageFields> messages(Map<String, String> form) {
        return Stream.of(Occasion.values())
                .map(Occasion::word)
                .map(word -> new MessageFields(
                        word, form.getOrDefault(word + ".severity", Severity.INFO.word()), fields(word, form)))
                .toList();
    }

    List<Field> texts(Map<String, String> form) {
        return fields("texts", form);
    }

    /**
     * A field for each language, named {@code what.en}, with what a form says in it.
     *
     * @param what is typed in them
     */
    public List<Field> fields(String what, Map<String, String> form) {
        return new TreeSet<>(pages.tags())
                .stream()
                        .map(tag -> new Field(
                                what + "." + tag,
                                tag,
                                Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH),
                                form.getOrDefault(what + "." + tag, "")))
                        .toList();
    }

    /** The words of a form; an empty field has none. */
    Words read(Map<String, String> form) {
        return OperatorInput.read(() -> words(form));
    }

    private Words words(Map<String, String> form) {
        var messages = new HashMap<Occasion, Words.Message>();
        for (var occasion : Occasion.values()) {
            var said = new HashMap<String, String>();
            fields(occasion.word(), form).stream()
                    .filter(field -> !field.typed().isBlank())
                    .forEach(field -> said.put(field.tag(), field.typed().replace("\r\n", "\n")));
            if (!said.isEmpty()) {
                var severity = form.getOrDefault(occasion.word() + ".severity", Severity.INFO.word());
                messages.put(occasion, new Words.Message(Severity.parse(severity), said));
            }
        }
        return new Words(messages, texts(form).stream().collect(Collectors.toMap(Field::tag, field -> texts(field))));
    }

    private static Map<String, String> texts(Field field) {
        var texts = new HashMap<String, String>();
        field.typed().lines().filter(line -> !line.isBlank()).forEach(line -> {
            var parts = line.split("=", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException(
                        "a text is a line like \"PAUSED.headline = Back soon\", was \"" + line + "\"");
            }
            if (texts.put(parts[0].strip(), parts[1].strip()) != null) {
                throw new IllegalArgumentException("one text for a key, was a second \"" + parts[0].strip() + "\"");
            }
        });
        return texts;
    }
}
