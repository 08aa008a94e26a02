package io.gatehouse.pastdraw;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads the draws of a room out of its ledger, and goes on where it has stopped: each entry is read once. Not
 * safe for use by several threads.
 */
final class RecordReader {

    /** The limit of openings with draws in memory: the latest ones. */
    private static final int MOST = 50;

    /** An opening while it is read. */
    private static final class Read {
        private final Instant began;
        private final Map<String, RecordedDraw> draws = new LinkedHashMap<>();
        private Optional<Instant> ended = Optional.empty();
        private long last;

        private Read(Instant began) {
            this.began = began;
        }

        private PublicRecord record(long opening) {
            return new PublicRecord(opening, began, ended, last, List.copyOf(draws.values()));
        }
    }

    private final RoomId room;
    private final TreeMap<Long, Read> openings = new TreeMap<>();
    private long next = 1;
    private long running;

    RecordReader(RoomId room) {
        this.room = room;
    }

    /** Reads the entries of the ledger since the last call. If the store is away, the next call goes on from there. */
    void goOn(Ledgers ledgers) {
        ledgers.export(room, next).ifPresent(parts -> parts.skip(1) // the header
                .flatMap(List::stream)
                .map(LedgerEntry::parse)
                .forEachOrdered(this::look));
    }

    private void look(LedgerEntry entry) {
        if (entry.kind().equals("opening") || entry.kind().equals("begin")) {
            begins(number(entry).orElse(running), entry.at());
        }
        Optional.ofNullable(openings.get(running)).ifPresent(now -> now.last = entry.seq());
        if (entry.kind().equals("draw")) {
            var told = new RecordedDraw(room.value(), entry.data(), entry.at());
            Stream.ofNullable(openings.get(number(entry).orElse(running)))
                    .forEach(one -> one.draws.merge(told.id(), told, RecordedDraw::then));
        }
        next = entry.seq() + 1;
    }

    private void begins(long opening, Instant at) {
        Optional.ofNullable(openings.get(running))
                .filter(before -> opening > running)
                .ifPresent(before -> {
                    before.ended = Optional.of(at);
                    if (before.draws.isEmpty()) {
                        openings.remove(running);
                    }
                });
        running = opening;
        openings.putIfAbsent(opening, new Read(at));
        if (openings.size() > MOST) {
            openings.pollFirstEntry();
        }
    }

    private static Optional<Long> number(LedgerEntry entry) {
        return Optional.ofNullable(entry.data().get("opening"))
                .filter(Number.class::isInstance)
                .map(named -> ((Number) named).longValue());
    }

    /** The number of the last opening that was read; 0 before any. */
    long running() {
        return running;
    }

    /** The openings with a draw that is done, the latest first. */
    List<PublicRecord> drawn() {
        return openings.descendingMap().entrySet().stream()
                .map(entry -> entry.getValue().record(entry.getKey()))
                .filter(record -> !record.done().isEmpty())
                .toList();
    }
}
