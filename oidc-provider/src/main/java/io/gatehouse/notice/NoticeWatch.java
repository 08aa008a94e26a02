package io.gatehouse.notice;

import io.gatehouse.board.Boards;
import io.gatehouse.board.Boards.Printed;
import io.gatehouse.notice.NoticeBook.PageOf;
import io.gatehouse.notice.NoticeBook.Spot;
import io.gatehouse.notice.NoticePost.NoticeTime;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.schedule.Phase;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.LatestWork;
import io.gatehouse.time.Ticker;
import io.gatehouse.time.Workers;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whom to tell, by the board of each tick: a turn has come when the board serves its number, and
 * is near when the forecast of the board says so. It works in threads of its own; a tick only wakes them.
 *
 * <p><b>Every node looks.</b> Each goes through the numbers that the call has passed since its last look, and
 * the {@link NoticeBook} lets one node tell each visitor. Once a minute, and when it starts, a node goes
 * through all pages again. So it finds what another one has left when it died, and visitors whom the call
 * went past. Turns for which the post had no room are looked for again as soon as it has.
 */
final class NoticeWatch implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NoticeWatch.class);

    private static final Duration AGAIN = Duration.ofMinutes(1);

    /** If the forecast has no range for a wait, the turn is near when fewer than this many visitors are ahead. */
    private static final int FEW = 10;

    /** The maximum distance behind the call at which a look searches for turns that are near. */
    private static final long FURTHEST = 100L * NoticeBook.PAGE;

    /** Fewer threads than may ask the store at a time, so that the line gets through. */
    private static final int THREADS = 8;

    /** The maximum number of waiting batches; visitors beyond them are found again later. */
    private static final int MOST_BATCHES = 2_000;

    private static final int BATCH = 64;

    /** The last numbers of a lane that this node has looked at. */
    private record Reached(long turn, long near) {

        private static final Reached NOTHING = new Reached(0, 0);
    }

    /** The progress of this node in an opening. */
    private static final class Progress {

        private final long opening;
        private final Map<Integer, Reached> lanes = new HashMap<>();

        /** Pages with turns that the post had no room for, and by which ways. */
        private final Map<PageOf, Set<Way>> unsent = new ConcurrentHashMap<>();

        private Deadline again;

        private Progress(long opening, Ticker ticker) {
            this.opening = opening;
            this.again = Deadline.after(Duration.ZERO, ticker);
        }
    }

    private final WaitingRooms rooms;
    private final Boards boards;
    private final NoticeBook book;
    private final NoticePost post;
    private final Duration near;
    private final NoticeTime time;
    private final Map<RoomId, Progress> progress = new ConcurrentHashMap<>();

    /** Rooms in which turns that are near were found and not told. */
    private final Set<RoomId> nearMissed = ConcurrentHashMap.newKeySet();

    private final LatestWork<RoomId> looks = new LatestWork<>("notices", 2);
    private final ThreadPoolExecutor takers = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(MOST_BATCHES),
            Workers.named("notice"));

    /**
     * The visitors that a look searches for.
     *
     * @param isTurn whether the turn has come; else it is near
     * @param ways by one of which the post has room; without any no record is read
     */
    private record Search(Printed printed, boolean isTurn, Set<Way> ways) {}

    NoticeWatch(
            WaitingRooms rooms,
            Boards boards,
            NoticeBook book,
            NoticePost post,
            NoticeProperties properties,
            NoticeTime time) {
        this.rooms = rooms;
        this.boards = boards;
        this.book = book;
        this.post = post;
        this.near = properties.soon();
        this.time = time;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (!room.terms().notices().ways().isEmpty()) {
            looks.add(room.id(), () -> look(room.id()));
        }
    }

    @Override
    public void lostSight(Room room) {
        // No visitor is called meanwhile.
    }

    /** A wish is kept as long as a place without a look, and a day of turns. */
    static Duration kept(Room room) {
        return room.terms().waitingTtl().plus(Duration.ofDays(1));
    }

    /** Whether the turn of this place is near by now. */
    boolean isNear(Printed printed, Place place) {
        return isNear(printed, place.lane(), printed.turnOf(place));
    }

    private boolean isNear(Printed printed, int lane, long turn) {
        var board = printed.board();
        var isStill = board.paused() || board.stale() || board.phase() == Phase.LOBBY || board.phase() == Phase.CLOSED;
        var ahead = board.ahead(lane, turn);
        return !isStill
                && printed.said()
                        .forecast()
                        .range(ahead + 1d)
                        .map(range -> range.to() <= near.toSeconds())
                        .orElse(ahead < FEW);
    }

    /** A visitor has just asked. If the call has come meanwhile, the notice is sent at once. */
    void asked(Spot spot, Place place) {
        rooms.find(spot.room().value())
                .flatMap(room -> boards.ready(room.id().value()))
                .filter(printed -> printed.turnOf(place) <= printed.board().serving(place.lane()))
                .ifPresent(printed -> take(turns(spot.room(), printed), Map.of(spot.page(), List.of(spot))));
    }

    private void look(RoomId id) {
        try {
            rooms.find(id.value()).flatMap(room -> boards.ready(id.value())).ifPresent(printed -> look(id, printed));
        } catch (StoreUnavailableException away) {
            nearMissed.add(id);
            LOG.debug("room {}: notices wait for the store", id, away);
        } catch (RuntimeException broken) {
            LOG.error("room {}: notices cannot be looked for", id, broken);
        }
    }

    private void look(RoomId id, Printed printed) {
        var opening = printed.board().opening();
        var at = progress.compute(
                id,
                (same, last) ->
                        last != null && last.opening == opening ? last : new Progress(opening, time.scheduler()));
        var isAgain = at.again.isExpired();
        var isNearMissed = isAgain && nearMissed.remove(id);
        if (at.lanes.isEmpty()) {
            begin(id);
        }
        var turns = turns(id, printed);
        var soon = new Search(printed, false, turns.ways());
        for (var lane = 0; lane <= printed.seen().lanes().lanes().size(); lane++) {
            var serving = printed.board().serving(lane);
            var before = at.lanes.getOrDefault(lane, Reached.NOTHING);
            if (isAgain) {
                goThrough(id, turns, lane);
            } else {
                take(turns, spots(id, printed, lane, before.turn(), serving));
            }
            var nearTo = nearTo(printed, lane, serving);
            var nearFrom = isNearMissed ? serving : Math.max(before.near(), serving);
            take(soon, spots(id, printed, lane, nearFrom, nearTo));
            at.lanes.put(lane, new Reached(serving, Math.max(before.near(), nearTo)));
        }
        if (isAgain) {
            at.again = Deadline.after(AGAIN, time.scheduler());
        } else {
            goThroughUnsent(at, printed);
        }
    }

    private Search turns(RoomId id, Printed printed) {
        var ways = rooms.find(id.value())
                .map(room -> room.configuration().terms().notices().ways())
                .orElse(Set.of());
        return new Search(printed, true, ways);
    }

    private void begin(RoomId id) {
        rooms.find(id.value()).map(WaitingRoom::configuration).ifPresent(room -> {
            post.knows(room);
            post.warning(room).ifPresent(why -> LOG.warn("{}", why));
        });
    }

    private static long issued(Printed printed, int lane) {
        return lane == 0
                ? printed.board().issued()
                : printed.seen().lanes().of(lane).issued();
    }

    /** The last number whose turn is near. The numbers behind it wait longer. */
    private long nearTo(Printed printed, int lane, long serving) {
        var is = serving;
        var isNot = Math.min(issued(printed, lane), serving + FURTHEST) + 1;
        while (isNot - is > 1) {
            var middle = is + (isNot - is) / 2;
            if (isNear(printed, lane, middle)) {
                is = middle;
            } else {
                isNot = middle;
            }
        }
        return is;
    }

    /** The spots that have asked, of the turns behind {@code from} up to {@code to}. */
    private Map<PageOf, List<Spot>> spots(RoomId id, Printed printed, int lane, long from, long to) {
        var numbers = new TreeMap<Long, BitSet>();
        LongStream.rangeClosed(from + 1, to)
                .map(turn -> lane == 0 ? printed.order().at(turn) : turn)
                .forEach(number -> numbers.computeIfAbsent(number / NoticeBook.PAGE, page -> new BitSet())
                        .set((int) (number % NoticeBook.PAGE)));
        var found = new HashMap<PageOf, List<Spot>>();
        numbers.forEach((page, wanted) -> {
            var key = new PageOf(id, printed.board().opening(), lane, page);
            wanted.and(book.page(key));
            if (!wanted.isEmpty()) {
                found.put(key, spots(key, wanted));
            }
        });
        return found;
    }

    private static List<Spot> spots(PageOf page, BitSet bits) {
        return bits.stream()
                .filter(bit -> page.page() + bit > 0)
                .mapToObj(page::spot)
                .toList();
    }

    /** Reads all pages, and tells the visitors who were called and not told. */
    private void goThrough(RoomId id, Search turns, int lane) {
        for (var page = 0L; page <= issued(turns.printed(), lane) / NoticeBook.PAGE; page++) {
            goThrough(turns, new PageOf(id, turns.printed().board().opening(), lane, page));
        }
    }

    /** Answers with the number of called visitors who had asked. */
    private int goThrough(Search turns, PageOf page) {
        var called = spots(page, book.page(page)).stream()
                .filter(spot -> isCalled(turns.printed(), spot))
                .toList();
        take(turns, Map.of(page, called));
        return called.size();
    }

    /** Reads pages for which the post had no room, the first ones first, until they would fill it. */
    private void goThroughUnsent(Progress at, Printed printed) {
        var pages = at.unsent.keySet().stream()
                .sorted(Comparator.comparingLong(PageOf::page))
                .toList();
        var found = 0;
        for (var page : pages) {
            var ways = at.unsent.get(page);
            if (found < NoticePost.MOST && ways != null && post.hasRoom(ways) && at.unsent.remove(page, ways)) {
                found += goThrough(new Search(printed, true, ways), page);
            }
        }
    }

    private static boolean isCalled(Printed printed, Spot spot) {
        return turn(printed, spot) <= printed.board().serving(spot.position().lane());
    }

    private static long turn(Printed printed, Spot spot) {
        var number = spot.position().number();
        return spot.position().lane() == 0 ? printed.order().of(number) : number;
    }

    private void take(Search search, Map<PageOf, List<Spot>> spots) {
        spots.forEach((page, all) -> {
            for (var n = 0; n < all.size(); n += BATCH) {
                var some = all.subList(n, Math.min(all.size(), n + BATCH));
                try {
                    takers.execute(() -> take(search, page, some));
                } catch (RejectedExecutionException fullOrStopping) {
                    missed(search, page.room());
                    return;
                }
            }
        });
    }

    /** Turns are found again once a minute. Turns that are near are found again only by this mark. */
    private void missed(Search search, RoomId room) {
        if (!search.isTurn()) {
            nearMissed.add(room);
        }
    }

    /** The post has no room by these ways. */
    private void unsent(Search search, PageOf page, Set<Way> ways) {
        missed(search, page.room());
        Optional.ofNullable(progress.get(page.room()))
                .filter(at -> search.isTurn() && at.opening == page.opening())
                .ifPresent(at -> at.unsent.merge(page, ways, NoticeWatch::both));
    }

    private static Set<Way> both(Set<Way> some, Set<Way> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
    }

    private void take(Search search, PageOf page, List<Spot> spots) {
        try {
            var room = rooms.find(page.room().value());
            var done = new BitSet();
            for (var spot : spots) {
                if (room.isEmpty() || isDone(room.get(), search, spot)) {
                    done.set((int) (spot.position().number() % NoticeBook.PAGE));
                }
            }
            if (room.isPresent() && !done.isEmpty()) {
                book.clear(page, done, kept(room.get().configuration()));
            }
        } catch (StoreUnavailableException away) {
            missed(search, page.room());
            LOG.debug("room {}: notices wait for the store", page.room(), away);
        } catch (RuntimeException broken) {
            LOG.error("room {}: notices cannot be sent", page.room(), broken);
        }
    }

    /** Whether nothing more is to be told to this spot. */
    private boolean isDone(WaitingRoom room, Search search, Spot spot) {
        if (!post.hasRoom(search.ways())) {
            unsent(search, spot.page(), search.ways());
            return false;
        }
        var kept = book.find(spot).filter(NoticeBook.Kept::isOpen);
        if (kept.isEmpty()) {
            return true;
        }
        var place = room.find(kept.get().wish().place()).filter(one -> one.opening() == spot.opening());
        if (place.filter(one -> one.stage().isInLine() || one.stage().isTurn()).isEmpty()) {
            book.forget(spot, kept(room.configuration()));
            return true;
        }
        if (!post.hasRoom(kept.get().wish().to().keySet())) {
            unsent(search, spot.page(), kept.get().wish().to().keySet());
        } else if (search.isTurn() && place.get().stage().isTurn()) {
            return tell(room, search, spot, kept.get());
        } else if (!search.isTurn()
                && place.get().stage().isInLine()
                && kept.get().wish().isSoonToTell()) {
            tell(room, search, spot, kept.get());
        }
        return false;
    }

    /**
     * The record is written last: if the store is away, the record stays as it was.
     *
     * @return whether this was the visitor's chance; not while the post has no room
     */
    private boolean tell(WaitingRoom room, Search search, Spot spot, NoticeBook.Kept kept) {
        var isTurn = search.isTurn();
        var allowed = post.allowed(room.id(), kept.wish(), isTurn);
        if (allowed.isLate()) {
            post.giveBack(allowed);
            unsent(search, spot.page(), kept.wish().to().keySet());
            return false;
        }
        var isSent = false;
        try {
            var until = until(room, kept.wish(), allowed, isTurn);
            if (isNoted(room, search, spot, kept)) {
                post.countRefusals(allowed);
                isSent = until.isPresent();
                until.ifPresent(end -> send(search, spot, kept.wish(), allowed, end));
            }
        } finally {
            if (!isSent) {
                post.giveBack(allowed);
            }
        }
        return true;
    }

    private boolean isNoted(WaitingRoom room, Search search, Spot spot, NoticeBook.Kept kept) {
        var lifetime = kept(room.configuration());
        return search.isTurn()
                ? book.take(spot, kept, lifetime)
                : book.replace(spot, Optional.of(kept), kept.wish().toldThatItIsSoon(), lifetime);
    }

    /** The end of the message's worth; empty without a message. The slot of a turn is held for it. */
    private Optional<Instant> until(WaitingRoom room, Wish wish, NoticePost.Allowed allowed, boolean isTurn) {
        if (allowed.to().isEmpty()) {
            return Optional.empty();
        }
        return isTurn
                ? room.apply(wish.place(), Act.HOLD)
                        .filter(place -> place.stage().isTurn())
                        .map(Place::until)
                : Optional.of(time.clock().instant().plus(near));
    }

    private void send(Search search, Spot spot, Wish wish, NoticePost.Allowed allowed, Instant until) {
        var title = search.printed().board().title();
        var kept = Duration.between(time.clock().instant(), until);
        allowed.to().forEach((way, address) -> {
            var id = wish.place().hashOf(way.word() + search.isTurn() + spot.opening());
            post.add(way, new Notice(id, spot.room(), title, search.isTurn(), wish.language(), address, kept, until));
        });
    }

    /** Waits until what is under way is done. */
    void settle() {
        looks.settle();
    }

    @Override
    public void close() {
        looks.close();
        Workers.end(takers);
    }
}
