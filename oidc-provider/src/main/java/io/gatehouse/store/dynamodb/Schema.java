package io.gatehouse.store.dynamodb;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The one table, and how its items are named; each kind of item is described where it is read and written.
 *
 * <pre>
 * pk S                             partition key; there is no sort key, so that nothing that grows shares a partition
 * agenda S, at N                   of places that something is going to happen to; index "agenda", keys only
 * ttl N                            seconds; from then on DynamoDB may remove the item, some day. Never relied upon;
 *                                  what the running opening counts has none
 *
 * {room}#counters                  how far the room is: {@link KeptCounters}
 * {room}#issued#{opening}          issued N: the last position handed out: {@link TablePositionBlocks}
 * {room}#total#{opening}#{0..15}   what has happened to places, in sums: {@link Totals}
 * {room}#waiting#{place id}        the position that a visitor took last: {@link DynamoDbWaitingLine}
 * {room}#position#{opening}#{n}    who took it, or that it is a hole
 * {room}#place#{place id}          a place that waits no more, or until when it waits: {@link PlaceItem}
 * {room}#ledger#{seq}              a line of its ledger: {@link DynamoDbLedgerStore}
 * value:{key}                      a small value until its time: {@link DynamoDbExpiringStore}
 * part:{mark}:{n}                  a piece of a large one
 * check                            what the first node inserted to see whether it may: {@link TableCheck}
 *
 * agenda "{room}#due#{opening}#{0..3}"      at: the end of the turn or admission, in milliseconds
 * agenda "{room}#returning#{opening}"       at: the call order
 * agenda "{room}#kept#{opening}#{0..3}"     at: the position, of who waits without a cookie: {@link KeptWaiting}
 * </pre>
 */
final class Schema {

    static final String KEY = "pk";
    static final String AGENDA = "agenda";
    static final String AT = "at";
    static final String TTL = "ttl";
    static final String CHECK = "check";

    /**
     * The shards of an agenda, for some 600 calls a second: an index partition takes 1,000 writes, and a
     * visit makes up to 6.
     */
    static final int AGENDA_SHARDS = 4;

    /** The items of the totals: few enough to read all at each tick; in one, acts to different places seldom meet. */
    static final int TALLY_SHARDS = 16;

    /** The lifetime of items, longer than any wait or visit: the rest of a dead opening is removed some day. */
    private static final Duration GARBAGE = Duration.ofDays(365);

    private Schema() {}

    static String counters(RoomId room) {
        return room + "#counters";
    }

    static String issued(RoomId room, long opening) {
        return room + "#issued#" + opening;
    }

    static String total(RoomId room, long opening, int shard) {
        return room + "#total#" + opening + "#" + shard;
    }

    static String waiting(RoomId room, PlaceId place) {
        return room + "#waiting#" + place.value();
    }

    static String position(RoomId room, long opening, long position) {
        return room + "#position#" + opening + "#" + position;
    }

    static String place(RoomId room, PlaceId place) {
        return room + "#place#" + place.value();
    }

    static String ledger(RoomId room, long seq) {
        return room + "#ledger#" + seq;
    }

    /** The place id that such a key ends with. */
    static PlaceId id(String key) {
        return new PlaceId(UUID.fromString(key.substring(key.lastIndexOf('#') + 1)));
    }

    static String value(String key) {
        return "value:" + key;
    }

    static String due(RoomId room, long opening, int shard) {
        return room + "#due#" + opening + "#" + shard;
    }

    static String returning(RoomId room, long opening) {
        return room + "#returning#" + opening;
    }

    static String kept(RoomId room, long opening, int shard) {
        return room + "#kept#" + opening + "#" + shard;
    }

    static String part(String mark, long number) {
        return "part:" + mark + ":" + number;
    }

    /** When something that happened now, and was never ended, may be thrown away. */
    static long garbage(Instant now) {
        return now.plus(GARBAGE).getEpochSecond();
    }
}
