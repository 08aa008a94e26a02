package io.gatehouse.panel.room;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.secret.Digests;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Branding;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What operators say to a room's visitors; the same for the screen and for API clients. */
final class WordsActs {

    private final Editions editions;
    private final Texts pages;
    private final Ledgers ledgers;

    WordsActs(Editions editions, Texts pages, Ledgers ledgers) {
        this.editions = editions;
        this.pages = pages;
        this.ledgers = ledgers;
    }

    /** What is said now. */
    Words of(WaitingRoom room) {
        return said(room, room.configuration().chosen(room.snapshot()));
    }

    /** The draft of this name; the current words if there is none, or not any more. */
    Words of(WaitingRoom room, String draft) {
        return Optional.of(draft)
                .filter(name -> !name.isEmpty())
                .flatMap(name -> editions.draft(room.id(), name))
                .orElseGet(() -> of(room));
    }

    /** Keeps what this makes of what is said, to be looked at; by what name. Nothing is said by it. */
    String draft(WaitingRoom room, UnaryOperator<Words> edit) {
        return editions.keepDraft(room.id(), edited(edit, of(room)));
    }

    private Words said(WaitingRoom room, RoomSettings settings) {
        return settings.words()
                .flatMap(edition -> editions.find(room.id(), edition))
                .orElse(Words.NONE);
    }

    /**
     * Says what this makes of what was said, to a caller who has seen the room's settings. The settings
     * decide between two who edit at once, as they name one edition; the other one stays behind unnamed,
     * since an answer that was lost may have named it after all.
     */
    void change(Actor who, WaitingRoom room, @Nullable String ifMatch, UnaryOperator<Words> edit) {
        var seen = room.snapshot();
        var before = room.configuration().chosen(seen);
        var next = edited(edit, said(room, before));
        SettingsTag.of(room.configuration(), seen).require(ifMatch);
        var edition = editions.keep(room.id(), next);
        var what = "words " + before.words().orElse("none") + " -> " + edition.orElse("none") + described(next);
        ledgers.act(room.id(), who.toString(), what, said(next));
        if (!room.change(seen.changed(), Optional.of(before.saying(edition)))) {
            throw SettingsTag.changedMeanwhile();
        }
        before.words().ifPresent(old -> editions.forget(room.id(), old));
        ActLog.room(who, room.id().value(), what);
    }

    /** All of it, as the ledger has it: there it can be read when the store has long forgotten it. */
    private static Map<String, Object> said(Words words) {
        var messages = new TreeMap<String, Object>();
        words.messages()
                .forEach((occasion, message) -> messages.put(
                        occasion.word(), Map.of("severity", message.severity().name(), "text", message.text())));
        var looks = words.looks();
        return looks.equals(Branding.NONE)
                ? Map.of("messages", messages, "texts", words.texts())
                : Map.of("messages", messages, "texts", words.texts(), "looks", said(looks));
    }

    /** A logo by its digest: the file itself would be most of a ledger. */
    private static Map<String, Object> said(Branding looks) {
        var said = new TreeMap<String, Object>(Map.of(
                "name", looks.name(), "help", looks.help(), "imprint", looks.imprint(), "colours", looks.colours()));
        looks.logo()
                .ifPresent(logo -> said.put("logo", Map.of("type", logo.type(), "sha256", Digests.hex(logo.bytes()))));
        return said;
    }

    private Words edited(UnaryOperator<Words> edit, Words before) {
        try {
            var next = edit.apply(before);
            next.requireFor(pages);
            return next;
        } catch (IllegalArgumentException unusable) {
            throw OperatorInput.unusable(unusable);
        }
    }

    /** Which there are, not what they say: they are of any language and length, and lie in the store by their name. */
    private static String described(Words words) {
        var messages = words.messages().entrySet().stream()
                .map(entry -> entry.getKey().word() + " in "
                        + new TreeSet<>(entry.getValue().text().keySet()))
                .sorted();
        var texts = new TreeMap<>(words.texts())
                .entrySet().stream().map(own -> "texts in " + own.getKey() + " " + keys(own.getValue()));
        var looks = Stream.of(words.looks())
                .filter(given -> !given.equals(Branding.NONE))
                .map(Branding::described);
        return Stream.of(messages, texts, looks)
                .flatMap(said -> said)
                .map(", "::concat)
                .collect(Collectors.joining());
    }

    private static Set<String> keys(Map<String, String> texts) {
        return new TreeSet<>(texts.keySet());
    }
}
