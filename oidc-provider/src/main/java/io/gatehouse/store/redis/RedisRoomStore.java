package io.gatehouse.store.redis;

import static io.gatehouse.store.redis.RoomRecords.bytes;
import static io.gatehouse.store.redis.RoomRecords.isYes;
import static io.gatehouse.store.redis.RoomRecords.number;
import static io.gatehouse.store.redis.RoomRecords.place;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.store.KeptPlace;
import io.gatehouse.time.Batches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The places and counters of a room in Redis: one script, and so one round trip, for each operation. The
 * scripts file, count, compare and replace; {@link io.gatehouse.room.Line} has the rules.
 *
 * <p><b>A crowd</b> shares scripts: while one script of a room runs for visitors who join, or who look for
 * their places, the next gathers all who come meanwhile ({@link Batches}). Redis reads the counters and
 * starts a script once for all of them, which is most of a single visitor's cost; no visitor waits for more
 * than the script before. Other changes, and the turnstile, have their own scripts beside them.
 *
 * <pre>
 * gatehouse:{room}:line        hash
 *   version opening issued serving letIn   the counters of the line, decimal
 *   noShows completed abandoned expired    how many slots have come free, and how
 *   paced                      pacedUntil: seconds, a dot, nanoseconds
 *   changed                    the operator's settings as KeptSettings writes them; empty: as configured
 *   draw                       how far the draw has come, as KeptDraw writes it; empty: none in this opening
 *   lanes                      the lanes beside the default one, as KeptLanes writes them; empty: none was joined
 *   showUp                     how many called visitors came, as KeptShowUp writes it; empty: none was called
 *   waiting returning turns ready admitted over   how many places are in these stages; admitted: or ending;
 *                              over: any other
 *   ticked                     when the lifetime of the other keys was renewed, milliseconds
 * gatehouse:{room}:places      hash: place id, 16 bytes, to its record, the text of KeptPlace
 * gatehouse:{room}:positions   hash: position to place id
 * gatehouse:{room}:deadlines   sorted set: place ids of all stages but the callable ones, by the moment they end
 * gatehouse:{room}:returning   sorted set: place ids of those who return, are ready, or wait in a lane beside the
 *                              default one, by their call order
 * gatehouse:{room}:waiting     bitmap: one bit for each position that waits for its first turn
 * </pre>
 *
 * The braces put all keys of a room into one slot of a cluster. The last five expire 31 days after the room
 * was last looked at. The first never does: the number of an opening must not repeat, because cookies name
 * it.
 *
 * <p><b>The next in line</b> comes from the bitmap: the call order of waiting places is their position, and
 * positions are dense. It takes a bit of memory for each, where a sorted set takes a hundred bytes, and a
 * hundred thousand ended places at the head are passed in the time of a few commands.
 *
 * <p><b>Time.</b> Moments are whole milliseconds. A look lists due places by the deadlines; on a server that
 * refuses writes, a look still answers.
 *
 * <p><b>Never over capacity.</b> Scripts run one at a time, so a call compares and moves in one step. Besides
 * the version it compares the seen opening and position, and refuses if more slots are taken now than were
 * seen, counting admissions that have ended since. In one history that cannot happen. But a master that dies
 * takes its last writes with it, versions are counted anew, and a node that was asleep meanwhile may hold a
 * snapshot of a lost history: then only this comparison helps. A call is at most the capacity less the seen
 * slots, and no more than those are taken.
 *
 * <p><b>One key without the others.</b> The counters know how many elements each other key has (of the
 * bitmap: whether it exists), and every script compares first. A look at places returns an existing place
 * without that; before it says that there is none, it compares. If a key has been lost alone (evicted,
 * deleted by hand), the number inside is unknown: then all other operations are refused, and no visitor is
 * admitted, until an operator starts a new opening at the panel, which needs only the counters' record. After
 * 30 days without a look, when the keys have expired, an opening begins by itself: by then every cookie has
 * ended too.
 *
 * <p><b>What an opening resets</b> is part of the scripts' source, see {@link RoomRecords#PRELUDE}: an
 * opening also begins in the middle of another operation, after 30 days, and on a damaged line, which no look
 * could read.
 *
 * <p><b>All keys of a room.</b> When the counters are lost too, the room begins again at its first opening,
 * and continues as a later one as soon as a proof of that comes. Places that joined in between are kept,
 * under the new number (with another {@code sub}, which is made of it). From then on proofs of earlier
 * openings are refused. One that comes sooner is believed, and its place is restored: nothing tells it from a
 * lost one. A failover that loses the start of an opening ends the same way: the former line goes on under
 * the new number, and the operator starts anew.
 *
 * <p><b>Lost writes.</b> A replica that takes over may lack the master's last writes. A visitor who joined in
 * them holds a signed proof, and gets back the same position: see restore.lua. A later newcomer may have been
 * given that position; then the first to come keeps it. {@code gatehouse.redis.replicas} narrows it to
 * nothing.
 *
 * <p><b>Rejected.</b> Positions from INCR and places from the client: two round trips, and holes. Redis
 * functions: they have to be loaded with more rights, and two versions of a node would fight over them; a
 * script comes with its node.
 */
