package io.gatehouse.pastdraw;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The public part of the ledger of one opening.
 *
 * @param ended when the next opening began; empty while this one runs
 * @param last the number of its last ledger entry by now
 * @param draws in their order, each by its last entry
 */
public record PublicRecord(long opening, Instant began, Optional<Instant> ended, long last, List<RecordedDraw> draws) {

    /** The draws that are done. */
    List<RecordedDraw> done() {
        return draws.stream().filter(RecordedDraw::isDone).toList();
    }
}
