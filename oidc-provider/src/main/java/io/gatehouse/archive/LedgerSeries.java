package io.gatehouse.archive;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Part;
import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a ledger, each named by its first entry. The metadata has the last one with its hash, so that
 * a node knows where to go on, and that the part is of this ledger.
 */
final class LedgerSeries implements Series {

    private static final Pattern SHAPE = Pattern.compile("\\d{12}\\.jsonl");
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,11}");
    private static final String TO = "to";
    private static final String HASH = "hash";

    /** Longer than the pause between two checkpoints, so that a part of a busy ledger ends with one. */
    private static final Duration AGE = Duration.ofMinutes(65);

    private final RoomId room;
    private final Ledgers ledgers;
    private long from = 1;

    LedgerSeries(RoomId room, Ledgers ledgers) {
        this.room = room;
        this.ledgers = ledgers;
    }

    @Override
    public String folder() {
        return room + "/ledger/";
    }

    @Override
    public Pattern shape() {
        return SHAPE;
    }

    @Override
    public void goOn(Optional<String> name, Map<String, String> metadata) {
        if (name.isEmpty()) {
            from = 1;
        } else {
            var to = metadata.getOrDefault(TO, "");
            var hash = metadata.getOrDefault(HASH, "");
            var isOurs = NUMBER.matcher(to).matches()
                    && ledgers.hash(room, Long.parseLong(to))
                            .filter(hash::equals)
                            .isPresent();
            if (!isOurs) {
                throw NotArchivedException.object(
                        "the object " + folder() + name.get() + " in the bucket is no part of this ledger: its entry "
                                + (to.isEmpty() ? "is not named" : "\"" + to + "\" is another one")
                                + ". Another installation, an older copy of the store, or a person may have written"
                                + " it. Set another prefix");
            }
            from = Long.parseLong(to) + 1;
        }
    }

    @Override
    public Optional<Item> next(Instant now) {
        return ledgers.part(room, from, now.minus(AGE)).map(this::item);
    }

    private Item item(Part part) {
        return new Item(
                folder() + "%012d.jsonl".formatted(part.from()),
                String.join("\n", part.lines()) + "\n",
                Map.of(TO, String.valueOf(part.to()), HASH, part.hash()),
                true,
                part.begun().plus(AGE));
    }
}
