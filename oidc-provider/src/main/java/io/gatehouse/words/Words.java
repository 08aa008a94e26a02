package io.gatehouse.words;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The words of operators in one room.
 *
 * @param messages at most one for each occasion
 * @param texts by language, then by key: replacements of the pages' texts. They may have the same
 *     placeholders
 * @param looks of the pages
 */
public record Words(Map<Occasion, Message> messages, Map<String, Map<String, String>> texts, @Nullable Branding looks) {

    /** The maximum of characters of one message in one language. */
    public static final int LONGEST_MESSAGE = 1_000;

    /** The maximum of characters of one text that replaces a page's. */
    public static final int LONGEST_TEXT = 500;

    /** The maximum of characters of all texts in all languages; a page carries those of one. */
    public static final int MOST = 10_000;

    public static final Words NONE = new Words(Map.of(), Map.of(), Branding.NONE);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    /**
     * A message.
     *
     * @param text in the form of {@link LinkedText}, by language; in one at least
     */
    public record Message(Severity severity, Map<String, String> text) {

        public Message {
            text = Map.copyOf(text);
            if (text.isEmpty()) {
                throw new IllegalArgumentException("a message has to be in one language at least");
            }
            text.forEach((language, said) -> require("the message in " + language, said, LONGEST_MESSAGE));
        }
    }

    public Words(Map<Occasion, Message> messages, Map<String, Map<String, String>> texts) {
        this(messages, texts, Branding.NONE);
    }

    /** The looks are absent in values of an earlier release. */
    public Words {
        looks = Objects.requireNonNullElse(looks, Branding.NONE);
        messages = Map.copyOf(messages);
        texts = texts.entrySet().stream()
                .filter(language -> !language.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, language -> Map.copyOf(language.getValue())));
        texts.forEach((language, own) ->
                own.forEach((key, said) -> requireLine("text " + key + " in " + language, said, LONGEST_TEXT)));
        var length = length(messages, texts);
        if (length > MOST) {
            throw new IllegalArgumentException(
                    "all words together must have " + MOST + " characters or fewer, had " + length);
        }
    }

    @Override
    public Branding looks() {
        return Objects.requireNonNull(looks);
    }

    /** These words with other looks. */
    public Words looking(Branding next) {
        return new Words(messages, texts, next);
    }

    /** Whether there are no words: the pages are unchanged. */
    public boolean areNone() {
        return equals(NONE);
    }

    /**
     * Refuses languages that the pages do not have, texts that would replace nothing, and unknown
     * placeholders.
     *
     * @throws IllegalArgumentException names the fault
     */
    public void requireFor(Texts pages) {
        messages.values().forEach(message -> message.text().keySet().forEach(language -> require(pages, language)));
        texts.forEach((language, own) -> {
            require(pages, language);
            var originals = pages.of(language);
            own.forEach((key, said) -> require(key, said, originals.get(key)));
        });
    }

    private static void require(Texts pages, String language) {
        if (!pages.tags().contains(language)) {
            throw new IllegalArgumentException("a language is one of " + pages.tags() + ", was \"" + language + "\"");
        }
    }

    private static void require(String key, String said, @Nullable String original) {
        if (original == null) {
            throw new IllegalArgumentException("there is no text of that key to be replaced, was \"" + key + "\"");
        }
        PLACEHOLDER
                .matcher(said)
                .results()
                .filter(placeholder -> !original.contains(placeholder.group()))
                .findFirst()
                .ifPresent(unknown -> {
                    throw new IllegalArgumentException("text " + key + " knows no " + unknown.group()
                            + ", it is in place of \"" + original + "\"");
                });
    }

    /**
     * Requires plain text: no control characters but line ends, none that turn the direction of writing, none
     * for private use.
     */
    private static void require(String what, String said, int most) {
        if (said.isBlank() || said.length() > most) {
            throw new IllegalArgumentException(what + " must have 1 to " + most + " characters, had "
                    + said.strip().length());
        }
        if (said.codePoints().anyMatch(Words::isNoText)) {
            throw new IllegalArgumentException(
                    what + " must be plain text, without control characters and marks that turn its direction");
        }
    }

    /** Requires plain text of one line. */
    public static void requireLine(String what, String said, int most) {
        require(what, said, most);
        if (said.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(what + " must be one line");
        }
    }

    private static boolean isNoText(int character) {
        var type = Character.getType(character);
        return (type == Character.CONTROL && character != '\n')
                || isBidiControl(character)
                || type == Character.PRIVATE_USE
                || type == Character.SURROGATE;
    }

    /** Whether a character changes the visible order of the text after it (Unicode Standard Annex 9, section 2). */
    private static boolean isBidiControl(int character) {
        return character >= 0x202A && character <= 0x202E || character >= 0x2066 && character <= 0x2069;
    }

    private static int length(Map<Occasion, Message> messages, Map<String, Map<String, String>> texts) {
        return messages.values().stream()
                        .flatMap(message -> message.text().values().stream())
                        .mapToInt(String::length)
                        .sum()
                + texts.values().stream()
                        .flatMap(own -> own.values().stream())
                        .mapToInt(String::length)
                        .sum();
    }
}
