package io.gatehouse.ledger;

import io.gatehouse.room.RoomId;
import java.util.List;

/**
 * The store of ledgers: for each room its entries, one line each, numbered from 1 without a gap. A line is
 * never changed and never removed. The store does not read the content of lines.
 *
 * <p>Every method is acknowledged only when it is durable. When the store is away, each throws
 * {@link io.gatehouse.room.StoreUnavailableException}: lines may or may not have been appended.
 */
public interface LedgerStore {

    /** The maximum number of lines that may be appended, or read, at once. */
    int MOST = 50;

    /** The maximum length of a line, in bytes of UTF-8: every store has room for it. */
    int LONGEST = 60_000;

    /**
     * Appends these lines, all or none, if the last one is the one that the caller has seen. Of several who
     * append at once after the same line one succeeds; the others get false and have changed nothing.
     *
     * @param after the number of the last line; 0 when there is none
     * @param last the last line; empty when there is none
     * @param lines 1 to {@value #MOST}
     */
    boolean append(RoomId room, long after, String last, List<String> lines);

    /** Lines in their order, from this number on, 1 or more; at most so many, and at most {@value #MOST}. */
    List<String> read(RoomId room, long from, int most);

    /** The number of the last line; 0 when there is none. */
    long last(RoomId room);
}
