package io.gatehouse.ledger;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Setting;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one room, as one node writes it.
 *
 * <p><b>An entry</b> holds the hash of the one before it, and is appended only if that is still the last
 * ({@link LedgerStore#append}). So of several nodes one at a time appends, and there is one chain. A node
 * keeps in memory the state that the ledger tells ({@link LedgerState}). When its append is refused, it reads
 * the entries of the others and appends behind them.
 *
 * <p><b>Acts of operators</b> are written before they are done, and are not done if they cannot be written.
 * The entry says what was requested; later entries tell the result.
 *
 * <p><b>The room's state</b> (opening, settings, phase) is compared with the ledger at each tick, by the
 * first node to look. So a change is told for every cause, a file or the time of day included. A ledger that
 * is newer than the node's last look at the room waits for the next look. A node tells the same state once,
 * until it sees another: nodes with different files or clocks do not contradict each other at each tick.
 *
 * <p><b>An opening ends</b> with all its entries, however many appends that takes; only then the next one
 * begins in the ledger.
 *
 * <p><b>Waiting.</b> A tick never waits: {@link io.gatehouse.time.LatestWork} writes in threads of its own.
 * An operator's act waits, because its entry comes first, but at most {@link #WAIT} for a running write:
 * repeated acts while the store hangs must not take all threads of the server.
 *
 * <p><b>Calls follow the counters.</b> A node writes at its next tick all calls since the last one, in one
 * append; a line does not wait for its ledger. If a node called and died, or never got an answer, the counter
 * has passed a range without an entry. After {@link #PATIENCE} any other node writes it as {@code unwritten}:
 * the ranges of an opening cover every position up to the serving counter.
 *
 * <p><b>Lost answers.</b> An append without an answer may have happened. Its entries are not told again
 * before the ledger has been read: they are there, or go back to the unwritten ones.
 *
 * <p><b>Cost.</b> At most one append a room and tick, none if nothing has happened, and nothing for a
 * visitor. Several nodes that call at once read each other's entries, and append once more behind them.
 */
final class Ledger {

    /** Longer than a node that is alive takes to write what it has done. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A ledger that goes on gets a checkpoint after this time. */
    static final Duration CHECKPOINTS = Duration.ofHours(1);

    /** The difference that clocks of nodes may have; a greater step back is told. */
    static final Duration MARGIN = Duration.ofMinutes(1);

    /** How long an operator's act waits for a running write. */
    private static final Duration WAIT = Duration.ofSeconds(2);

    private static final int TRIES = 20;
    private static final int TRIES_OF_A_TICK = 3;

    /**
     * The maximum number of calls, of endings and of gaps in one append: with all else they are fewer than
     * {@link LedgerStore#MOST}.
     */
    private static final int MOST_OF_A_KIND = 12;

    /** An entry to come, which may depend on those before it. */
    private record Draft(String kind, Function<LedgerState, Map<String, Object>> data) {

        static Draft of(String kind, Map<String, Object> data) {
            return new Draft(kind, known -> data);
        }
    }

    /**
     * The first and last of the positions without an entry of a call, and from when on they are written as
     * {@code unwritten}.
     */
    private record Gap(long from, long to, Deadline end) {}

    /** An append without an answer. */
    private record Doubt(String first, Unwritten.Batch batch) {}

    /**
     * A look at the room by a tick.
     *
     * @param follows how often entries of others had been read when the look began
     */
    record Look(Room configuration, RoomSnapshot seen, long follows) {}

    private final RoomId room;
    private final LedgerStore store;
    private final Checkpoints checkpoints;
    private final Clock clock;
    private final Ticker ticker;
    private final Unwritten unwritten = new Unwritten();
    private final ReentrantLock lock = new ReentrantLock(true);
    private @Nullable LedgerState known;
    private @Nullable Gap gap;
    private @Nullable Doubt doubt;
    private final AtomicLong follows = new AtomicLong();
    private volatile long followsBeforeLook;

    /** The data that this node has told, by kind, as long as it sees the same. */
    private final Map<String, Map<String, Object>> said = new HashMap<>();

    Ledger(RoomId room, LedgerStore store, Checkpoints checkpoints, Clock clock, Ticker ticker) {
        this.room = room;
        this.store = store;
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.ticker = ticker;
    }

    Unwritten unwritten() {
        return unwritten;
    }

    /** The room is going to be looked at. */
    void looks() {
        followsBeforeLook = follows.get();
    }

    /** The result of the look that began last. */
    Look look(Room configuration, RoomSnapshot seen) {
        return new Look(configuration, seen, followsBeforeLook);
    }

    /** Appends an entry now; {@link StoreUnavailableException} when that cannot be done. */
    void record(String kind, Map<String, Object> data) {
        record(present -> List.of(Draft.of(kind, data)));
    }

    /**
     * Appends an act of the house. The house has no line and no tick: its first act begins its ledger, and an
     * act brings the checkpoint that is due.
     */
    void recordOfHouse(Map<String, Object> data) {
        record(present -> {
            var drafts = new ArrayList<Draft>();
            if (present.isEmpty()) {
                drafts.add(begin(1, 0));
            }
            if (needsCheckpoint(present)) {
                drafts.add(checkpoint());
            }
            drafts.add(Draft.of(LedgerState.ACT, data));
            return drafts;
        });
    }

    private void record(Function<LedgerState, List<Draft>> drafts) {
        if (!isMine()) {
            throw new StoreUnavailableException("the ledger: what is being written before takes too long", null);
        }
        try {
            append(drafts);
        } finally {
            lock.unlock();
        }
    }

    private boolean isMine() {
        try {
            return lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void append(Function<LedgerState, List<Draft>> drafts) {
        settleDoubt();
        for (int tried = 0; tried < TRIES; tried++) {
            if (append(chained(known(), drafts.apply(known())))) {
                return;
            }
        }
        throw new StoreUnavailableException("the ledger: others were quicker " + TRIES + " times", null);
    }

    /**
     * Writes what is to be told after this look at the room. When others were quicker it goes on behind them
     * at once: of nodes that tick in turns the same one would be late each time.
     */
    void tick(Look look) {
        lock.lock();
        try {
            settleDoubt();
            var isWritten = false;
            for (int tried = 0; tried < TRIES_OF_A_TICK && !isWritten; tried++) {
                isWritten = isWritten(look);
            }
        } finally {
            lock.unlock();
        }
    }

    /** False when others were quicker, or more is to be told. */
    private boolean isWritten(Look look) {
        var present = known();
        var seen = look.seen;
        var mayBeAhead = look.follows != follows.get();
        if (mayBeAhead && seen.opening() > present.opening()) {
            return true; // the look is older than the ledger; the next tick sees more
        }
        if (!present.isEmpty() && seen.opening() > present.opening()) {
            endOpening(present, seen);
            return false;
        }
        var batch = unwritten.take(MOST_OF_A_KIND, seen.opening());
        var drafts = new ArrayList<Draft>();
        if (present.isEmpty()) {
            drafts.add(begin(seen, batch));
        }
        addDone(drafts, batch);
        var state = mayBeAhead ? List.<Draft>of() : state(present, look.configuration, seen);
        drafts.addAll(state);
        var hasGap = addGap(drafts, present, seen, batch);
        if (needsCheckpoint(present)) {
            drafts.add(checkpoint());
        }
        var isWritten = drafts.isEmpty() || isAppended(drafts, batch);
        if (isWritten) {
            state.forEach(draft -> said.put(draft.kind, draft.data.apply(present)));
        }
        if (hasGap && isWritten) {
            follow();
        }
        return isWritten;
    }

    private boolean needsCheckpoint(LedgerState present) {
        return present.openSince()
                .filter(since -> !since.plus(CHECKPOINTS).isAfter(clock.instant()))
                .isPresent();
    }

    private boolean isAppended(List<Draft> drafts, Unwritten.Batch batch) {
        Next next;
        try {
            next = chained(known(), drafts);
        } catch (RuntimeException unsigned) {
            unwritten.putBack(batch);
            throw unsigned;
        }
        doubt = new Doubt(next.lines.get(0), batch);
        var isAppended = append(next);
        doubt = null;
        if (!isAppended) {
            unwritten.putBack(batch);
        }
        return isAppended;
    }

    /** Reads whether an append without an answer has happened. */
    private void settleDoubt() {
        var open = doubt;
        if (open == null) {
            return;
        }
        var from = known().seq() + 1;
        var lines = store.read(room, from, LedgerStore.MOST);
        if (!lines.contains(open.first)) {
            unwritten.putBack(open.batch);
        }
        doubt = null;
        follow();
    }

    private Draft begin(RoomSnapshot seen, Unwritten.Batch batch) {
        var serving = batch.calls().stream()
                .filter(call -> call.opening() == seen.opening())
                .mapToLong(call -> call.from() - 1)
                .reduce(seen.reached(), Math::min);
        return begin(seen.opening(), serving);
    }

    private Draft begin(long opening, long serving) {
        return Draft.of(
                LedgerState.BEGIN, Map.of(LedgerState.OPENING, opening, "serving", serving, "room", room.value()));
    }

    /**
     * Tells the rest of the opening before, a part at a time, and with the last part that another opening has
     * begun.
     */
    private void endOpening(LedgerState present, RoomSnapshot seen) {
        var running = present.opening();
        var batch = unwritten.take(MOST_OF_A_KIND, running);
        var drafts = new ArrayList<Draft>();
        addDone(drafts, batch);
        var covered = present.copy().called();
        batch.calls().stream()
                .filter(call -> call.opening() == running)
                .forEach(call -> covered.add(call.from(), call.to()));
        var gaps = covered.gaps(1, covered.last()).list();
        var isLastPart = unwritten.isTold(running) && gaps.size() <= MOST_OF_A_KIND;
        if (unwritten.isTold(running)) {
            addUnwritten(drafts, running, gaps);
        }
        if (isLastPart) {
            drafts.add(checkpoint());
            drafts.add(Draft.of(LedgerState.OPENING, Map.of(LedgerState.OPENING, seen.opening())));
        }
        isAppended(drafts, batch);
    }

    private static void addDone(List<Draft> drafts, Unwritten.Batch batch) {
        batch.calls().stream().map(Ledger::called).forEach(drafts::add);
        batch.endings().stream().map(Ledger::ended).forEach(drafts::add);
    }

    private static void addUnwritten(List<Draft> drafts, long opening, List<List<Long>> gaps) {
        gaps.stream()
                .limit(MOST_OF_A_KIND)
                .map(range -> unwritten(opening, range.get(0), range.get(1)))
                .forEach(drafts::add);
    }

    private List<Draft> state(LedgerState present, Room configuration, RoomSnapshot seen) {
        var drafts = new ArrayList<Draft>();
        var settings = configuration.settings(seen);
        addIfNew(drafts, LedgerState.SETTINGS, Setting.set(RoomSettings.KEPT, settings), present.settings());
        var draw = DrawWords.of(seen.draw());
        if (seen.opening() >= present.opening() && !draw.isEmpty() && !CanonicalJson.areSame(draw, present.draw())) {
            drafts.add(Draft.of(LedgerState.DRAW, draw));
        }
        var phase = settings.phase(clock.instant()).name();
        addIfNew(
                drafts,
                LedgerState.PHASE,
                Map.of(LedgerState.PHASE, phase),
                Map.of(LedgerState.PHASE, present.phase()));
        return drafts;
    }

    private void addIfNew(List<Draft> drafts, String kind, Map<String, Object> now, Map<String, Object> present) {
        if (!CanonicalJson.areSame(now, said.getOrDefault(kind, Map.of()))) {
            said.remove(kind);
        }
        if (!CanonicalJson.areSame(now, present) && !said.containsKey(kind)) {
            drafts.add(Draft.of(kind, now));
        }
    }

    /** Whether positions have been called without an entry. */
    private boolean addGap(List<Draft> drafts, LedgerState present, RoomSnapshot seen, Unwritten.Batch batch) {
        if (present.isEmpty() || seen.opening() != present.opening()) {
            return false;
        }
        var covered = present.copy().called();
        batch.calls().stream()
                .filter(call -> call.opening() == seen.opening())
                .forEach(call -> covered.add(call.from(), call.to()));
        var gaps = covered.gaps(1, seen.reached());
        if (gaps.isEmpty()) {
            gap = null;
            return false;
        }
        var first = gaps.first();
        var last = gap;
        if (last == null || last.from != first.getKey()) {
            gap = new Gap(first.getKey(), gaps.last(), Deadline.after(PATIENCE, ticker));
        } else if (last.end.isExpired()) {
            addUnwritten(drafts, seen.opening(), covered.gaps(1, last.to).list());
            gap = null;
        }
        return true;
    }

    private static Draft unwritten(long opening, long from, long to) {
        return new Draft(LedgerState.UNWRITTEN, known -> {
            var data = new TreeMap<String, Object>(Map.of(LedgerState.OPENING, opening, "from", from, "to", to));
            known.drawOf(opening, from, to).ifPresent(draw -> data.put(LedgerState.DRAW, draw));
            return data;
        });
    }

    private static Draft called(Unwritten.Call call) {
        return new Draft(LedgerState.CALLED, known -> {
            var data = new TreeMap<String, Object>();
            data.put(LedgerState.OPENING, call.opening());
            data.put("from", call.from());
            data.put("to", call.to());
            data.put("passed", call.passed().list());
            if (!call.outOfTurn().isEmpty()) {
                data.put("outOfTurn", call.outOfTurn().list());
            }
            if (!call.lanes().isEmpty()) {
                var lanes = new TreeMap<String, Object>();
                call.lanes().forEach((lane, positions) -> lanes.put(lane, positions.list()));
                data.put("lanes", lanes);
            }
            data.put("returning", call.returning());
            data.put("byHand", call.byHand());
            data.put("why", call.why());
            call.draw().ifPresent(draw -> data.put(LedgerState.DRAW, draw));
            if (call.opening() == known.opening() && known.called().meets(call.from(), call.to())) {
                data.put("again", true);
            }
            return data;
        });
    }

    private static Draft ended(Unwritten.EndedPlaces endings) {
        var counts = new TreeMap<String, Object>();
        endings.counts().forEach((stage, count) -> counts.put(stage.name(), count));
        var inLine = new TreeMap<String, Object>();
        endings.inLine().forEach((stage, positions) -> inLine.put(stage.name(), positions.list()));
        return Draft.of(
                LedgerState.ENDED, Map.of(LedgerState.OPENING, endings.opening(), "counts", counts, "inLine", inLine));
    }

    private Draft checkpoint() {
        return new Draft(
                LedgerState.CHECKPOINT,
                known -> known.checkpoint(checkpoints.sign(room, known.seq(), known.hash(), clock.instant())));
    }

    /** The lines of what is to be appended, and what is known behind them. */
    private record Next(LedgerState before, List<String> lines, LedgerState after) {}

    private Next chained(LedgerState present, List<Draft> drafts) {
        var after = present.copy();
        var lines = new ArrayList<String>();
        var now = clock.instant();
        if (!present.isEmpty() && now.isBefore(present.at().minus(MARGIN))) {
            var back = Map.<String, Object>of("from", present.at().toString(), "to", now.toString());
            lines.add(line(after, LedgerState.CLOCK, now, back));
        }
        for (var draft : drafts) {
            var at = now.isBefore(after.at()) ? after.at() : now;
            lines.add(line(after, draft.kind, at, draft.data.apply(after)));
        }
        return new Next(present, lines, after);
    }

    private static String line(LedgerState after, String kind, Instant at, Map<String, Object> data) {
        var line = new LedgerEntry(after.seq() + 1, after.hash(), at, kind, data).line();
        after.take(line);
        return line;
    }

    /** False when others were quicker; their entries are read then. */
    private boolean append(Next next) {
        var seen = next.before.seq();
        if (store.append(room, seen, next.before.line(), next.lines)) {
            known = next.after;
            return true;
        }
        follow();
        if (known().seq() == seen) {
            known = null; // The store has lost what this node knows.
        }
        return false;
    }

    private LedgerState known() {
        var present = known;
        if (present == null) {
            present = read();
            known = present;
            said.clear();
        }
        return present;
    }

    /** Reads from the last entry on that says all that was before it. */
    private LedgerState read() {
        var present = new LedgerState();
        var last = store.last(room);
        var from = Math.max(1, last - LedgerStore.MOST + 1);
        while (from > 1 && !LedgerState.isEnough(store.read(room, from, LedgerStore.MOST))) {
            from = Math.max(1, from - LedgerStore.MOST);
        }
        follow(present, from);
        return present;
    }

    private void follow() {
        var present = known();
        follow(present, present.seq() + 1);
    }

    private void follow(LedgerState present, long first) {
        var from = first;
        var lines = store.read(room, from, LedgerStore.MOST);
        if (!lines.isEmpty()) {
            follows.incrementAndGet();
        }
        while (!lines.isEmpty()) {
            lines.forEach(present::take);
            from += lines.size();
            lines = store.read(room, from, LedgerStore.MOST);
        }
    }
}