final class RedisRoomStore implements RoomStore {

    private static final RedisScript JOIN = RedisScript.ofLine("join", "joining");
    private static final RedisScript JOIN_IN_ORDER = RedisScript.ofLine("join-in-order", "joining");
    private static final RedisScript FIND = RedisScript.ofLine("find");
    private static final RedisScript AT = RedisScript.ofLine("at");
    private static final RedisScript ENTER = RedisScript.ofLine("enter", "filing");
    private static final RedisScript RESTORE = RedisScript.ofLine("restore", "filing");
    private static final RedisScript EXCHANGE = RedisScript.ofLine("exchange", "filing", "steps");
    private static final RedisScript LOOK = RedisScript.ofLine("look");
    private static final RedisScript NEXT = RedisScript.ofLine("next");
    private static final RedisScript MOVE = RedisScript.ofLine("move", "filing", "steps");
    private static final RedisScript OPEN = RedisScript.ofLine("open");

    private static final List<String> KEYS =
            List.of("line", "places", "positions", "deadlines", "returning", "waiting");

    /** The maximum number of places in a script, so that none blocks the others for long. */
    private static final int MOST = 500;

    /** The maximum number of visitors in a script, which takes a fraction of a millisecond; a guard admits fewer. */
    private static final int MOST_VISITORS = 100;

    private static final byte[] NOTHING = {};

    /** A visitor who joins. */
    private record Newcomer(PlaceId id, Instant now) {}

    /** The visitors who gather in a room while a script runs for others. */
    private record Visitors(Batches<Newcomer, Joined> joining, Batches<PlaceId, Optional<Place>> looking) {}

    private final RedisLink redis;
    private final Map<RoomId, Visitors> visitors = new ConcurrentHashMap<>();

    RedisRoomStore(RedisLink redis) {
        this.redis = redis;
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return told(visitors(room).joining.ask(new Newcomer(place, now), redis.timeout()));
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        var arguments = Stream.concat(
                Stream.of(bytes(opening), bytes(first)),
                ids.stream().flatMap(id -> Stream.of(id.bytes(), bytes(RoomRecords.newcomer(id, now)))));
        var records = run(JOIN_IN_ORDER, room, now, arguments.toArray(byte[][]::new));
        return records.isEmpty()
                ? Optional.empty()
                : Optional.of(IntStream.range(0, ids.size())
                        .mapToObj(i -> place(ids.get(i), records.get(i), bytes(opening)))
                        .toList());
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place) {
        return told(visitors(room).looking.ask(place, redis.timeout()));
    }

    private Visitors visitors(RoomId room) {
        return visitors.computeIfAbsent(
                room,
                first -> new Visitors(
                        new Batches<>(MOST_VISITORS, all -> join(room, all)),
                        new Batches<>(MOST_VISITORS, all -> find(room, all))));
    }

    private static <T> T told(Optional<T> answer) {
        return answer.orElseThrow(
                () -> new StoreTimeoutException("Redis: those before were not answered in time", null));
    }

    private List<Joined> join(RoomId room, List<Newcomer> all) {
        var arguments =
                all.stream().flatMap(one -> Stream.of(one.id.bytes(), bytes(RoomRecords.newcomer(one.id, one.now))));
        var answer = run(JOIN, room, all.get(0).now, arguments.toArray(byte[][]::new));
        var head = OptionalLong.of(number(answer.get(1)));
        return IntStream.range(0, all.size())
                .mapToObj(i -> Joined.of(place(all.get(i).id, answer.get(i + 2), answer.get(0)), head))
                .toList();
    }

    private List<Optional<Place>> find(RoomId room, List<PlaceId> all) {
        var ids = all.stream().map(PlaceId::bytes).toArray(byte[][]::new);
        var answer = run(FIND, room, Instant.EPOCH, ids);
        return IntStream.range(0, all.size())
                .mapToObj(i -> Optional.of(answer.get(i + 1))
                        .filter(record -> record.length > 0)
                        .map(record -> place(all.get(i), record, answer.get(0))))
                .toList();
    }

