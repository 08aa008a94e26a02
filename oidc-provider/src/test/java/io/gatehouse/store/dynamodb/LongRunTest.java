package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A room that nobody has entered for longer than DynamoDB keeps what has an end. */
class LongRunTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
    private static final Instant NEXT_SALE = NOW.plus(Duration.ofDays(500));

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Interference interference = new Interference();
    private final Table table = LocalTable.fresh(interference);
    private final Lines store = new Lines(LocalTable.rooms(table));

    @Test
    void givenARoomThatWasIdleForAYear_whenVisitorsComeAgain_thenItIsEmptyAndPositionsGoOn() {
        visitsAndNoShow();
        LocalTable.expire(table, NEXT_SALE);

        var again = join(NEXT_SALE);
        serve(1, NEXT_SALE);

        assertThat(again.number()).isEqualTo(3);
        assertThat(store.find(room, again.id(), NEXT_SALE)).map(Place::stage).contains(Stage.TURN);
        assertThat(store.snapshot(room, NEXT_SALE).slots()).isEqualTo(1);
        LineInvariants.hold(store, room, NEXT_SALE);
    }

    @Test
    void givenANewOpening_whenAYearHasPassed_thenNothingIsLeftOfTheOneBefore() {
        visitsAndNoShow();
        store.open(room, NextOpening.following(1), NOW);
        join(NEXT_SALE);

        LocalTable.expire(table, NEXT_SALE);

        assertThat(LocalTable.items(table).keySet())
                .contains(Schema.counters(room), Schema.issued(room, 2))
                .doesNotContain(Schema.issued(room, 1))
                .doesNotContainAnyElementsOf(Totals.keys(room, 1));
    }

    @Test
    void givenAnOpeningThatWasCutOff_whenItIsAskedForAgain_thenTheOneBeforeStillGoes() {
        visitsAndNoShow();
        interference.losesRequests(Integer.MAX_VALUE, UpdateItemRequest.class);
        assertThatThrownBy(() -> store.open(room, NextOpening.following(1), NOW))
                .isInstanceOf(StoreUnavailableException.class);
        interference.ends();

        var opening = store.open(room, NextOpening.following(1), NOW);
        LocalTable.expire(table, NEXT_SALE);

        assertThat(opening).isEqualTo(2);
        assertThat(LocalTable.items(table)).doesNotContainKey(Schema.issued(room, 1));
    }

    /** Two come; one goes in and out again, the other's turn lapses. */
    private void visitsAndNoShow() {
        var visitor = join(NOW);
        join(NOW);
        serve(2, NOW);
        store.apply(room, visitor.id(), Act.CLAIM, TERMS, NOW);
        store.apply(room, visitor.id(), Act.COMPLETE, TERMS, NOW);
        assertThat(store.snapshot(room, NOW.plus(TERMS.claimWindow())).slots()).isZero();
    }

    private Place join(Instant now) {
        return store.join(room, new PlaceId(UUID.randomUUID()), now).place();
    }

    private void serve(int turns, Instant now) {
        assertThat(store.serve(room, store.snapshot(room, now), new Advance(turns, 0, now), TERMS, now))
                .isTrue();
    }
}
