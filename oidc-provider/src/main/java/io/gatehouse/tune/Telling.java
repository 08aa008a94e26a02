package io.gatehouse.tune;

import io.gatehouse.event.Event;
import io.gatehouse.event.Events;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what a limit did, and why: the log, the ledger and receivers of events. */
final class Telling {

    private static final Logger LOG = LoggerFactory.getLogger(Telling.class);
    private static final String KIND = "tuned";

    private final Ledgers ledgers;
    private final Events events;

    Telling(Ledgers ledgers, Events events) {
        this.ledgers = ledgers;
        this.events = events;
    }

    /** @param after as it has just been written by this node */
    void tell(RoomId room, long opening, Tuned before, Tuned after) {
        var says = TuneWords.of(before, after);
        if (after.isBlind()) {
            LOG.warn("room {}: {}", room, says);
        } else {
            LOG.info("room {}: {}", room, says);
        }
        var data = new TreeMap<String, Object>(Map.of(
                "says",
                says,
                "steers",
                after.steers().name(),
                "limit",
                TuneWords.number(after.steers(), after.limit()),
                "blind",
                after.isBlind()));
        record(room, data);
        data.put("room", room.value());
        data.put("opening", opening);
        events.tell(room, new Event(room + "-tuned-" + after.at(), KIND, after.when(), data));
    }

    private void record(RoomId room, Map<String, Object> data) {
        try {
            ledgers.record(room, KIND, data);
        } catch (StoreUnavailableException away) {
            LOG.warn("room {}: its ledger does not tell this move of the limit: {}", room, away.getMessage());
        }
    }
}