    @Override
    public List<Place> at(RoomId room, List<Position> positions) {
        if (positions.isEmpty()) {
            return List.of();
        }
        var answer = run(
                AT,
                room,
                Instant.EPOCH,
                positions.stream().map(Position::packed).map(RoomRecords::bytes).toArray(byte[][]::new));
        return places(answer.subList(1, answer.size()), answer.get(0));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        var isInDefaultLane = proof.place().lane() == 0; // Others are not put back here: none is ever lost.
        var overtaken = proof.place().comingBack(Long.MAX_VALUE);
        var answer = run(
                RESTORE,
                room,
                now,
                proof.id().bytes(),
                bytes(proof.opening()),
                bytes(proof.position().packed()),
                bytes(isInDefaultLane ? proof.lostWhileIssuedUpTo(now) : -1),
                bytes(KeptPlace.text(proof.place())),
                bytes(KeptPlace.text(overtaken)),
                bytes(RoomRecords.order(overtaken)));
        return answer.isEmpty() ? Optional.empty() : Optional.of(place(proof.id(), answer.get(0), answer.get(1)));
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        var arguments = Stream.of(
                        Stream.of(bytes(seen.version()), bytes(seen.opening())),
                        RoomRecords.entered(next),
                        places.stream()
                                .flatMap(place -> Stream.of(
                                        place.id().bytes(),
                                        bytes(place.position().packed()),
                                        bytes(KeptPlace.text(place)),
                                        bytes(RoomRecords.order(place)))))
                .flatMap(part -> part);
        return isYes(run(ENTER, room, Instant.EPOCH, arguments.toArray(byte[][]::new))
                .get(0));
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        var ended = steps.stream()
                .flatMap(step -> step.ending().stream())
                .collect(groupingBy(RoomRecords::ended, counting()));
        return isYes(run(EXCHANGE, room, Instant.EPOCH, with(steps, RoomRecords.written(ended)))
                .get(0));
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        var answer = run(LOOK, room, now, bytes(MOST));
        var snapshot = RoomRecords.snapshot(answer);
        var due = places(answer.subList(RoomRecords.SNAPSHOT, answer.size()), bytes(snapshot.opening()));
        return new Kept(snapshot, due);
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        var answer = run(NEXT, room, Instant.EPOCH, bytes(after), bytes(most));
        return Next.of(places(answer.subList(1, answer.size()), answer.get(0)), seen);
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        var asSeen = Stream.of(
                seen.version(),
                seen.opening(),
                seen.serving(),
                seen.slots(),
                seen.endings().completed(),
                seen.endings().abandoned(),
                seen.endings().expired(),
                next.serving());
        var arguments = Stream.concat(asSeen.map(RoomRecords::bytes), RoomRecords.moved(next));
        return isYes(
                run(MOVE, room, Instant.EPOCH, with(call.steps(), arguments)).get(0));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return number(
                run(OPEN, room, now, bytes(next.after()), bytes(next.opening())).get(0));
    }

    private List<byte[]> run(RedisScript script, RoomId room, Instant now, byte[]... arguments) {
        var all = Stream.concat(Stream.of(bytes(now.toEpochMilli())), Stream.of(arguments));
        return redis.run(script, keys(room), all.toArray(byte[][]::new));
    }

    /** The arguments of a script, and behind them the steps, as steps.lua reads them. */
    private static byte[][] with(List<Step> steps, Stream<byte[]> arguments) {
        return Stream.concat(arguments, steps.stream().flatMap(RedisRoomStore::step))
                .toArray(byte[][]::new);
    }

    private static Stream<byte[]> step(Step step) {
        var before = step.before();
        return Stream.of(
                before.id().bytes(),
                bytes(KeptPlace.text(before)),
                after(step, KeptPlace::text),
                bytes(before.position().packed()),
                bytes(RoomRecords.count(before)),
                after(step, RoomRecords::count),
                bytes(RoomRecords.order(before)),
                after(step, RoomRecords::order),
                after(step, RoomRecords::due));
    }

    private static byte[] after(Step step, Function<Place, String> text) {
        return step.after().map(text).map(RoomRecords::bytes).orElse(NOTHING);
    }

    private static List<byte[]> keys(RoomId room) {
        return KEYS.stream()
                .map(name -> bytes("gatehouse:{" + room + "}:" + name))
                .toList();
    }

    private static List<Place> places(List<byte[]> idsAndRecords, byte[] opening) {
        var places = new ArrayList<Place>();
        for (int i = 0; i < idsAndRecords.size(); i += 2) {
            places.add(place(PlaceId.of(idsAndRecords.get(i)), idsAndRecords.get(i + 1), opening));
        }
        return places;
    }
}
