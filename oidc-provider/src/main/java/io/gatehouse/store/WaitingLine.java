package io.gatehouse.store;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The positions that visitors took: the hot part of a room's line. From its call on, a place is in DynamoDB,
 * in its place item, and that item alone decides whether a place still waits. So a waiting line may still
 * name places that have been called or left, and only {@link #served} tells it which ones it may forget.
 *
 * <p>Each opening has a line of its own, under its number; a call for this opening never touches another's.
 * All places that go in or out are in stage WAITING. Every method may be repeated after {@link
 * io.gatehouse.room.StoreUnavailableException}, which each throws when the line is away.
 *
 * <p><b>Holes.</b> Positions rise, and no position is ever given to two visitors. Some have no visitor: a
 * crash between counter and place leaves such a hole, or a loss of the line. Only {@link #passOver} passes
 * holes.
 */
public interface WaitingLine {

    /**
     * The extent of a line.
     *
     * @param issued the last position that anyone took, 0 before the first; never below one that has been
     *     acknowledged
     * @param lost the position up to which places may have been lost; 0 in a line that loses nothing
     * @param waiting the number of places that wait beyond the serving counter; empty in a line that does not
     *     hear of places that are left
     */
    record Extent(long issued, long lost, OptionalLong waiting) {}

    /**
     * Takes the next position, or finds the one that this id took last. A position of this id at {@code over}
     * or before is over and does not count; 0 stands for none. Several joins of one id at once, on any nodes,
     * get the same place.
     *
     * <p>The place may belong to a later opening than the one named, if one has begun meanwhile.
     */
    Place join(RoomId room, long opening, PlaceId id, long over, Instant now);

    /**
     * Gives waiting places the positions that they name, in order, each the next one; one that is there
     * already stays. The answer is these places as they are kept. Empty, and nothing is changed as far as can
     * be seen beforehand, if one of the ids or positions is another's, or a position before them was not
     * given out.
     *
     * @param places 1 to {@link io.gatehouse.room.RoomStore#MOST_IN_ORDER}, of one opening, by rising
     *     positions
     */
    Optional<List<Place>> joinInOrder(RoomId room, List<Place> places, Instant now);

    /**
     * The position that this id took last; it may have been called or left since, or been forgotten by
     * {@link #served}.
     */
    Optional<Place> find(RoomId room, long opening, PlaceId id);

    /** The places that took these positions, in the order of the question; the line knows them even after the call. */
    List<Place> at(RoomId room, long opening, List<Long> positions);

    /**
     * The next places in order, after {@code after} and up to {@code upTo}: at most {@code most}, and fewer
     * only if there are no more. Positions missing between them, or before the first, are holes or joins on
     * their way.
     */
    List<Place> next(RoomId room, long opening, long after, long upTo, int most);

    /**
     * The number of missing positions that {@link #next} searches for a place behind them. If it has found
     * none, and more have been given out, it has not seen all.
     */
    default long longestLook() {
        return Long.MAX_VALUE;
    }

    /**
     * Makes sure that these positions, which were missing in {@link #next}, stay empty. False if that is not
     * certain yet: one of them has just been taken, or they may have been lost and still be restored; then no
     * place behind them is called yet.
     */
    default boolean passOver(RoomId room, long opening, long from, long to, Instant now) {
        return passOver(room, opening, LongStream.rangeClosed(from, to).boxed().toList(), now);
    }

    /** Passes over positions that need not stand side by side, and that were missing in {@link #at}. */
    boolean passOver(RoomId room, long opening, List<Long> positions, Instant now);

    /** The serving counter is here now, or further: all places up to here have been called or have left. */
    void served(RoomId room, long opening, long serving);

    /**
     * Tells the line that these places wait no more, though the serving counter has not reached them: their
     * visitors have left, or were called out of turn. The line may hear it more than once, or not at all. All
     * are of one opening.
     */
    default void left(RoomId room, List<Place> places) {}

    /** The extent of the line; places that wait beyond {@code serving} are counted. */
    Extent extent(RoomId room, long opening, long serving, Instant now);

    /**
     * Puts a place back that was acknowledged, that no place item knows, and that this line has lost; one
     * that is there is left as it is, so that a caller who was cut off can go on. Empty, and nothing is
     * changed, when it is not there and has not been lost.
     */
    default Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return Optional.empty();
    }

    /** Whether this line, or its end, may be lost while the place items are not. */
    default boolean mayBeLost() {
        return false;
    }

    /** Restores several places as {@link #restore} does; their positions have been handed out. */
    default void restoreAll(RoomId room, List<Place> places, Instant now) {}
}
