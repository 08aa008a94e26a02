package io.gatehouse.words;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that operators say in one room.
 *
 * @param messages at most one for each occasion
 * @param texts by language, then by key: what pages say in place of their own text of that key. The same
 *     placeholders may stand in it
 * @param looks of the pages on which it is said
 */
public record Words(Map<Occasion, Message> messages, Map<String, Map<String, String>> texts, @Nullable Branding looks) {

    /** Characters of one message in one language. */
    public static final int LONGEST_MESSAGE = 1_000;

    /** Characters of one text in place of a page's. */
    public static final int LONGEST_TEXT = 500;

    /** Characters of all texts together, in all languages: a page carries those of one. */
    public static final int MOST = 10_000;

    public static final Words NONE = new Words(Map.of(), Map.of(), Branding.NONE);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    /**
     * A message.
     *
     * @param text what {@link LinkedText} takes apart, by language; in one at least
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

    /** Without looks: as an earlier release has written it. */
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

    /** The same words on pages that look so. */
    public Words looking(Branding next) {
        return new Words(messages, texts, next);
    }

    /** Nothing is said: the pages are as they are. */
    public boolean areNone() {
        return equals(NONE);
    }

    /**
     * Refuses languages that the pages do not speak, and texts that would be in place of nothing or tell what
     * is not there.
     *
     * @throws IllegalArgumentException that says which
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
     * Nothing that a page could take for something else than text: no control characters but line ends, none
     * that turn the direction of writing, none for private use.
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

    /** The same for what is no more than a line. */
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

    /** Shows the text behind it in another order than it is written (Unicode Standard Annex 9, section 2). */
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
