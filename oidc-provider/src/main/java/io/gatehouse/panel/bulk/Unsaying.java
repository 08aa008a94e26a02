package io.gatehouse.panel.bulk;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.WordsActs;
import io.gatehouse.panel.room.WordsActs.Said;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Words;
import java.util.List;
import java.util.Optional;

/**
 * Takes back the last message that was said, or said no more, in several rooms at once: by the ledger, which
 * has what was said before. A message that has been edited since stays.
 */
record Unsaying(WordsActs words, Acted acted) implements Bulk {

    private static final String UNDO = "undo what was said in several rooms";
    private static final List<String> OURS = List.of(Saying.SAY, Saying.CLEAR, UNDO);

    @Override
    public Would would(WaitingRoom room) {
        var last = last(room);
        if (last.isEmpty()) {
            return new Would(false, "has nothing to be undone");
        }
        var said = last.get();
        if (!said.now().equals(now(room, said))) {
            return new Would(false, "stays as it is: its words were edited since");
        }
        var when = Saying.when(said.occasion());
        return new Would(
                true,
                said.before()
                        .map(before -> "will say again " + when + ": " + Saying.quoted(before))
                        .orElseGet(() -> "will say no more " + when + ": "
                                + said.now().map(Saying::quoted).orElse("")));
    }

    private Optional<Words.Message> now(WaitingRoom room, Said said) {
        return Optional.ofNullable(words.of(room).messages().get(said.occasion()));
    }

    /** The message of the last of our acts in the room; empty where that is undone. */
    private Optional<Said> last(WaitingRoom room) {
        return acted.last(room, entry -> OURS.stream().anyMatch(act -> isOf(entry, act)))
                .filter(entry -> !isOf(entry, UNDO))
                .flatMap(WordsActs::said);
    }

    private static boolean isOf(LedgerEntry entry, String act) {
        return String.valueOf(entry.data().get("what")).startsWith(act + ":");
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var said = last(room).orElseThrow();
        words.say(who, room, UNDO, said.occasion(), said.before());
        return said.before().isPresent()
                ? "says again what it said before"
                : "says nothing " + Saying.when(said.occasion());
    }
}
