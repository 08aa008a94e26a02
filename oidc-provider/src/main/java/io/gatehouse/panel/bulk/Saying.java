package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.WordsActs;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Says one message to the visitors of several rooms, or says it no more. What the rooms say on other
 * occasions stays, and so do their texts and branding.
 *
 * @param message empty: nothing is said on the occasion any more
 */
record Saying(WordsActs words, Occasion occasion, Optional<Words.Message> message) implements Bulk {

    /** The prefix of the form's fields in which the message is typed, a language each. */
    static final String TEXT = "text.";

    static final String SAY = "say in several rooms";
    static final String CLEAR = "say no more in several rooms";

    private static final int LONGEST_QUOTE = 80;

    static Saying of(WordsActs words, Texts pages, Map<String, String> typed, boolean says) {
        var occasion = occasion(typed.getOrDefault("occasion", ""));
        return new Saying(words, occasion, says ? Optional.of(message(occasion, pages, typed)) : Optional.empty());
    }

    private static Occasion occasion(String word) {
        try {
            return Occasion.parse(word);
        } catch (IllegalArgumentException unknown) {
            throw RefusedException.at(
                    "occasion", "must be always, paused, closed or sold-out, was \"" + quoted(word) + "\"");
        }
    }

    private static Words.Message message(Occasion occasion, Texts pages, Map<String, String> typed) {
        var said = new HashMap<String, String>();
        typed.forEach((name, text) -> {
            if (name.startsWith(TEXT) && !text.isBlank()) {
                said.put(name.substring(TEXT.length()), text.replace("\r\n", "\n"));
            }
        });
        if (said.isEmpty()) {
            throw RefusedException.at("text.en", "is needed, in one language at least");
        }
        var severity = severity(typed.getOrDefault("severity", Severity.INFO.word()));
        try {
            var message = new Words.Message(severity, said);
            new Words(Map.of(occasion, message), Map.of()).requireFor(pages);
            return message;
        } catch (IllegalArgumentException unusable) {
            throw RefusedException.at("text.en", "cannot be said: " + unusable.getMessage());
        }
    }

    private static Severity severity(String word) {
        try {
            return Severity.parse(word);
        } catch (IllegalArgumentException unknown) {
            throw RefusedException.at("severity", "must be info or warning, was \"" + quoted(word) + "\"");
        }
    }

    private static String quoted(String text) {
        return text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
    }

    /** The beginning of a message, in English or else in the first of its languages. */
    static String quoted(Words.Message message) {
        var said = new TreeMap<>(message.text());
        return "\""
                + quoted(Objects.requireNonNullElse(
                        said.get("en"), said.firstEntry().getValue())) + "\"";
    }

    /** The occasion in words: when visitors read the message. */
    static String when(Occasion occasion) {
        return switch (occasion) {
            case ALWAYS -> "on every page";
            case PAUSED -> "while it is paused";
            case CLOSED -> "while it is closed";
            case SOLD_OUT -> "once it is sold out";
        };
    }

    @Override
    public Would would(WaitingRoom room) {
        var before = Optional.ofNullable(words.of(room).messages().get(occasion));
        if (before.equals(message)) {
            return new Would(
                    false, message.isPresent() ? "says this already" : "says nothing " + when(occasion) + " already");
        }
        if (message.isEmpty()) {
            return new Would(true, "will say no more " + when(occasion) + ": " + quoted(before.orElseThrow()));
        }
        var seen = room.snapshot();
        var people = seen.callable() + seen.slots();
        var instead = before.map(other -> ". In place of " + quoted(other)).orElse("");
        return new Would(
                true,
                "will say it %s, in %d language%s, to %,d in line or inside%s"
                        .formatted(
                                when(occasion),
                                message.get().text().size(),
                                message.get().text().size() == 1 ? "" : "s",
                                people,
                                instead));
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        words.say(who, room, message.isPresent() ? SAY : CLEAR, occasion, message);
        return message.isPresent() ? "says it " + when(occasion) : "says nothing " + when(occasion);
    }
}
