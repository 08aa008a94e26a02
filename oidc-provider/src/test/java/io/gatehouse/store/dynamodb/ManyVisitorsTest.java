package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.Crowd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Crowds, at one node and at two. */
@Tag("faults")
class ManyVisitorsTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
    private static final int CAPACITY = 12;

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Interference requests = new Interference();
    private final Lines one = new Lines(LocalTable.rooms(LocalTable.heardBy(requests)));
    private final Lines other = new Lines(LocalTable.rooms(LocalTable.shared()));

    @Test
    void givenAThousandVisitors_whenTheyJoinAtOnce_thenTheCounterIsWrittenSeldom() throws Exception {
        var places = Crowd.of(250, () -> List.of(join(one), join(one), join(one), join(one)));

        assertThat(places.stream().flatMap(List::stream).map(Place::number))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 1_000).boxed().toList());
        assertThat(requests.count(UpdateItemRequest.class)).isLessThan(150);
        assertThat(requests.count(BatchExecuteStatementRequest.class)).isLessThan(300);
    }

    @Test
    void givenALongLine_whenAVisitorJoins_thenNothingIsReadThatAllWouldRead() {
        new TablePositionBlocks(LocalTable.shared()).take(room, 1, 400);

        var joined = one.join(room, new PlaceId(UUID.randomUUID()), NOW);

        assertThat(joined.isFirst()).isFalse();
        assertThat(requests.count(GetItemRequest.class)).isZero();
        assertThat(requests.count(QueryRequest.class)).isZero();
    }

    @Test
    void givenAHundredAndMoreTurns_whenTheyAreCalledAtOnce_thenAllAreCalledInOrder() throws Exception {
        var places = new ArrayList<>(Crowd.of(230, () -> join(one)));
        var seen = one.snapshot(room, NOW);

        var isServed = one.serve(room, seen, new Advance(220, 210, NOW), TERMS, NOW);

        assertThat(isServed).isTrue();
        assertThat(places).allSatisfy(place -> assertThat(find(place).stage())
                .isEqualTo(place.number() <= 220 ? Stage.TURN : Stage.WAITING));
        assertThat(one.snapshot(room, NOW).turns()).isEqualTo(220);
        LineInvariants.hold(other, room, NOW);
    }

    @Test
    void givenHundredsOfTurnsThatLapseTogether_whenTheIndexLags_thenAllTheirSlotsAreFreeAtOnce() throws Exception {
        var index = new LaggingIndex();
        var store = new Lines(LocalTable.rooms(LocalTable.heardBy(index)));
        Crowd.of(500, () -> join(one));
        one.serve(room, one.snapshot(room, NOW), new Advance(500, 0, NOW), TERMS, NOW);
        index.lags();

        var slots = store.snapshot(room, NOW.plus(TERMS.claimWindow())).slots();

        assertThat(slots).isZero();
    }

    @Test
    void givenTwoNodes_whenVisitorsJoinLeaveAndClaimWhileBothTick_thenTheLineStaysALine() throws Exception {
        var turn = new AtomicInteger();

        var joined = Crowd.of(24, () -> visit(turn.incrementAndGet() % 2 == 0 ? one : other));

        var places = joined.stream().flatMap(List::stream).toList();
        assertThat(places).extracting(Place::number).doesNotHaveDuplicates();
        assertThat(places).allSatisfy(place -> assertThat(other.find(room, place.id(), NOW))
                .isPresent());
        assertThat(other.snapshot(room, NOW).slots()).isLessThanOrEqualTo(CAPACITY);
        empties();
        LineInvariants.hold(one, room, NOW);
    }

    private List<Place> visit(Lines node) {
        var places = new ArrayList<Place>();
        for (int step = 0; step < 6; step++) {
            places.add(join(node));
            tick(node);
            var place = places.get(step / 2);
            node.apply(room, place.id(), step % 3 == 0 ? Act.LEAVE : Act.CLAIM, TERMS, NOW);
            node.apply(room, place.id(), step % 3 == 2 ? Act.COMPLETE : Act.ARRIVE, TERMS, NOW);
        }
        return places;
    }

    /** Calls all who still wait, so that no hole is left to be counted as one of them. */
    private void empties() {
        join(one);
        one.serve(room, one.snapshot(room, NOW), new Advance(1_000, 0, NOW), TERMS, NOW);
    }

    private void tick(Lines node) {
        var seen = node.snapshot(room, NOW);
        assertThat(seen.slots()).isLessThanOrEqualTo(CAPACITY);
        node.serve(room, seen, new Advance(CAPACITY - seen.slots(), 0, NOW), TERMS, NOW);
    }

    private Place join(Lines node) {
        return node.join(room, new PlaceId(UUID.randomUUID()), NOW).place();
    }

    private Place find(Place place) {
        return other.find(room, place.id(), NOW).orElseThrow();
    }
}
