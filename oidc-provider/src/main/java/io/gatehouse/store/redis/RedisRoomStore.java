package io.gatehouse.store.redis;

import static io.gatehouse.store.redis.RoomRecords.bytes;
import static io.gatehouse.store.redis.RoomRecords.number;
import static io.gatehouse.store.redis.RoomRecords.place;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Line;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The line of a room as a state machine in Lua, inside Redis: one script, and so one round trip, for each operation.
 *
 * <pre>
 * gatehouse:{room}:line        hash
 *   version opening issued serving noShows letIn   the counters of the line, decimal
 *   paced                      pacedUntil: seconds, a dot, nanoseconds
 *   changed                    the operator's settings: rate's turns, its nanoseconds, capacity, 1 if paused; with commas;
 *                              what a later version appends is kept
 *   waiting returning turns admitted over   how many places are in these stages; over: in any other
 *   passed                     nobody up to this position waits for a first turn, and never will
 *   ticked                     when the lifetime of the other keys was renewed, milliseconds
 * gatehouse:{room}:places      hash: place id, 16 bytes, to its record: position, joinedAt, stage's letter, until, flags,
 *                              admittedAt, provenAt; with commas, empty ones at the end left out, times in milliseconds;
 *                              what a later version appends is kept
 * gatehouse:{room}:positions   hash: position to place id
 * gatehouse:{room}:deadlines   sorted set: place ids of all stages that end by themselves, by the moment they do
 * gatehouse:{room}:returning   sorted set: place ids of those who return, by position
 * </pre>
 *
 * The braces put all keys of a room into one slot of a cluster. The last four expire 31 days after the room was last
 * looked at. The first never does: the number of an opening must not come again, because cookies name it.
 *
 * <p><b>Time.</b> Moments are whole milliseconds, rounded down; so is the caller's time. A call lets the stages of up to
 * 500 places end whose time has come, so that no script blocks the others for long; the place that is asked for is always
 * up to date. What is left over ends in the next calls. Until then slots are counted that are free, never the other way
 * round. On a server that refuses to write, a look works out what has ended and leaves the writing to a later call. A call
 * looks at 5,000 positions at most; who is beyond them is called by the next tick.
 *
 * <p><b>Never over capacity.</b> Scripts run one at a time, so a call compares and moves in one step. Besides the version
 * it compares the opening and the position that were seen, and refuses when more slots are taken now than were seen. In
 * one history that cannot be. But a master that dies takes its last writes with it, versions are counted anew, and a
 * node that was asleep meanwhile may hold a snapshot of a history that is gone: then only this holds it back. For what
 * it calls is capacity less the slots it saw, and no more than those are taken.
 *
 * <p><b>One key without the others.</b> The counters know how many elements each other key has, and every script compares
 * first. If a key has been lost alone (evicted, deleted by hand), it is not known how many are inside: then everything
 * is refused, and nobody is admitted, until an operator starts a new opening at the panel: that needs nothing but the
 * counters' record. When nobody has looked for 30 days and the keys have expired, it gets one by itself: by then every
 * cookie has ended too.
 *
 * <p><b>All keys of a room.</b> When the counters are lost too, it begins again at its first opening, and goes on as a
 * later one as soon as a proof of that comes: whoever has joined in between keeps their place, under the new number (and
 * gets another {@code sub}, since that is made of it). From then on proofs of earlier openings are refused. One that
 * comes sooner is believed, and its place is put back: nothing tells it from one that is lost. A failover that loses the
 * start of an opening ends the same way: the line of before goes on under the new number, and the operator starts anew.
 *
 * <p><b>Lost writes.</b> A replica that takes over may lack the master's last writes. Whoever joined in them holds a
 * signed proof, and gets back the same position: see restore.lua. Whoever joins in between may have been given that
 * position; then the first to come keeps it. {@code gatehouse.redis.replicas} narrows it to nothing.
 *
 * <p><b>Rejected.</b> Positions from INCR and places from the client: two round trips, and holes. Redis functions: they
 * have to be loaded by someone who may, and two versions of a node would fight over them; a script comes with its node.
 */
