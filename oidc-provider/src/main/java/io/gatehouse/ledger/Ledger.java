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
 * <p><b>An entry</b> says the hash of the one before it, and is appended only if that is still the last ({@link
 * LedgerStore#append}). So of several nodes one at a time appends, and there is one chain. A node keeps in memory what the
 * ledger says ({@link Known}); when its append is refused it reads what others have written meanwhile, and goes on behind
 * that.
 *
 * <p><b>What operators do</b> is written before it is done, and is not done when it cannot be written. Its entry says what
 * was asked for; what came of it is told by the entries that follow.
 *
 * <p><b>What a room is</b> (its opening, settings and phase) is compared at each tick with what the ledger says, by
 * whichever node looks first: so it is told whoever or whatever has changed it, a file or the time of day as well. What
 * a node has read in the ledger since it began to look may be newer than what it has seen of the room; then its next look
 * decides.
 * A node says the same once, until it sees something else: where files or clocks differ, nodes do not contradict each other at
 * each tick.
 *
 * <p><b>An opening ends</b> with all that is to be told of it, however many appends that takes; only then the next one
 * begins in the ledger.
 *
 * <p><b>Who waits.</b> No tick: what it has seen is written in a thread of its own ({@link LedgerWriter}). Whoever acts
 * does, as the entry comes before the act, but only {@link #WAIT} for a writing that is under way: operators who ask again
 * and again while the store hangs must not take all threads of the server.
 *
 * <p><b>Calls follow the counters.</b> A node writes at its next tick whom it has called since the last one, all of it in
 * one append; a line does not wait for its ledger. A range that the serving counter has gone past and that nobody has written
 * in {@link #PATIENCE}, because the node that called has died or never had an answer, is written by any other as {@code
 * unwritten}: the ranges of an opening cover every position up to the serving counter, whoever dies when.
 *
 * <p><b>Answers that are lost.</b> An append that was not answered may have happened. What it told is not told again before
 * the ledger has been read on: it is there, or is put back to what is still to be written.
 *
 * <p><b>Cost.</b> One append a room and tick, none when nothing has happened, and nothing for a visitor. While several
 * nodes call at once, each reads what the others have written, and appends once more behind that.
 */
final class Ledger {

    /** Longer than a node that is alive takes to write what it has done. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How long a ledger that goes on is without a checkpoint. */
    static final Duration CHECKPOINTS = Duration.ofHours(1);

    /** So much may clocks of nodes differ; whatever is set back by more is told. */
    static final Duration MARGIN = Duration.ofMinutes(1);

    /** So long whoever acts waits for what is being written. */
    private static final Duration WAIT = Duration.ofSeconds(2);

    private static final int TRIES = 20;
    private static final int TRIES_OF_A_TICK = 3;

    /** So many calls, endings and gaps at most in one append: with all else they are fewer than {@link LedgerStore#MOST}. */
    private static final int MOST_OF_A_KIND = 12;

    /** An entry to come, which may depend on those before it. */
    private record Draft(String kind, Function<Known, Map<String, Object>> data) {

        static Draft of(String kind, Map<String, Object> data) {
            return new Draft(kind, known -> data);
        }
    }

    /** The first and last of the positions that nobody has written as called, and from when on they are written as that. */
    private record Gap(long from, long to, Deadline end) {}

    /** An append without an answer. */
    private record Doubt(String first, Unwritten.Batch batch) {}

    /**
     * What a tick has seen of the room.
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
    private @Nullable Known known;
    private @Nullable Gap gap;
    private @Nullable Doubt doubt;
    private final AtomicLong follows = new AtomicLong();
    private volatile long followsBeforeLook;

    /** What this node has said of the room by these kinds, as long as that is what it sees. */
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

    /** What has come of the look that began last. */
    Look look(Room configuration, RoomSnapshot seen) {
        return new Look(configuration, seen, followsBeforeLook);
    }

    /** Appends an entry now; {@link StoreUnavailableException} when that cannot be done. */
    void record(String kind, Map<String, Object> data) {
        if (!isMine()) {
            throw new StoreUnavailableException("the ledger: what is being written before takes too long", null);
        }
        try {
            append(kind, data);
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

    private void append(String kind, Map<String, Object> data) {
        settleDoubt();
        for (int tried = 0; tried < TRIES; tried++) {
            if (append(chained(known(), List.of(Draft.of(kind, data))))) {
                return;
            }
        }
        throw new StoreUnavailableException("the ledger: others were quicker " + TRIES + " times", null);
    }

    /**
     * Writes what is to be told after this look at the room. When others were quicker it goes on behind them at once: of
     * nodes that tick in turns the same one would be late each time.
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
            return true; // What is seen of the room is older than what was read; the next tick sees more.
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
        if (present.openSince()
                .filter(since -> !since.plus(CHECKPOINTS).isAfter(clock.instant()))
                .isPresent()) {
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

    /** An append that was not answered: whether it has happened. */
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
        return Draft.of(Known.BEGIN, Map.of(Known.OPENING, seen.opening(), "serving", serving, "room", room.value()));
    }

    /** Tells what is left to tell of the opening before, a part at a time, and with the last one that another has begun. */
    private void endOpening(Known present, RoomSnapshot seen) {
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
            drafts.add(Draft.of(Known.OPENING, Map.of(Known.OPENING, seen.opening())));
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

    private List<Draft> state(Known present, Room configuration, RoomSnapshot seen) {
        var drafts = new ArrayList<Draft>();
        var settings = configuration.settings(seen);
        addIfNew(drafts, Known.SETTINGS, Setting.set(RoomSettings.KEPT, settings), present.settings());
        var draw = DrawWords.of(seen.draw());
        if (seen.opening() >= present.opening() && !draw.isEmpty() && !CanonicalJson.areSame(draw, present.draw())) {
            drafts.add(Draft.of(Known.DRAW, draw));
        }
        var phase = settings.phase(clock.instant()).name();
        addIfNew(drafts, Known.PHASE, Map.of(Known.PHASE, phase), Map.of(Known.PHASE, present.phase()));
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

    /** Whether there are positions that have been called and that nobody has written. */
    private boolean addGap(List<Draft> drafts, Known present, RoomSnapshot seen, Unwritten.Batch batch) {
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
        return new Draft(Known.UNWRITTEN, known -> {
            var data = new TreeMap<String, Object>(Map.of(Known.OPENING, opening, "from", from, "to", to));
            known.drawOf(opening, from, to).ifPresent(draw -> data.put(Known.DRAW, draw));
            return data;
        });
    }

    private static Draft called(Unwritten.Call call) {
        return new Draft(Known.CALLED, known -> {
            var data = new TreeMap<String, Object>();
            data.put(Known.OPENING, call.opening());
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
            call.draw().ifPresent(draw -> data.put(Known.DRAW, draw));
            if (call.opening() == known.opening() && known.called().meets(call.from(), call.to())) {
                data.put("again", true);
            }
            return data;
        });
    }

    private static Draft ended(Unwritten.Endings endings) {
        var counts = new TreeMap<String, Object>();
        endings.counts().forEach((stage, count) -> counts.put(stage.name(), count));
        var inLine = new TreeMap<String, Object>();
        endings.inLine().forEach((stage, positions) -> inLine.put(stage.name(), positions.list()));
        return Draft.of(Known.ENDED, Map.of(Known.OPENING, endings.opening(), "counts", counts, "inLine", inLine));
    }

    private Draft checkpoint() {
        return new Draft(
                Known.CHECKPOINT,
                known -> known.checkpoint(checkpoints.sign(room, known.seq(), known.hash(), clock.instant())));
    }

    /** The lines of what is to be appended, and what is known behind them. */
    private record Next(Known before, List<String> lines, Known after) {}

    private Next chained(Known present, List<Draft> drafts) {
        var after = present.copy();
        var lines = new ArrayList<String>();
        var now = clock.instant();
        if (!present.isEmpty() && now.isBefore(present.at().minus(MARGIN))) {
            var back = Map.<String, Object>of("from", present.at().toString(), "to", now.toString());
            lines.add(line(after, Known.CLOCK, now, back));
        }
        for (var draft : drafts) {
            var at = now.isBefore(after.at()) ? after.at() : now;
            lines.add(line(after, draft.kind, at, draft.data.apply(after)));
        }
        return new Next(present, lines, after);
    }

    private static String line(Known after, String kind, Instant at, Map<String, Object> data) {
        var line = new Entry(after.seq() + 1, after.hash(), at, kind, data).line();
        after.take(line);
        return line;
    }

    /** False when others were quicker: then what they have written is known. */
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

    private Known known() {
        var present = known;
        if (present == null) {
            present = read();
            known = present;
            said.clear();
        }
        return present;
    }

    /** From the last entry on that says all that was before it. */
    private Known read() {
        var present = new Known();
        var last = store.last(room);
        var from = Math.max(1, last - LedgerStore.MOST + 1);
        while (from > 1 && !Known.isEnough(store.read(room, from, LedgerStore.MOST))) {
            from = Math.max(1, from - LedgerStore.MOST);
        }
        follow(present, from);
        return present;
    }

    private void follow() {
        var present = known();
        follow(present, present.seq() + 1);
    }

    private void follow(Known present, long first) {
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
