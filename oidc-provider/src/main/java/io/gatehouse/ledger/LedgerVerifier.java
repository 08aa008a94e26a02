package io.gatehouse.ledger;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.gatehouse.draw.LobbyDraw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads an exported ledger line by line and checks three things: no entry was changed, removed, added or
 * reordered; every position up to the last call is told of; each draw follows from its published values. It
 * trusts only the given keys. Without any, it checks the export against itself, and names the signing key for
 * its reader to compare.
 *
 * <p>It keeps the told positions as ranges, and no entries; calls only if they are to be printed.
 */
public final class LedgerVerifier {

    /** The beginning of the first line of a part: no entry begins so. */
    private static final String HEADER = "{\"format\"";

    /** The first fault; the faults that follow from it would hide it. */
    private static final int MOST_FINDINGS = 20;

    /** The first line of an export, or of a part of it. */
    private record Header(String room, long to, Checkpoints.Checkpoint signature) {}

    private final Optional<JWKSet> trusted;
    private final boolean tellsCalls;
    private final List<String> findings = new ArrayList<>();
    private final Map<Long, LedgerOpening> openings = new TreeMap<>();
    private final LedgerDraws draws = new LedgerDraws();

    /** The first calls in the order of a draw before its seed was told, by draw. */
    private final Map<String, List<LedgerOpening.Call>> early = new TreeMap<>();

    private final Map<String, Long> kinds = new TreeMap<>();
    private Optional<Header> header = Optional.empty();
    private long lines;
    private long opening;
    private long seq;
    private String hash = LedgerEntry.NOTHING;
    private Instant at = Instant.MIN;
    private long checkpoints;
    private long setBack;

    /**
     * A verifier that finds faults, and does not tell of calls: its memory does not grow with the number of
     * entries.
     */
    public LedgerVerifier(Optional<JWKSet> trusted) {
        this(trusted, false);
    }

    /**
     * @param trusted keys of the installation, got from it by another way; empty: those that the export
     *     carries
     * @param tellsCalls whether {@link #calls} or {@link #order} is going to be asked: then all calls are
     *     held
     */
    public LedgerVerifier(Optional<JWKSet> trusted, boolean tellsCalls) {
        this.trusted = trusted;
        this.tellsCalls = tellsCalls;
    }

    /**
     * Goes on to the next line of the export, or of the parts of it that follow each other in one file. Empty
     * lines do not count.
     */
    public void read(String line) {
        lines++;
        if (line.isEmpty()) {
            return;
        }
        try {
            if (header.isEmpty() || line.startsWith(HEADER)) {
                endPart();
                header = Optional.of(header(line));
            } else {
                read(LedgerEntry.parse(line), line);
            }
        } catch (IllegalArgumentException wrong) {
            find("line " + lines + ": " + wrong.getMessage());
        }
    }

    /** The last line of a part must be the one that was signed. */
    private void endPart() {
        header.filter(part -> part.to != seq || !part.signature.hash().equals(hash))
                .ifPresent(part -> find("entry " + part.to + " was signed as the last one; here entry " + seq
                        + " is, or it is not as it was"));
    }

    private Header header(String line) {
        var members = CanonicalJson.read(line);
        if (!Ledgers.FORMAT.equals(members.get("format"))
                || !(members.get("room") instanceof String room)
                || !(members.get("from") instanceof Long from)
                || !(members.get("to") instanceof Long to)
                || !(members.get("signature") instanceof String signature)) {
            throw new IllegalArgumentException("the first line must say format \"" + Ledgers.FORMAT + "\"");
        }
        var signed = Checkpoints.read(signature);
        if (!signed.room().equals(room) || signed.seq() != to) {
            throw new IllegalArgumentException("the signature is for entry " + signed.seq() + " of room "
                    + signed.room() + ", the line says " + to + " of room " + room);
        }
        if (from != seq + 1
                || header.filter(before -> !before.room.equals(room)).isPresent()) {
            throw new IllegalArgumentException(
                    "a part of room " + room + " from entry " + from + " on follows entry " + seq);
        }
        if (trusted.isPresent() && !isTrusted(signed.key())) {
            throw new IllegalArgumentException(
                    "the export is signed with key " + signed.key().getKeyID() + ", which is not among the given keys");
        }
        return new Header(room, to, signed);
    }

