package io.gatehouse.event;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Batches;
import io.gatehouse.time.Deadline;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one room, in the order of their delivery, as one node writes and reads them.
 *
 * <pre>
 * events/{room}              an {@link End}: no page before it is missing; there may be more behind it
 * events/{room}/{n}          {@link Page} n, from 1
 * </pre>
 *
 * <p><b>One order.</b> A page is put where there is none, behind the last one that the node has seen: of
 * several nodes that put one there at once, one succeeds, and the others read it and put theirs behind it. A
 * page is never changed.
 *
 * <p><b>Nothing acknowledged is lost.</b> A writer of events returns when they are durable. While a write
 * runs, the next events gather and go together, so a crowd costs few writes; a writer stops when its own are
 * stored. While the store cannot be written, no caller waits for it: its events stay in memory, bounded, and
 * are written with a later tick.
 *
 * <p><b>Twice.</b> A write without an answer is repeated, and may have happened: its events are there twice,
 * with the same ids.
 *
 * <p><b>Old pages.</b> A page that all receivers have had is kept {@link #AFTERWARDS}: a node that has not
 * looked for that long would take its end for the end of all. So it begins again with the store's record of
 * the end, which is removed first.
 */
final class Outbox {

    /** The maximum number of events of a page. */
    static final int MOST = 200;

    /** More events than a crowd causes while the store is away for some minutes. */
    private static final int MOST_UNWRITTEN = 20_000;

    /** How long a page is kept that no receiver needs. */
    private static final Duration KEPT = Duration.ofDays(7);

    /** How long a page is kept that all have had. */
    static final Duration AFTERWARDS = Duration.ofMinutes(20);

    private static final Duration LONGEST_SIGHT = AFTERWARDS.dividedBy(4);

    /** More than there are nodes. */
    private static final int TRIES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /**
     * Events that were told together.
     *
     * @param first the number of the first of them in the room, from 1
     * @param state the room, as receivers know it with this page
     */
    record Page(long first, ReportedRoom state, List<Event> events) {

        Page {
            events = List.copyOf(events);
        }

        /** The number of the first event behind it. */
        long end() {
            return first + events.size();
        }

        /** Whether it tells of anything since then; of one without events that is not known. */
        private boolean isSince(Instant when) {
            return events.isEmpty()
                    || events.stream().anyMatch(event -> !event.time().isBefore(when));
        }
    }

    /**
     * The place of the next page.
     *
     * @param page its number, from 1
     * @param event the number of its first event
     */
    record End(long page, long event, ReportedRoom state) {

        static final End FIRST = new End(1, 1, ReportedRoom.NONE);

        End after(Page next) {
            return new End(page + 1, next.end(), next.state);
        }
    }

    private final RoomId room;
    private final EventContext context;
    private final StoredRecords<Page> pages;
    private final StoredRecords<End> ends;
    private final Consumer<End> start;
    private final ReentrantLock writing = new ReentrantLock();
    private final Deque<Event> unwritten = new ArrayDeque<>();

    /** Each caller asks by the number of its last event, counted since the start. */
    private final Batches<Long, Long> tellers = new Batches<>(MOST, this::tellers);

    /** How many events were put into {@link #unwritten}, changed under its lock. */
    private long told;

    /** How many of them are written, changed under {@link #writing}. */
    private long written;

    private volatile boolean isAway;
    private volatile @Nullable End end;
    private volatile long keptEnd;
    private Deadline inSight;

    /**
     * @param start gets the end before this node writes anything: a receiver without a bookmark begins there
     */
    Outbox(RoomId room, EventContext context, Consumer<End> start) {
        this.room = room;
        this.context = context;
        this.pages = new StoredRecords<>(context.store(), Page.class, context.clock());
        this.ends = new StoredRecords<>(context.store(), End.class, context.clock());
        this.start = start;
        this.inSight = Deadline.after(Duration.ZERO, context.ticker());
    }

    /** Writes these, behind all that was told before, and waits for nothing that comes later. Never throws. */
    void tell(Collection<Event> events) {
        long last;
        synchronized (unwritten) {
            if (unwritten.size() + events.size() > MOST_UNWRITTEN) {
                context.counts().lost(events.size());
                return;
            }
            unwritten.addAll(events);
            told += events.size();
            last = told;
        }
        if (!isAway) {
            tellers.ask(last);
        }
    }

    /** If the store was away at the last write, the events are left to the next tick. */
    private List<Long> tellers(List<Long> lasts) {
        write(Collections.max(lasts), false);
        return lasts;
    }

    /** Writes the events that are left. Never throws: a later call writes the rest. */
    void write() {
        long last;
        synchronized (unwritten) {
            last = told;
        }
        write(last, true);
    }

    private void write(long last, boolean isTick) {
        writing.lock();
        try {
            if (isAway && !isTick) {
                return;
            }
            while (written < last) {
                var events = gathered();
                append(seen -> Optional.of(new Page(seen.event, seen.state, events)));
                written(events.size());
            }
            isAway = false;
        } catch (StoreUnavailableException away) {
            if (!isAway) {
                LOG.warn("room {}: its events cannot be written, and follow: {}", room, away.getMessage());
            }
            isAway = true;
        } catch (RuntimeException broken) {
            LOG.error("room {}: its events cannot be written, the line goes on", room, broken);
            isAway = true;
        } finally {
            writing.unlock();
        }
    }

    /**
     * Writes the page that this makes behind the end, if any: of several nodes one does it.
     *
     * @param make is asked again when others were quicker
     */
    void write(Function<End, Optional<Page>> make) {
        writing.lock();
        try {
            look();
            append(make);
            keepEnd();
        } finally {
            writing.unlock();
        }
    }

    private List<Event> gathered() {
        synchronized (unwritten) {
            return unwritten.stream().limit(MOST).toList();
        }
    }

    private void written(int count) {
        synchronized (unwritten) {
            for (int number = 0; number < count; number++) {
                unwritten.remove();
            }
        }
        written += count;
    }

    private void append(Function<End, Optional<Page>> make) {
        for (int tried = 0; tried < TRIES; tried++) {
            var seen = inSight();
            var page = make.apply(seen);
            if (page.isEmpty() || put(seen, page.get())) {
                return;
            }
            look();
        }
        throw new IllegalStateException("page " + end + " is another one's, and cannot be read");
    }

    private boolean put(End seen, Page page) {
        var isPut = pages.replace(key(seen.page), Optional.empty(), page, now().plus(KEPT));
        if (isPut) {
            sees(seen.after(page));
        }
        return isPut;
    }

    /** The end as this node knows it; empty before its first look. */
    Optional<End> end() {
        return Optional.ofNullable(end);
    }

    private End inSight() {
        var known = end;
        return known == null || inSight.isExpired() ? look() : known;
    }

    /** Reads what others have written. */
    private End look() {
        var seen = end;
        if (seen == null || inSight.isExpired()) {
            var kept = ends.get(head()).map(StoredRecords.Found::value).orElse(End.FIRST);
            seen = seen == null || seen.page < kept.page ? kept : seen;
        }
        for (var page = page(seen.page); page.isPresent(); page = page(seen.page)) {
            seen = seen.after(page.get());
        }
        if (end == null) {
            start.accept(seen);
        }
        sees(seen);
        return seen;
    }

    private void sees(End next) {
        end = next;
        inSight = Deadline.after(LONGEST_SIGHT, context.ticker());
    }

    /** A page; empty when it is not written yet, or not kept any more. */
    Optional<Page> page(long number) {
        return pages.get(key(number)).map(StoredRecords.Found::value);
    }

    /** Whether all that this node was asked to tell is written. */
    boolean isWritten() {
        synchronized (unwritten) {
            return unwritten.isEmpty();
        }
    }

    /** The ids of the events that any node has told since then, as far as they are still kept. */
    List<String> toldSince(Instant since) {
        var ids = new ArrayList<String>();
        var number = lookedAt() - 1;
        for (var page = page(number); page.filter(one -> one.isSince(since)).isPresent(); page = page(number)) {
            page.get().events.forEach(event -> ids.add(event.id()));
            number--;
        }
        return ids;
    }

    private long lookedAt() {
        writing.lock();
        try {
            return look().page;
        } finally {
            writing.unlock();
        }
    }

    /** All receivers have had this page, and will not ask for it again. */
    void settle(long number) {
        if (keptEnd <= number) {
            keepEnd();
        }
        if (keptEnd > number) {
            page(number).ifPresent(page -> pages.put(key(number), page, now().plus(AFTERWARDS)));
        }
    }

    /** Keeps where the end is: a node that starts after older pages have gone must not take one of them for it. */
    private void keepEnd() {
        var known = end;
        if (known == null || known.page <= keptEnd) {
            return;
        }
        var found = ends.get(head());
        var before = found.map(kept -> kept.value().page()).orElse(0L);
        var isKept = before >= known.page || ends.replace(head(), found, known, ExpiringStore.FOREVER);
        if (isKept) {
            keptEnd = Math.max(before, known.page);
        }
    }

    private Instant now() {
        return context.clock().instant();
    }

    private String head() {
        return "events/" + room;
    }

    private String key(long page) {
        return "events/" + room + "/" + page;
    }
}
