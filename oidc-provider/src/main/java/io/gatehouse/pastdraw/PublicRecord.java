package io.gatehouse.pastdraw;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the ledger tells the public of one opening.
 *
 * @param ended when the next opening began; empty while this one runs
 * @param last the number of its last ledger entry by now
 * @param draws in their order, each as it was told last
 */
public record PublicRecord(long opening, Instant began, Optional<Instant> ended, long last, List<RecordedDraw> draws) {

    /** Those that are done. */
    List<RecordedDraw> done() {
        return draws.stream().filter(RecordedDraw::isDone).toList();
    }
}
