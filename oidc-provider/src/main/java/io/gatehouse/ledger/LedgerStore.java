package io.gatehouse.ledger;

import io.gatehouse.room.RoomId;
import java.util.List;

/**
 * Where ledgers are kept: for each room its entries, one line each, numbered from 1 without a gap. What is
 * there is never changed and never removed. Knows nothing of what a line says.
 *
 * <p>Every method is acknowledged only when it is durable. When the store is away, each throws
 * {@link io.gatehouse.room.StoreUnavailableException}: lines may or may not have been appended.
 */
public interface LedgerStore {

    /** So many lines may be appended, or read, at once. */
    int MOST = 50;

    /** How long a line may be at most, in bytes of UTF-8: every store has room for so much. */
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
