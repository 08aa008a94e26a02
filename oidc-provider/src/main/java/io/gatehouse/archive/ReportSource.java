package io.gatehouse.archive;

import io.gatehouse.room.RoomId;
import java.util.Optional;

/** Makes the reports that the archive keeps. */
public interface ReportSource {

    /**
     * The report of an opening that is over, as JSON; empty when the ledger of the room does not know
     * that opening.
     *
     * @throws BusyException while the node makes other reports
     */
    Optional<String> report(RoomId room, long opening);

    /** The report can be made later. */
    final class BusyException extends RuntimeException {

        public BusyException(Throwable cause) {
            super("the node makes other reports", cause);
        }
    }
}
