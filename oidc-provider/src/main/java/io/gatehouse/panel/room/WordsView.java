package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Words;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A room's words as programs see and send them.
 *
 * @param messages by the word of their occasion
 * @param texts by language, then by key
 */
record WordsView(Map<String, Message> messages, Map<String, Map<String, String>> texts) {

    static final Set<String> MEMBERS = Set.of("messages", "texts");

    private static final Set<String> OF_A_MESSAGE = Set.of("severity", "text");

    private static final Set<String> OCCASIONS =
            Stream.of(Occasion.values()).map(Occasion::word).collect(Collectors.toUnmodifiableSet());

    /** @param text by language */
    record Message(String severity, Map<String, String> text) {}

    static WordsView of(Words words) {
        var messages = new LinkedHashMap<String, Message>();
        new TreeMap<>(words.messages())
                .forEach((occasion, message) -> messages.put(
                        occasion.word(), new Message(message.severity().word(), new TreeMap<>(message.text()))));
        var texts = new TreeMap<String, Map<String, String>>();
        words.texts().forEach((language, own) -> texts.put(language, new TreeMap<>(own)));
        return new WordsView(messages, texts);
    }

    /** The words that a client sent; a text that is left out is not said any more. */
    static Words read(Body body, Set<String> languages) {
        var messages = new HashMap<Occasion, Words.Message>();
        var texts = new HashMap<String, Map<String, String>>();
        return OperatorInput.read(() -> {
            body.object("messages", OCCASIONS)
                    .ifPresent(all -> OCCASIONS.forEach(word -> all.object(word, OF_A_MESSAGE)
                            .ifPresent(message -> messages.put(Occasion.parse(word), message(message)))));
            body.object("texts", languages)
                    .ifPresent(all -> languages.forEach(language -> texts.put(language, all.texts(language))));
            return new Words(messages, texts);
        });
    }

    private static Words.Message message(Body body) {
        return new Words.Message(
                Severity.parse(body.text("severity").orElse(Severity.INFO.word())), body.texts("text"));
    }
}