    private boolean isTrusted(JWK key) {
        return trusted.orElseThrow().getKeys().stream()
                .anyMatch(one -> thumbprint(one).equals(thumbprint(key)));
    }

    private static String thumbprint(JWK key) {
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException unusable) {
            throw new IllegalArgumentException("a key cannot be read: " + unusable.getMessage(), unusable);
        }
    }

    private void read(LedgerEntry entry, String line) {
        if (entry.seq() != seq + 1) {
            find("line " + lines + ": entry " + entry.seq() + " follows entry " + seq);
        }
        if (!entry.previous().equals(hash)) {
            find("line " + lines + ": entry " + entry.seq()
                    + " was not written behind the entry before it as it is here");
        }
        if (entry.kind().equals(LedgerState.CLOCK)) {
            setBack++;
        } else if (entry.at().isBefore(at)) {
            find("line " + lines + ": entry " + entry.seq() + " is of " + entry.at() + ", the one before it of " + at);
        }
        seq = entry.seq();
        hash = LedgerEntry.hash(line);
        var before = entry.previous();
        at = entry.at();
        kinds.merge(entry.kind(), 1L, Long::sum);
        told(entry, before);
    }

    private void told(LedgerEntry entry, String before) {
        switch (entry.kind()) {
            case LedgerState.BEGIN -> {
                if (entry.seq() != 1) {
                    throw new IllegalArgumentException("a ledger begins with its first entry, not with entry " + seq);
                }
                opening = entry.number(LedgerState.OPENING);
                of(entry).called.add(1, entry.number("serving"));
            }
            case LedgerState.OPENING -> opening = entry.number(LedgerState.OPENING);
            case LedgerState.DRAW -> {
                draws.read(header.map(Header::room).orElse(""), opening, entry);
                early.keySet().removeIf(this::isDone);
            }
            case LedgerState.CALLED -> called(entry);
            case LedgerState.UNWRITTEN -> unwritten(entry);
            case LedgerState.ENDED -> ended(entry);
            case LedgerState.CHECKPOINT -> checkpoint(entry, before);
            default -> {}
        }
    }

    private LedgerOpening of(LedgerEntry entry) {
        return openings.computeIfAbsent(entry.number(LedgerState.OPENING), first -> new LedgerOpening(tellsCalls));
    }

    private void called(LedgerEntry entry) {
        var told = of(entry);
        var from = entry.number("from");
        var to = entry.number("to");
        var passed = entry.ranges("passed");
        entry.text("why");
        told.returning += entry.number("returning");
        if (passed.count() > to - from + 1) {
            throw new IllegalArgumentException("more are passed than there are from " + from + " to " + to);
        }
        if (told.called.meets(from, to) && !Boolean.TRUE.equals(entry.data().get("again"))) {
            throw new IllegalArgumentException("positions " + from + " to " + to + " are called a second time");
        }
        if (from > 1 && from <= to && !told.called.meets(from - 1, from - 1)) {
            told.skippedAt.put(from - 1, entry.at());
        }
        told.called.add(from, to);
        told.passed.addAll(passed);
        told.outOfTurn.addAll(entry.ranges("outOfTurn"));
        told(entry, call(entry, entry.text("why")));
    }

    private void unwritten(LedgerEntry entry) {
        of(entry).unwritten.add(entry.number("from"), entry.number("to"));
        told(entry, call(entry, LedgerOpening.UNWRITTEN));
    }

    private void told(LedgerEntry entry, LedgerOpening.Call call) {
        of(entry).add(call);
        call.draw().filter(draw -> !isDone(draw)).ifPresent(draw -> {
            var calls = early.computeIfAbsent(draw, first -> new ArrayList<>());
            if (calls.size() < MOST_FINDINGS) {
                calls.add(call);
            }
        });
        if (call.draw().isEmpty()) {
            drawnOtherwise(entry.number(LedgerState.OPENING), call)
                    .ifPresent(draw -> find("entry " + call.seq() + ": numbers " + call.from() + " to " + call.to()
                            + " were not called by the draw " + draw + ", which had been done"));
        }
    }

    /**
     * The draw by which these numbers should have been called: a finished draw decides the order of its
     * entrants.
     */
    private Optional<String> drawnOtherwise(long number, LedgerOpening.Call call) {
        return draws.of(number).stream()
                .reduce((before, last) -> last)
                .filter(last -> last.meets(call.from(), call.to()) && last.isOldAt(call.at()))
                .map(last -> last.draw().draw().id());
    }

    private boolean isDone(String draw) {
        return draws.of(draw).filter(told -> told.done().isPresent()).isPresent();
    }

    private static LedgerOpening.Call call(LedgerEntry entry, String why) {
        return new LedgerOpening.Call(
                entry.seq(),
                entry.at(),
                entry.number("from"),
                entry.number("to"),
                entry.data().containsKey(LedgerState.DRAW)
                        ? Optional.of(entry.text(LedgerState.DRAW))
                        : Optional.empty(),
                entry.ranges("passed"),
                entry.ranges("outOfTurn"),
                entry.rangesByName("lanes"),
                why);
    }

    private void ended(LedgerEntry entry) {
        if (entry.data().get("inLine") instanceof Map<?, ?> inLine) {
            inLine.forEach((stage, positions) -> of(entry).ended(String.valueOf(stage), Ranges.read(positions)));
        }
    }

    private void checkpoint(LedgerEntry entry, String before) {
        var signed = Checkpoints.read(entry.text("signature"));
        if (signed.seq() != entry.seq() - 1 || !signed.hash().equals(before)) {
            throw new IllegalArgumentException("the checkpoint was signed for another entry, " + signed.seq()
                    + ", or for another one of this number");
        }
        header.filter(first -> !first.room.equals(signed.room())).ifPresent(other -> {
            throw new IllegalArgumentException("the checkpoint was signed for room " + signed.room());
        });
        checkpoints++;
    }

    /** The faults; empty when there are none. To be asked once, when all has been read. */
    public List<String> findings() {
        endPart();
        if (header.isEmpty() && findings.isEmpty()) {
            find("the file is empty");
        }
        openings.forEach((number, told) -> gaps(told)
                .list()
                .forEach(gap -> find("opening " + number + ": positions " + gap.get(0) + " to " + gap.get(1)
                        + " were passed over, and no entry says why")));
        early.forEach((draw, calls) -> calls.stream()
                .filter(call -> call.at().plus(Ledger.MARGIN).isBefore(now()))
                .forEach(call -> find("entry " + call.seq() + ": numbers " + call.from() + " to " + call.to()
                        + " were called by the draw " + draw + ", whose seed no entry tells")));
        return List.copyOf(findings);
    }

    private Instant now() {
        return header.map(first -> first.signature.at()).orElse(at);
    }

    /**
     * Proves in which order visitors were called; to be asked once, when all of the ledger has been read.
     *
     * @param visitors a line each: the receipt of an entrant of a draw, or {@code opening/position}
     */
    public Order order(Stream<String> visitors) {
        var proof = new OrderProof(header.map(Header::room).orElse(""), draws, openings);
        visitors.forEachOrdered(proof::read);
        return new Order(proof.says(), proof.findings());
    }

    /**
     * The order in which visitors were called.
     *
     * @param says a sentence for each of them, those who were called first first
     * @param findings what is wrong with the receipts and positions that were given; empty when nothing is
     */
    public record Order(List<String> says, List<String> findings) {}

    /**
     * A draw that the ledger tells.
     *
     * @param opening in which it was held
     */
    public record Drawn(long opening, LobbyDraw draw) {}

    /** The draw of this id; empty when the ledger does not tell of it. */
    public Optional<Drawn> drawn(String id) {
        return draws.of(id).map(told -> new Drawn(told.opening(), told.draw()));
    }

    /**
     * Tells the fate of a position.
     *
     * @param number as which one it is called
     * @param at when it was called, or passed over; empty when the call did not come to it
     * @param ended how a place in line ended; empty when that is not told
     */
    public record Traced(long number, boolean isCalled, Optional<Instant> at, Optional<String> ended) {}

    /**
     * Tells the fate of a position of the default lane. Ask once all has been read. Empty when no
     * visitor of this opening was called.
     */
    public Optional<Traced> trace(long opening, long position) {
        return Optional.ofNullable(openings.get(opening)).map(told -> {
            var found = told.find(position, draws.of(opening));
            var isCalled = found.fate() == LedgerOpening.Fate.IN_TURN || found.fate() == LedgerOpening.Fate.OUT_OF_TURN;
            return new Traced(found.number(), isCalled, found.call().map(LedgerOpening.Call::at), told.end(position));
        });
    }

    /** When the call came to this number of a lane beside the default one; empty when it did not. */
    public Optional<Instant> traceInLane(long opening, String lane, long number) {
        return Optional.ofNullable(openings.get(opening))
                .flatMap(told -> told.inLane(lane, number))
                .map(LedgerOpening.Call::at);
    }

    /** A sentence for each call, for people. */
    public List<String> calls() {
        var says = new ArrayList<String>();
        openings.forEach((number, told) ->
                told.calls().forEach(call -> says.add("opening " + number + ", " + call.by() + ": " + whom(call))));
        return says;
    }

    private String whom(LedgerOpening.Call call) {
        var whom = new ArrayList<String>();
        if (call.from() <= call.to()) {
            whom.add("numbers " + call.from() + " to " + call.to());
            call.draw().flatMap(draws::of).ifPresent(told -> whom.add("positions " + told.positions(call)));
        }
        if (!call.outOfTurn().isEmpty()) {
            whom.add("out of turn the positions " + call.outOfTurn());
        }
        if (!call.passed().isEmpty()) {
            whom.add("not in line any more were the positions " + call.passed());
        }
        return String.join("; ", whom);
    }

    /**
     * The positions that the counter has passed without an entry. Entries of the last calls before the export
     * may still be on their way.
     */
    private Ranges gaps(LedgerOpening told) {
        var covered = new Ranges();
        covered.addAll(told.called);
        covered.addAll(told.unwritten);
        var gaps = covered.gaps(1, covered.last());
        var open = new Ranges();
        var now = now();
        gaps.list().stream()
                .filter(gap -> told.skippedAt
                        .getOrDefault(gap.get(1), Instant.MIN)
                        .plus(Ledger.MARGIN)
                        .isBefore(now))
                .forEach(gap -> open.add(gap.get(0), gap.get(1)));
        return open;
    }

    /** The content of the export, in sentences for people. */
    public List<String> summary() {
        var says = new ArrayList<String>();
        header.ifPresent(first -> says.add("room " + first.room + " of " + first.signature.issuer() + ": " + seq
                + " entries, signed at " + first.signature.at() + " with key "
                + first.signature.key().getKeyID() + ", thumbprint " + thumbprint(first.signature.key())
                + (trusted.isPresent() ? ", which is among the given keys" : ", which the export itself carries")));
        says.add(checkpoints + " checkpoints; clocks set back " + setBack + " times; entries by kind: "
                + new LinkedHashMap<>(kinds));
        says.addAll(draws.summary());
        openings.forEach((number, told) -> says.add(summary(number, told)));
        return says;
    }

    private static String summary(long opening, LedgerOpening told) {
        var untold = new Ranges();
        var explained = told.ended.and(told.outOfTurn);
        told.passed.list().forEach(range -> untold.addAll(explained.gaps(range.get(0), range.get(1))));
        var unwritten = new Ranges();
        told.unwritten.list().forEach(range -> unwritten.addAll(told.called.gaps(range.get(0), range.get(1))));
        return "opening " + opening + ": called up to position " + Math.max(told.called.last(), told.unwritten.last())
                + ", " + told.passed.count() + " of them passed over since they were not in line any more (of "
                + untold.count() + " without a recorded reason), " + unwritten.count()
                + " called by a node that did not write it, " + told.outOfTurn.count() + " called out of turn, "
                + told.returning + " called once more";
    }

    private void find(String what) {
        if (findings.size() < MOST_FINDINGS) {
            findings.add(what);
        }
    }
}
