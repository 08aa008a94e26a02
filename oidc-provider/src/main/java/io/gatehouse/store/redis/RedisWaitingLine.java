package io.gatehouse.store.redis;

import static io.gatehouse.store.redis.RoomRecords.bytes;
import static io.gatehouse.store.redis.RoomRecords.isYes;
import static io.gatehouse.store.redis.RoomRecords.number;
import static io.gatehouse.store.redis.RoomRecords.text;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The waiting visitors in Redis, when everything else is in DynamoDB. Redis may lose all of this, or its end.
 *
 * <pre>
 * gatehouse:{room}:waiting:{opening}          hash, until 31 days after the room was last looked at
 *   history               which server, since when, may hand out positions
 *   issued                the last position handed out
 *   end                   the last position of the block in use
 *   next, next-end        the block after that
 *   fetching              until when a node fetches a block (ms, the server's clock)
 *   lost, lost-at         positions up to here may have been lost, and when that was seen (ms, a caller's clock)
 *   begun {nonce}         a node that is making the line whole: history, since when
 *   sweep-at, sweep-to, renewed
 * gatehouse:{room}:waiting:{opening}:order    sorted set: place id (16 bytes) by position, who has not been passed
 * gatehouse:{room}:waiting:{opening}:gone     sorted set: place id by position, who was passed within two minutes
 * gatehouse:{room}:waiting:{opening}:left     sorted set: place id by position, in order, but left or called
 * gatehouse:{room}:waiting:{opening}:taken    hash: a quarter of the position to four slots: place id, joinedAt (ms)
 * </pre>
 *
 * Together 161 bytes for each waiting visitor, as measured with 100,000 in Redis 7.0.
 *
 * <p><b>No position twice.</b> (1) Positions come in blocks, each given to one caller by an atomic addition
 * in DynamoDB, which loses nothing. (2) A block gets into the line's data once: a repeated or late {@code
 * refill} lies before the block in use and is refused; {@code renew} needs a nonce that was put into the
 * present history's data and that the first success removes. (3) From a block each position is taken once, by
 * a script, by the only server that may: the one whose history the line names. A history ends when a server
 * starts, or when a replica becomes a master; so data that came back from a file or from a replica, and may
 * lack the last joins, never gives out positions again. A new block begins instead, and the rest of the old
 * one stays unused. A replaced master that does not know it yet goes on in its own block, and no other server
 * does. (4) A restored place goes to its own position, which was given out under (1) to (3), and only if that
 * is empty; a position that is still to be given out is never restored.
 *
 * <p><b>No admission twice, never over capacity.</b> Nothing here calls, admits or counts slots. A place
 * leaves the waiting line by its place item in DynamoDB, once for all time, under the version of the room's
 * counters; that item decides, even if this line differs, has forgotten the place, or repeats. An ended or
 * left place has one as well, and it is kept for longer than any cookie: such a place does not come back to
 * life.
 *
 * <p><b>No visitor loses their place.</b> A loss is seen at the next join or tick, whichever comes first, and
 * counted; the board tells the pages, and each visitor's cookie restores its place. For clients without
 * cookies the nodes do, from DynamoDB. Missing positions are passed over only after the recovery window. A
 * visitor who comes later than that, or whose position was passed at that very moment, is put at the head:
 * {@code RETURNING}, under capacity.
 *
 * <p><b>A late initialiser.</b> It holds a block of its own, and a nonce. If another node has made the line
 * whole meanwhile, the nonce is gone; also if the data was lost again. Its block stays unused.
 *
 * <p><b>Not brought back</b> is a place that was called before the loss: it is known by its visitor's id, and
 * no longer by its position.
 *
 * <p><b>Needs</b> {@code INFO} from Redis; an ACL must allow it.
 *
 * <p><b>Rejected.</b> Checkpoints of {@code issued} (positions given out after the last one would be given
 * out twice); waiting for replicas on each join (no help when all are lost); a lock for the initialiser (a
 * paused one would hold it).
 */
final class RedisWaitingLine implements WaitingLine {

    private static final RedisScript JOIN = RedisScript.ofWaiting("join");
    private static final RedisScript JOIN_IN_ORDER = RedisScript.ofWaiting("join-in-order");
    private static final RedisScript FIND = RedisScript.ofWaiting("find");
    private static final RedisScript AT = RedisScript.ofWaiting("at");
    private static final RedisScript NEXT = RedisScript.ofWaiting("next");
    private static final RedisScript PASS = RedisScript.ofWaiting("pass");
    private static final RedisScript SERVED = RedisScript.ofWaiting("served");
    private static final RedisScript LEFT = RedisScript.ofWaiting("left");
    private static final RedisScript EXTENT = RedisScript.ofWaiting("extent");
    private static final RedisScript RESTORE = RedisScript.ofWaiting("restore");
    private static final RedisScript BEGIN = RedisScript.ofWaiting("begin");
    private static final RedisScript RENEW = RedisScript.ofWaiting("renew");
    private static final RedisScript REFILL = RedisScript.ofWaiting("refill");

    /** The positions of a block; of two blocks at most, the rest stays unused when the line is lost. */
    private static final int BLOCK = 1_000;

    /** The number of positions left below which the next block is fetched. */
    private static final int LOW = BLOCK / 2;

    /** The longest wait for another node that makes the line whole, or fetches a block. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(10);

    private final RedisLink redis;
    private final PositionBlocks blocks;
    private final Duration recovery;
    private final SecureRandom random;
    private final Scheduler scheduler;
    private final Map<RoomId, ReentrantLock> renewals = new ConcurrentHashMap<>();

    RedisWaitingLine(
            RedisLink redis, PositionBlocks blocks, Duration recovery, SecureRandom random, Scheduler scheduler) {
        this.redis = redis;
        this.blocks = blocks;
        this.recovery = recovery;
        this.random = random;
        this.scheduler = scheduler;
    }

    @Override
    public Place join(RoomId room, long opening, PlaceId id, long over, Instant now) {
        return untilAnswered(() -> {
            var answer = whole(room, opening, now, JOIN, id.bytes(), bytes(over), bytes(LOW));
            var isEmpty = text(answer.get(0)).equals("empty");
            if (isYes(answer.get(isEmpty ? 1 : 3))) {
                refill(room, opening, now);
            }
            return isEmpty ? Optional.empty() : Optional.of(waiting(id, opening, answer.get(1), answer.get(2)));
        });
    }

    /** A block that is used up is followed by the next one, and what is left is given positions of that. */
    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, List<Place> places, Instant now) {
        var opening = places.get(0).opening();
        var arguments = Stream.concat(
                        Stream.of(bytes(LOW)),
                        places.stream().flatMap(place -> Stream.of(place.id().bytes(), bytes(place.number()))))
                .toArray(byte[][]::new);
        return untilAnswered(() -> {
            var answer = whole(room, opening, now, JOIN_IN_ORDER, arguments);
            var what = text(answer.get(0));
            if (what.equals("no")) {
                return Optional.of(Optional.empty());
            }
            if (isYes(answer.get(1))) {
                refill(room, opening, now);
            }
            return what.equals("empty") ? Optional.empty() : Optional.of(Optional.of(places(opening, answer, 2)));
        });
    }

    @Override
    public Optional<Place> find(RoomId room, long opening, PlaceId id) {
        var answer = run(FIND, room, opening, Instant.EPOCH, id.bytes());
        return answer.isEmpty() ? Optional.empty() : Optional.of(waiting(id, opening, answer.get(0), answer.get(1)));
    }

    @Override
    public List<Place> at(RoomId room, long opening, List<Long> positions) {
        var asked = positions.stream().map(RoomRecords::bytes).toArray(byte[][]::new);
        return places(opening, run(AT, room, opening, Instant.EPOCH, asked), 0);
    }

    @Override
    public List<Place> next(RoomId room, long opening, long after, long upTo, int most) {
        var answer = run(NEXT, room, opening, Instant.EPOCH, bytes(after), bytes(upTo), bytes(most));
        return places(opening, answer, 1);
    }

    @Override
    public boolean passOver(RoomId room, long opening, long from, long to, Instant now) {
        return mayPass(room, opening, now, LongStream.of(from, to));
    }

    @Override
    public boolean passOver(RoomId room, long opening, List<Long> positions, Instant now) {
        return mayPass(room, opening, now, positions.stream().flatMapToLong(one -> LongStream.of(one, one)));
    }

    private boolean mayPass(RoomId room, long opening, Instant now, LongStream ranges) {
        var arguments = LongStream.concat(LongStream.of(recovery.toMillis()), ranges)
                .mapToObj(RoomRecords::bytes)
                .toArray(byte[][]::new);
        return isYes(whole(room, opening, now, PASS, arguments).get(0));
    }

    @Override
    public void served(RoomId room, long opening, long serving) {
        run(SERVED, room, opening, Instant.EPOCH, bytes(serving));
    }

    @Override
    public void left(RoomId room, List<Place> places) {
        var ids = places.stream().map(place -> place.id().bytes()).toArray(byte[][]::new);
        run(LEFT, room, places.get(0).opening(), Instant.EPOCH, ids);
    }

    @Override
    public Extent extent(RoomId room, long opening, long serving, Instant now) {
        var answer = run(EXTENT, room, opening, now, bytes(serving));
        if (isLost(answer)) {
            if (blocks.last(room, opening) == 0) {
                return new Extent(0, 0, OptionalLong.of(0)); // no visitor has ever joined
            }
            answer = whole(room, opening, now, EXTENT, bytes(serving));
        }
        return new Extent(number(answer.get(1)), number(answer.get(2)), OptionalLong.of(number(answer.get(3))));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        if (proof.position().packed() > blocks.last(room, proof.opening())) {
            return Optional.empty(); // never handed out
        }
        var answer = restored(room, proof.place(), now);
        return text(answer.get(0)).equals("no")
                ? Optional.empty()
                : Optional.of(waiting(proof.id(), proof.opening(), answer.get(1), answer.get(2)));
    }

    @Override
    public boolean mayBeLost() {
        return true;
    }

    @Override
    public void restoreAll(RoomId room, List<Place> places, Instant now) {
        places.forEach(place -> restored(room, place, now));
    }

    private List<byte[]> restored(RoomId room, Place place, Instant now) {
        var position = bytes(place.position().packed());
        var joined = bytes(place.joinedAt().toEpochMilli());
        return whole(room, place.opening(), now, RESTORE, place.id().bytes(), position, joined);
    }

    /** Runs a script on a line that knows of all it has handed out, or has begun a new block. */
    private List<byte[]> whole(RoomId room, long opening, Instant now, RedisScript script, byte[]... arguments) {
        return untilAnswered(() -> {
            var answer = run(script, room, opening, now, arguments);
            if (isLost(answer)) {
                renew(room, opening, now);
            }
            return isLost(answer) ? Optional.empty() : Optional.of(answer);
        });
    }

    /** One thread of a node at a time renews, the others ask again; between nodes, the script decides. */
    private void renew(RoomId room, long opening, Instant now) {
        var lock = renewals.computeIfAbsent(room, first -> new ReentrantLock());
        if (!lock.tryLock()) {
            return;
        }
        try {
            var nonce = bytes(new BigInteger(64, random).toString(16));
            if (text(run(BEGIN, room, opening, now, nonce).get(0)).equals("go")) {
                var last = blocks.take(room, opening, BLOCK);
                run(RENEW, room, opening, now, nonce, bytes(last - BLOCK), bytes(last));
            }
        } finally {
            lock.unlock();
        }
    }

    private void refill(RoomId room, long opening, Instant now) {
        var last = blocks.take(room, opening, BLOCK);
        run(REFILL, room, opening, now, bytes(last - BLOCK), bytes(last));
    }

    private <T> T untilAnswered(Supplier<Optional<T>> question) {
        var end = Deadline.after(TIMEOUT, scheduler);
        var answer = question.get();
        while (answer.isEmpty()) {
            if (end.isExpired()) {
                throw new StoreUnavailableException("Redis: another node is making the line whole", null);
            }
            scheduler.pause(PAUSE);
            answer = question.get();
        }
        return answer.get();
    }

    private List<byte[]> run(RedisScript script, RoomId room, long opening, Instant now, byte[]... arguments) {
        var all = Stream.concat(Stream.of(bytes(now.toEpochMilli())), Stream.of(arguments));
        return redis.run(script, keys(script, room, opening), all.toArray(byte[][]::new));
    }

    private static List<byte[]> keys(RedisScript script, RoomId room, long opening) {
        var keys = keys(room, opening);
        return script.equals(RENEW)
                ? Stream.concat(keys.stream(), keys(room, opening - 1).stream()).toList()
                : keys;
    }

    private static List<byte[]> keys(RoomId room, long opening) {
        var line = "gatehouse:{" + room + "}:waiting:" + opening;
        return Stream.of(line, line + ":order", line + ":gone", line + ":taken", line + ":left")
                .map(RoomRecords::bytes)
                .toList();
    }

    private static List<Place> places(long opening, List<byte[]> answer, int from) {
        var places = new ArrayList<Place>();
        for (var i = from; i < answer.size(); i += 3) {
            places.add(waiting(PlaceId.of(answer.get(i)), opening, answer.get(i + 1), answer.get(i + 2)));
        }
        return places;
    }

    private static Place waiting(PlaceId id, long opening, byte[] position, byte[] joinedAt) {
        return Place.waiting(id, opening, Position.of(number(position)), Instant.ofEpochMilli(number(joinedAt)));
    }

    private static boolean isLost(List<byte[]> answer) {
        return !answer.isEmpty() && text(answer.get(0)).equals("lost");
    }
}
