package io.gatehouse.panel.find;

import static io.gatehouse.panel.find.PastWords.number;
import static io.gatehouse.panel.find.PastWords.time;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room.Vacancy;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The story of a place that the store knows, in sentences for its visitor. */
record PlaceWords(WaitingRoom room, RoomSnapshot seen, Ledgers ledgers, Instant now) {

    /** The number of last acts among which an end by an operator is looked for. */
    private static final int ACTS = 50;

    FoundVisitor of(Place place) {
        var lane = place.lane() == 0 ? null : seen.lanes().of(place.lane()).name();
        var draw = drawOf(place);
        var isOpen = draw.filter(lobby -> !lobby.isDone()).isPresent();
        var number = place.lane() == 0 ? room.line().order(seen).of(place.number()) : place.number();
        var who = isOpen
                ? "Entry " + number(place.number() - draw.get().base()) + " of the draw"
                : "Number " + number(number) + (lane == null ? "" : " of the lane " + lane);
        var says = who + " joined at " + time(place.joinedAt()) + ". "
                + draw.map(lobby -> drawn(lobby, place, number)).orElse("")
                + fate(place, number, isOpen)
                + place.moved()
                        .map(moved -> " The place was moved to another browser.")
                        .orElse("");
        return new FoundVisitor(
                room.id().value(),
                says,
                place.opening(),
                lane,
                place.number(),
                isOpen ? null : (Long) number,
                place.stage().shown().name(),
                null);
    }

    /** The draw that this place takes part in. */
    private Optional<LobbyDraw> drawOf(Place place) {
        return seen.draw()
                .filter(draw -> place.lane() == 0 && place.number() > draw.base())
                .filter(draw -> draw.frozen().isEmpty() || place.number() <= draw.base() + draw.entrants());
    }

    private static String drawn(LobbyDraw draw, Place place, long number) {
        var entry = place.number() - draw.base();
        var isBehind = draw.frozen()
                .filter(who -> who.behind().entries().contains(entry))
                .isPresent();
        var behind = isBehind
                ? "It stands behind the others, because more than "
                        + number(draw.draw().mostPerNetwork()) + " entries came from its network. "
                : "";
        return draw.isDone()
                ? "Entry " + number(entry) + " of " + number(draw.entrants()) + " in the draw was drawn as number "
                        + number(number) + ". " + behind
                : behind;
    }

    private String fate(Place place, long number, boolean isBeforeDraw) {
        var admitted = place.admission().map(Admission::admittedAt).map(at -> "The visitor went in at " + time(at));
        return switch (place.stage()) {
            case WAITING, IN_LANE -> waits(place, number, isBeforeDraw);
            case TURN, RELEASED, READY ->
                "The visitor was called, and may go in"
                        + (place.stage().isTurn() ? " until " + time(place.until()) : " when the next slot is free")
                        + (place.hasReturned() ? ", as the second chance." : ".");
            case LAPSED ->
                "The visitor was called and did not go in in time, and may ask for a second chance until "
                        + time(place.until()) + ".";
            case RETURNING ->
                place.hasReturned()
                        ? "The visitor missed the turn, or came back soon after the visit had run out of time. The second chance"
                                + " comes before the others."
                        : "The call has gone past it, and comes back to it first.";
            case ADMITTED ->
                admitted.orElse("The visitor is inside") + ", and may stay until " + time(place.until()) + ".";
            case ENDING, COMPLETED -> admitted.orElse("The visitor went in") + ". The visit is over.";
            case ABANDONED -> admitted.orElse("The visitor went in") + ". The visit was given up.";
            case EXPIRED -> admitted.map(went -> went + ". " + ended(place)).orElse(expired(place));
            case LEFT -> "The visitor left the line.";
        };
    }

    private String expired(Place place) {
        return place.hasReturned()
                ? "The visitor missed the turn, and the second chance too."
                : "The place has ended: no page looked for it for long, its turn went by, or the line was closed.";
    }

    private String ended(Place place) {
        var position = place.position().in(seen.lanes());
        var act = "end the admission at " + position + " of opening " + place.opening();
        var sought = new Sought(Optional.of("act"), Optional.of(place.opening()), Optional.empty(), Optional.empty());
        return ledgers.page(room.id(), sought, Long.MAX_VALUE, ACTS).entries().stream()
                .filter(entry -> act.equals(entry.data().get("what")) || isAmong(position, entry))
                .findFirst()
                .map(LedgerEntry::at)
                .map(at -> "An operator ended the visit at " + time(at) + ".")
                .orElse("The time of the visit has run out.");
    }

    /** Visits that were ended together. */
    private static boolean isAmong(String position, LedgerEntry entry) {
        return entry.data().get("positions") instanceof List<?> ended && ended.contains(position);
    }

    private String waits(Place place, long number, boolean isBeforeDraw) {
        var configuration = room.configuration();
        var vacancy = configuration.vacancy(seen, now);
        if (vacancy == Vacancy.SOLD_OUT) {
            return "It was not called: everything was sold before its turn.";
        }
        if (isBeforeDraw) {
            return "It waits for the draw, and has no number yet.";
        }
        var reached = place.lane() == 0
                ? seen.reached()
                : seen.lanes().of(place.lane()).serving();
        var waits = "It waits. The call has come to number " + number(Math.min(reached, number)) + ".";
        if (configuration.settings(seen).isPaused()) {
            return waits + " The room is paused, and keeps every place.";
        }
        return vacancy == Vacancy.CLOSED ? waits + " The room is closed to newcomers." : waits;
    }
}
