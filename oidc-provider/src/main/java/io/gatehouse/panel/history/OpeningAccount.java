package io.gatehouse.panel.history;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.pastdraw.PublicRecord;
import io.gatehouse.pastdraw.RecordedDraw;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger's account of one opening, counted entry by entry while the whole ledger is verified. */
final class OpeningAccount {

    /** An act of an operator or of an API client. */
    record Act(Instant at, String who, String what) {}

    private final RoomId room;
    private final long opening;
    private final LedgerVerifier verifier = new LedgerVerifier(Optional.empty());
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, Long> rules = new TreeMap<>();
    private final Map<String, Long> ends = new TreeMap<>();
    private final Map<String, Long> lanes = new TreeMap<>();
    private final List<Act> acts = new ArrayList<>();
    private final Map<String, RecordedDraw> draws = new LinkedHashMap<>();
    private Optional<Instant> began = Optional.empty();
    private Optional<Instant> ended = Optional.empty();
    private long running;
    private long last;

    private OpeningAccount(RoomId room, long opening) {
        this.room = room;
        this.opening = opening;
    }

    /** Reads the whole ledger, since a part of it cannot be verified. Empty when it does not know the opening. */
    static Optional<OpeningAccount> read(Ledgers ledgers, RoomId room, long opening) {
        var told = new OpeningAccount(room, opening);
        ledgers.export(room, 1).ifPresent(parts -> parts.forEachOrdered(lines -> lines.forEach(told::read)));
        return Optional.of(told).filter(known -> known.began.isPresent());
    }

    private void read(String line) {
        verifier.read(line);
        if (!line.startsWith("{\"format\"")) {
            look(LedgerEntry.parse(line));
        }
    }

    private void look(LedgerEntry entry) {
        if (entry.kind().equals("opening") || entry.kind().equals("begin")) {
            running = number(entry, "opening");
            if (running == opening) {
                began = Optional.of(entry.at());
            } else if (running > opening && ended.isEmpty()) {
                ended = Optional.of(entry.at());
            }
        }
        if (ended.isEmpty()) {
            last = entry.seq();
        }
        var isOfThis =
                entry.data().get("opening") instanceof Number named ? named.longValue() == opening : running == opening;
        if (isOfThis) {
            count("entries", 1);
            add(entry);
        }
    }

    private void add(LedgerEntry entry) {
        switch (entry.kind()) {
            case "called" -> called(entry);
            case "unwritten" -> count("unwritten", number(entry, "to") - number(entry, "from") + 1);
            case "ended" -> {
                if (entry.data().get("counts") instanceof Map<?, ?> kinds) {
                    kinds.forEach(
                            (end, count) -> ends.merge(String.valueOf(end), ((Number) count).longValue(), Long::sum));
                }
            }
            case "act" ->
                acts.add(new Act(
                        entry.at(),
                        String.valueOf(entry.data().get("who")),
                        String.valueOf(entry.data().get("what"))));
            case "draw" ->
                draws.merge(
                        String.valueOf(entry.data().get("id")),
                        new RecordedDraw(room.value(), entry.data(), entry.at()),
                        RecordedDraw::then);
            default -> {}
        }
    }

    /** Numbers that another entry has as well count once. */
    private void called(LedgerEntry entry) {
        var passed = length(entry.data().get("passed"));
        var isAgain = Boolean.TRUE.equals(entry.data().get("again"));
        var inTurn = isAgain ? 0 : number(entry, "to") - number(entry, "from") + 1 - passed;
        var outOfTurn = length(entry.data().get("outOfTurn"));
        var besides = number(entry, "returning");
        count("inTurn", inTurn);
        count("passed", isAgain ? 0 : passed);
        count("outOfTurn", outOfTurn);
        count("besides", besides);
        count("byHand", number(entry, "byHand"));
        rules.merge(String.valueOf(entry.data().get("why")), inTurn + outOfTurn + besides, Long::sum);
        if (entry.data().get("lanes") instanceof Map<?, ?> gone) {
            gone.forEach((lane, ranges) -> lanes.merge(String.valueOf(lane), length(ranges), Long::sum));
        }
    }

    private void count(String name, long more) {
        counts.merge(name, more, Long::sum);
    }

    private static long number(LedgerEntry entry, String name) {
        return entry.data().get(name) instanceof Number number ? number.longValue() : 0;
    }

    private static long length(@Nullable Object ranges) {
        return Stream.ofNullable(ranges)
                .filter(List.class::isInstance)
                .flatMap(list -> ((List<?>) list).stream())
                .map(range -> (List<?>) range)
                .mapToLong(range -> ((Number) range.get(1)).longValue() - ((Number) range.get(0)).longValue() + 1)
                .sum();
    }

    long opening() {
        return opening;
    }

    Instant began() {
        return began.orElseThrow();
    }

    /** When the next one began; empty while it runs. */
    Optional<Instant> ended() {
        return ended;
    }

    List<Act> acts() {
        return acts;
    }

    /** Its draws, each as it was told last, in their order. */
    List<RecordedDraw> draws() {
        return List.copyOf(draws.values());
    }

    PublicRecord forThePublic() {
        return new PublicRecord(opening, began(), ended, last, draws());
    }

    /** The counts of the opening, and whether the ledger and its draws are as they were written. */
    Report.Told told() {
        var findings = verifier.findings();
        return new Report.Told(
                counted("entries"),
                findings.isEmpty(),
                findings,
                counted("inTurn"),
                counted("outOfTurn"),
                counted("besides"),
                counted("byHand"),
                counted("passed"),
                counted("unwritten"),
                rules,
                ends,
                lanes);
    }

    private long counted(String name) {
        return counts.getOrDefault(name, 0L);
    }
}
