package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Writes down what time has made of turns and admissions, so that their slots are free for everybody. A reader of one
 * place needs none of this: it works out what time has made of it. The index that says what is due lags behind the
 * table, by milliseconds as a rule: a slot is then freed a tick later, never too early.
 */
final class Deadlines {

    /** So many places at one moment, at most; whatever is left waits for the next look, and holds its slots till then. */
    private static final int MOST_ROUNDS = 40;

    private static final int MOST_AT_ONCE = Table.MOST_ITEMS - 1;
    private static final int MOST_ATTEMPTS = 3;

    private final Table table;
    private final Places places;

    Deadlines(Table table, Places places) {
        this.table = table;
        this.places = places;
    }

    /** Ends what has come to its end by now. */
    void pass(RoomId room, long opening, Instant now) {
        for (int shard = 0; shard < Schema.AGENDA_SHARDS; shard++) {
            var agenda = Schema.due(room, opening, shard);
            var due = table.agenda(agenda, now.toEpochMilli(), MOST_AT_ONCE, Map.of());
            var goesOn = expire(room, opening, due.keys(), now);
            // From where the last part ended: asked from the start, a lagging index names those that have just been
            // ended.
            for (int round = 1; goesOn && round < MOST_ROUNDS && !due.last().isEmpty(); round++) {
                due = table.agenda(agenda, now.toEpochMilli(), MOST_AT_ONCE, due.last());
                goesOn = expire(room, opening, due.keys(), now);
            }
        }
    }

    /** False when others were in the way: they are doing the same. */
    private boolean expire(RoomId room, long opening, List<String> keys, Instant now) {
        for (int tried = 0; tried < MOST_ATTEMPTS; tried++) {
            var due = places.read(keys).values().stream()
                    .filter(kept -> kept.place().opening() == opening)
                    .filter(kept -> kept.place().stage().takesSlot())
                    .filter(kept -> !kept.place().until().isAfter(now))
                    .toList();
            if (due.isEmpty() || table.transact(endings(room, opening, due)).isDone()) {
                return true;
            }
            table.pause(tried);
        }
        return false;
    }

    private List<TransactWriteItem> endings(RoomId room, long opening, List<KeptPlace> due) {
        var tallies = Tallies.none();
        var writes = new ArrayList<TransactWriteItem>();
        for (var kept : due) {
            var ended = kept.place().expired().orElseThrow();
            tallies.step(kept.place(), ended);
            writes.add(places.changing(room, ended, Optional.of(kept)));
        }
        writes.add(tallies.adding(table, room, opening));
        return writes;
    }
}