final class RedisRoomStore implements RoomStore {

    private static final RedisScript JOIN = RedisScript.ofLine("join");
    private static final RedisScript FIND = RedisScript.ofLine("find");
    private static final RedisScript RESTORE = RedisScript.ofLine("restore");
    private static final RedisScript AT = RedisScript.ofLine("at");
    private static final RedisScript APPLY = RedisScript.ofLine("apply");
    private static final RedisScript SNAPSHOT = RedisScript.ofLine("snapshot");
    private static final RedisScript SERVE = RedisScript.ofLine("serve");
    private static final RedisScript LET_IN = RedisScript.ofLine("letin");
    private static final RedisScript CHANGE = RedisScript.ofLine("change");
    private static final RedisScript OPEN = RedisScript.ofLine("open");

    private static final List<String> KEYS = List.of("line", "places", "positions", "deadlines", "returning");

    private final RedisLink redis;

    RedisRoomStore(RedisLink redis) {
        this.redis = redis;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        var answer = run(JOIN, room, now, place.bytes());
        return new Joined(place(place, answer.get(0), answer.get(1)), isYes(answer.get(2)));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return found(place, run(FIND, room, now, place.bytes()));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        var answer = run(
                RESTORE,
                room,
                now,
                proof.id().bytes(),
                bytes(proof.opening()),
                bytes(proof.position()),
                bytes(proof.joinedAt().toEpochMilli()));
        return found(proof.id(), answer);
    }

    @Override
    public Optional<Place> at(RoomId room, long position, Instant now) {
        var answer = run(AT, room, now, bytes(position));
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.of(place(PlaceId.of(answer.get(0)), answer.get(1), answer.get(2)));
    }

    @Override
    public Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        var answer = run(
                APPLY,
                room,
                now,
                place.bytes(),
                bytes(act.name()),
                bytes(terms.claimWindow().toMillis()),
                bytes(terms.admissionTtl().toMillis()));
        return found(place, answer);
    }

    @Override
    public RoomSnapshot snapshot(RoomId room, Instant now) {
        return RoomRecords.snapshot(run(SNAPSHOT, room, now));
    }

    @Override
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        var answer = run(
                SERVE,
                room,
                now,
                bytes(seen.version()),
                bytes(seen.opening()),
                bytes(seen.serving()),
                bytes(seen.slots()),
                bytes(advance.turns()),
                bytes(advance.letIn()),
                bytes(RoomRecords.exactText(advance.pacedUntil())),
                bytes(terms.claimWindow().toMillis()));
        return isYes(answer.get(0));
    }

    @Override
    public void letIn(RoomId room, long turns, Instant now) {
        if (turns < 1 || turns > Line.MOST_BY_HAND) {
            throw new IllegalArgumentException(
                    "turns let in by hand must be 1 to " + Line.MOST_BY_HAND + ", were " + turns);
        }
        var answer = run(LET_IN, room, now, bytes(turns), bytes(Line.MOST_BY_HAND));
        if (!isYes(answer.get(0))) {
            throw new IllegalArgumentException("turns let in by hand must be " + Line.MOST_BY_HAND
                    + " at once in all, were " + turns + " and " + number(answer.get(1)) + " unused ones");
        }
    }

    @Override
    public boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        var answer = run(CHANGE, room, now, bytes(RoomRecords.text(expected)), bytes(RoomRecords.text(next)));
        return isYes(answer.get(0));
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

    private static List<byte[]> keys(RoomId room) {
        return KEYS.stream()
                .map(name -> bytes("gatehouse:{" + room + "}:" + name))
                .toList();
    }

    private static Optional<Place> found(PlaceId id, List<byte[]> answer) {
        return answer.isEmpty() ? Optional.empty() : Optional.of(place(id, answer.get(0), answer.get(1)));
    }

    private static boolean isYes(byte[] answer) {
        return number(answer) == 1;
    }
}
