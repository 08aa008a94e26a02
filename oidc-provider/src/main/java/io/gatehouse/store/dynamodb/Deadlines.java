package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds turns and admissions whose time has come. The index that says so lags behind the table, by
 * milliseconds as a rule: a slot is then freed a tick later, never too early.
 */
final class Deadlines {

    /** So many parts of an index are looked through for places that are still due, at most. */
    private static final int MOST_ROUNDS = 40;

    private final Table table;
    private final Places places;

    Deadlines(Table table, Places places) {
        this.table = table;
        this.places = places;
    }

    /** Due places that no node has written yet; at most so many. */
    List<Place> due(RoomId room, long opening, Instant now, int most) {
        var due = new ArrayList<Place>();
        for (int shard = 0; shard < Schema.AGENDA_SHARDS && due.size() < most; shard++) {
            due(Schema.due(room, opening, shard), opening, now, most, due);
        }
        return due;
    }

    /** A lagging index still names ended places; the due ones are behind them. */
    private void due(String agenda, long opening, Instant now, int most, List<Place> due) {
        Map<String, AttributeValue> last = Map.of();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            var part = table.agenda(agenda, now.toEpochMilli(), most, last);
            places.read(part.keys()).values().stream()
                    .filter(kept -> !kept.isForgotten())
                    .map(PlaceItem::place)
                    .filter(place -> place.opening() == opening)
                    .filter(place -> place.stage().takesSlot() || place.stage().isTurn())
                    .filter(place ->
                            place.dueAt().filter(at -> !at.isAfter(now)).isPresent())
                    .limit(most - due.size())
                    .forEach(due::add);
            last = part.last();
            if (due.size() == most || last.isEmpty()) {
                return;
            }
        }
    }
}
