package io.gatehouse.ledger;

import static java.util.Map.entry;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of a room up to an entry of its ledger, to find missing entries. Not safe for use by several threads. */
final class LedgerState {

    /** Before the first entry. */
    static final String BEGIN = "begin";

    static final String OPENING = "opening";
    static final String SETTINGS = "settings";
    static final String PHASE = "phase";
    static final String DRAW = "draw";
    static final String CALLED = "called";
    static final String UNWRITTEN = "unwritten";
    static final String ENDED = "ended";
    static final String ACT = "act";
    static final String TUNED = "tuned";
    static final String CLOCK = "clock";
    static final String CHECKPOINT = "checkpoint";

    static final List<String> KINDS =
            List.of(BEGIN, OPENING, SETTINGS, PHASE, DRAW, CALLED, UNWRITTEN, ENDED, ACT, TUNED, CLOCK, CHECKPOINT);

    private long seq;
    private String line = "";
    private String hash = LedgerEntry.NOTHING;
    private Instant at = Instant.EPOCH;
    private Instant checkpointAt = Instant.EPOCH;
    private long checkpointSeq;
    private long opening;
    private Ranges called = new Ranges();
    private Map<String, Object> settings = Map.of();
    private Map<String, Object> draw = Map.of();
    private String phase = "";

    LedgerState copy() {
        var copy = new LedgerState();
        copy.seq = seq;
        copy.line = line;
        copy.hash = hash;
        copy.at = at;
        copy.checkpointAt = checkpointAt;
        copy.checkpointSeq = checkpointSeq;
        copy.opening = opening;
        copy.called.addAll(called);
        copy.settings = settings;
        copy.draw = draw;
        copy.phase = phase;
        return copy;
    }

    /** Goes on to the entry that this line is. */
    void take(String next) {
        var entry = LedgerEntry.parse(next);
        switch (entry.kind()) {
            case BEGIN -> {
                begin(entry.number(OPENING), Ranges.of(1, entry.number("serving")));
                checkpointAt = entry.at();
            }
            case OPENING -> begin(entry.number(OPENING), new Ranges());
            case SETTINGS -> settings = entry.data();
            case DRAW -> draw = entry.data();
            case PHASE -> phase = entry.text(PHASE);
            case CALLED, UNWRITTEN -> covered(entry);
            case CHECKPOINT -> checkpoint(entry);
            default -> {}
        }
        seq = entry.seq();
        at = entry.at();
        line = next;
        hash = LedgerEntry.hash(next);
    }

    private void begin(long number, Ranges covered) {
        opening = number;
        called = covered;
    }

    private void covered(LedgerEntry entry) {
        if (entry.number(OPENING) == opening) {
            called.add(entry.number("from"), entry.number("to"));
        }
    }

    /** A checkpoint says all of it, so that no entry before it has to be read. */
    @SuppressWarnings("unchecked")
    private void checkpoint(LedgerEntry entry) {
        begin(entry.number(OPENING), entry.ranges(CALLED));
        settings = entry.data().get(SETTINGS) instanceof Map<?, ?> kept ? (Map<String, Object>) kept : Map.of();
        draw = entry.data().get(DRAW) instanceof Map<?, ?> kept ? (Map<String, Object>) kept : Map.of();
        phase = entry.text(PHASE);
        checkpointAt = entry.at();
        checkpointSeq = entry.seq();
    }

    /** The data of a checkpoint behind the last entry. */
    Map<String, Object> checkpoint(String signature) {
        return Map.ofEntries(
                entry("signature", signature),
                entry(OPENING, opening),
                entry(CALLED, called.list()),
                entry(SETTINGS, settings),
                entry(DRAW, draw),
                entry(PHASE, phase));
    }

    boolean isEmpty() {
        return seq == 0;
    }

    long seq() {
        return seq;
    }

    String line() {
        return line;
    }

    String hash() {
        return hash;
    }

    Instant at() {
        return at;
    }

    /** When there was a checkpoint last, or the beginning; empty when nothing has been written since. */
    Optional<Instant> openSince() {
        return seq == checkpointSeq ? Optional.empty() : Optional.of(checkpointAt);
    }

    long opening() {
        return opening;
    }

    /** The positions that the ledger says have been called, or passed over, in the opening that runs. */
    Ranges called() {
        return called;
    }

    Map<String, Object> settings() {
        return settings;
    }

    Map<String, Object> draw() {
        return draw;
    }

    /**
     * The draw by whose order some of these numbers of an opening are called; empty where all of them are
     * positions.
     */
    Optional<String> drawOf(long number, long from, long to) {
        return draw.get("id") instanceof String id
                        && id.endsWith("-" + number)
                        && draw.containsKey("seed")
                        && draw.get("base") instanceof Long base
                        && draw.get("entrants") instanceof Long entrants
                        && from <= base + entrants
                        && to > base
                ? Optional.of(id)
                : Optional.empty();
    }

    String phase() {
        return phase;
    }

    /** Whether one of these entries says all that there is to know of those before it. */
    static boolean isEnough(List<String> lines) {
        return lines.stream().anyMatch(line -> {
            var kind = LedgerEntry.parse(line).kind();
            return kind.equals(CHECKPOINT) || kind.equals(BEGIN);
        });
    }
}
