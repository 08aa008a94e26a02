package io.gatehouse.panel.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The texts of the panel in another language, each by its English text. {@code language.js} reads those that
 * scripts write, {@code static/panel/de.json}, by the same rules.
 *
 * <p>Texts are as in HTML between two tags: {@code &}, {@code <} and {@code >} are written as entities. So
 * what a value brings along comes out as it went in.
 */
final class Dictionary {

    /** Longer texts are no sentences of ours. */
    private static final int LONGEST = 2_000;

    /** Sentences within sentences: a fault within a line of a form within a list of them. */
    private static final int DEEPEST = 3;

    private static final String END = ". ";

    private static final TypeReference<LinkedHashMap<String, String>> ENTRIES = new TypeReference<>() {};

    private final String language;
    private final Map<String, String> sentences = new HashMap<>();
    private final List<Phrase> phrases = new ArrayList<>();

    Dictionary(String language, Map<String, String> entries) {
        this.language = language;
        entries.forEach((english, other) -> {
            var key = escaped(english);
            if (Phrase.hasValues(english)) {
                phrases.add(new Phrase(key, escaped(other)));
            } else {
                sentences.put(key, escaped(other));
            }
        });
        phrases.sort(Comparator.comparing(Phrase::letters).reversed());
    }

    /** Reads what pages say, and what scripts write into them. */
    static Dictionary read(String language) {
        var entries = entries("/io/gatehouse/panel/language/" + language + ".json");
        entries.putAll(entries("/static/panel/" + language + ".json"));
        return new Dictionary(language, entries);
    }

    static Map<String, String> entries(String resource) {
        try (var file = Dictionary.class.getResourceAsStream(resource)) {
            return JsonMapper.shared().readValue(Objects.requireNonNull(file, resource), ENTRIES);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Words of the panel must be readable: " + resource, unreadable);
        }
    }

    String language() {
        return language;
    }

    /**
     * The text in this language; empty if it has none. One that is not known as a whole is read sentence by
     * sentence, before a value in it is taken for several sentences.
     */
    Optional<String> of(String english) {
        if (english.length() > LONGEST) {
            return Optional.empty();
        }
        return sentences(english).or(() -> of(english, DEEPEST, false));
    }

    private Optional<String> sentences(String english) {
        var whole = of(english, DEEPEST, true);
        for (var end = english.lastIndexOf(END); whole.isEmpty() && end > 0; end = english.lastIndexOf(END, end - 1)) {
            var first = of(english.substring(0, end + 1), DEEPEST, true);
            if (first.isPresent()) {
                return sentences(english.substring(end + END.length())).map(rest -> first.get() + " " + rest);
            }
        }
        return whole;
    }

    private Optional<String> of(String english, int deeper, boolean isOneSentence) {
        var sentence = sentences.get(english);
        if (sentence != null || deeper == 0) {
            return Optional.ofNullable(sentence);
        }
        return phrases.stream()
                .flatMap(phrase ->
                        phrase.of(english, isOneSentence, word -> of(word, deeper - 1, isOneSentence)).stream())
                .findFirst();
    }

    /** The text as in HTML; the brackets that stand for elements, {@code <>}, stay. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("&lt;&gt;", "<>");
    }
}
