package io.gatehouse.receipt;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.ledger.LedgerVerifier.Traced;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomSnapshot;
import java.util.Optional;

/** The place of a receipt that was given out, and its draw. */
public sealed interface FoundReceipt {

    /** The draw of the receipt, which may not be done. */
    LobbyDraw draw();

    /**
     * A place that the store knows.
     *
     * @param seen the room at that moment
     */
    record Kept(LobbyDraw draw, RoomSnapshot seen, Place place) implements FoundReceipt {}

    /**
     * A place that only the ledger tells of.
     *
     * @param position of the place in that opening
     * @param traced empty when no visitor of the opening was called
     */
    record Told(LobbyDraw draw, long opening, long position, Optional<Traced> traced) implements FoundReceipt {}
}
