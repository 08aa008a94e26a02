package io.gatehouse.board;

import java.time.Duration;
import java.util.Optional;

/**
 * The progress of a place by the board, and the time until the next look: one rule for the waiting page and
 * all other followers of a place.
 *
 * @param opening the opening that the board shows
 * @param turn the number of the place's call; 0 for none
 * @param ahead how many people are ahead; 0 for a place that has been called, and for none
 * @param interval until the next look
 */
public record Progress(long opening, long turn, long ahead, Duration interval) {

    /** The interval if the board names none, but its last entry always does. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /**
     * @param lane the number of its lane
     * @param turn the number of the place's call there; empty where there is none
     */
    static Progress of(Board board, int lane, Optional<Long> turn) {
        var ahead = turn.map(held -> board.ahead(lane, held)).orElse(0L);
        var interval = board.polls().stream()
                .filter(poll -> poll.ahead() == null || poll.ahead() >= ahead)
                .findFirst()
                .map(poll -> Duration.ofSeconds(poll.every()))
                .orElse(LONGEST);
        return new Progress(board.opening(), turn.orElse(0L), ahead, interval);
    }
}
