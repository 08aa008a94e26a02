package io.gatehouse.panel.room;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.secret.Digests;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Branding;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Logo;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The words of operators to a room's visitors, for the screen and for API clients. */
public final class WordsActs {

    private static final String MESSAGES = "messages";
    private static final String BEFORE = "before";

    private final Editions editions;
    private final Texts pages;
    private final Ledgers ledgers;

    WordsActs(Editions editions, Texts pages, Ledgers ledgers) {
        this.editions = editions;
        this.pages = pages;
        this.ledgers = ledgers;
    }

    /**
     * The effect of an act of {@link #say} on a room.
     *
     * @param now empty: nothing any more
     * @param before empty: nothing was said before
     */
    public record Said(Occasion occasion, Optional<Words.Message> now, Optional<Words.Message> before) {}

    /**
     * A change of what is said.
     *
     * @param act what the ledger calls it; empty for an edit of one room's words
     * @param more what the ledger has of it besides
     */
    private record Edit(String act, UnaryOperator<Words> next, Map<String, Object> more) {}

    /** The present words. */
    public Words of(WaitingRoom room) {
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
        var next = edited(edit, said(room, room.configuration().chosen(seen)));
        SettingsTag.of(room.configuration(), seen).require(ifMatch);
        put(who, room, seen, new Edit("", before -> next, Map.of()));
    }

    /**
     * Changes the present words, whichever they are.
     *
     * @param act what the ledger calls it
     */
    public void edit(Actor who, WaitingRoom room, String act, UnaryOperator<Words> edit) {
        put(who, room, room.snapshot(), new Edit(act + ", ", edit, Map.of()));
    }

    /**
     * Says this on an occasion in place of what was said on it, and changes nothing else. The ledger has what
     * was said before, by which the act can be taken back: see {@link #said(LedgerEntry)}.
     *
     * @param act what the ledger calls it
     * @param message empty: nothing is said on the occasion any more
     */
    public void say(Actor who, WaitingRoom room, String act, Occasion occasion, Optional<Words.Message> message) {
        var seen = room.snapshot();
        var before = said(room, room.configuration().chosen(seen)).messages().get(occasion);
        var more = before == null ? Map.<String, Object>of() : Map.<String, Object>of(BEFORE, said(before));
        put(
                who,
                room,
                seen,
                new Edit(act + ": " + occasion.word() + ", ", words -> saying(words, occasion, message), more));
    }

    private static Words saying(Words words, Occasion occasion, Optional<Words.Message> message) {
        var messages = new HashMap<>(words.messages());
        messages.remove(occasion);
        message.ifPresent(said -> messages.put(occasion, said));
        return new Words(messages, words.texts(), words.looks());
    }

    /** The content of an entry of {@link #say}; empty for an entry that this release cannot read. */
    public static Optional<Said> said(LedgerEntry entry) {
        try {
            var what = String.valueOf(entry.data().get("what"));
            var occasion = Occasion.parse(what.substring(what.indexOf(": ") + 2, what.indexOf(',')));
            return Optional.of(new Said(
                    occasion,
                    member(entry.data().get(MESSAGES), occasion.word()).map(WordsActs::message),
                    Optional.ofNullable(entry.data().get(BEFORE)).map(WordsActs::message)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException unknown) {
            return Optional.empty();
        }
    }

    private static Words.Message message(Object said) {
        var text = new HashMap<String, String>();
        member(said, "text").ifPresent(all -> {
            if (all instanceof Map<?, ?> languages) {
                languages.forEach((language, words) -> text.put(String.valueOf(language), String.valueOf(words)));
            }
        });
        return new Words.Message(
                Severity.valueOf(String.valueOf(member(said, "severity").orElse(""))), text);
    }

    private static Optional<Object> member(@Nullable Object object, String name) {
        return object instanceof Map<?, ?> members ? Optional.ofNullable(members.get(name)) : Optional.empty();
    }

    private void put(Actor who, WaitingRoom room, RoomSnapshot seen, Edit edit) {
        var before = room.configuration().chosen(seen);
        var next = edited(edit.next(), said(room, before));
        var edition = editions.keep(room.id(), next);
        var what = edit.act() + "words " + before.words().orElse("none") + " -> " + edition.orElse("none")
                + described(next);
        var more = new TreeMap<>(said(next));
        more.putAll(edit.more());
        ledgers.act(room.id(), who.toString(), what, more);
        if (!room.change(seen.changed(), Optional.of(before.saying(edition)))) {
            throw EntityTag.changedMeanwhile();
        }
        before.words().ifPresent(old -> editions.forget(room.id(), old));
        ActLog.room(who, room.id().value(), what);
    }

    /** All of it, as the ledger has it: there it can be read when the store has long forgotten it. */
    private static Map<String, Object> said(Words words) {
        var messages = new TreeMap<String, Object>();
        words.messages().forEach((occasion, message) -> messages.put(occasion.word(), said(message)));
        var looks = words.looks();
        return looks.equals(Branding.NONE)
                ? Map.of(MESSAGES, messages, "texts", words.texts())
                : Map.of(MESSAGES, messages, "texts", words.texts(), "looks", said(looks));
    }

    private static Map<String, Object> said(Words.Message message) {
        return Map.of("severity", message.severity().name(), "text", message.text());
    }

    /** Logos by their digests: the files themselves would be most of a ledger. */
    private static Map<String, Object> said(Branding looks) {
        var said = new TreeMap<String, Object>(Map.of(
                "name", looks.name(), "help", looks.help(), "imprint", looks.imprint(), "colours", looks.colours()));
        looks.logo().ifPresent(logo -> said.put("logo", digest(logo)));
        looks.darkLogo().ifPresent(logo -> said.put("darkLogo", digest(logo)));
        return said;
    }

    private static Map<String, String> digest(Logo logo) {
        return Map.of("type", logo.type(), "sha256", Digests.hex(logo.bytes()));
    }

    private Words edited(UnaryOperator<Words> edit, Words before) {
        return OperatorInput.read(() -> {
            var next = edit.apply(before);
            next.requireFor(pages);
            return next;
        });
    }

    /** A list of the texts without their content, which is of any language and length, and lies in the store. */
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
