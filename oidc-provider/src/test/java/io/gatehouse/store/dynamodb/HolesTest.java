package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.Crowd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;

/** Positions that were handed out and that nobody has: a crash between the counter and the place, or a slow join. */
class HolesTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Interference interference = new Interference();
    private final Lines crashing = new Lines(LocalTable.rooms(LocalTable.heardBy(interference)));
    private final Lines impatient = new Lines(LocalTable.rooms(LocalTable.impatient(interference)));
    private final Lines other = new Lines(LocalTable.rooms(LocalTable.shared()));

    @AfterEach
    void lineIsStillALine() {
        LineInvariants.hold(other, room, NOW);
    }

    @Test
    void givenACrashBetweenCounterAndPlace_whenTheNextAreCalled_thenTheHoleIsPassedOverAtOnce() {
        crashes();
        var second = joins(other);
        var third = joins(other);

        serve(2);

        assertThat(second.number()).isEqualTo(2);
        assertThat(stage(second)).isEqualTo(Stage.TURN);
        assertThat(stage(third)).isEqualTo(Stage.TURN);
        assertThat(other.at(room, 1, NOW)).isEmpty();
        assertThat(other.snapshot(room, NOW).waiting()).isZero();
    }

    @Test
    void givenACrashOfManyJoins_whenTheOneBehindThemIsCalled_thenAllHolesArePassedOverInOneCall() throws Exception {
        interference.losesRequests(Integer.MAX_VALUE, BatchExecuteStatementRequest.class);
        Crowd.of(130, () -> assertThatThrownBy(() -> joins(crashing)).isInstanceOf(StoreUnavailableException.class));
        interference.ends();
        var behind = joins(other);

        serve(1);

        assertThat(stage(behind)).isEqualTo(Stage.TURN);
        assertThat(behind.number()).isEqualTo(131);
        assertThat(other.snapshot(room, NOW).serving()).isEqualTo(131);
    }

    @Test
    void givenAHoleAtTheEnd_whenAllAreCalled_thenItIsLeftAloneUntilSomeoneIsBehindIt() {
        var first = joins(other);
        crashes();
        serve(5);
        var servingBefore = other.snapshot(room, NOW).serving();
        var third = joins(other);

        serve(5);

        assertThat(servingBefore).isEqualTo(first.number());
        assertThat(stage(third)).isEqualTo(Stage.TURN);
        assertThat(other.snapshot(room, NOW).serving()).isEqualTo(3);
    }

    @Test
    void givenManyWhoLeftBeforeAHoleAtTheEnd_whenACallFindsNobody_thenTheNextCallBeginsBehindThem() throws Exception {
        var left = Crowd.of(101, () -> joins(other));
        for (var place : left) {
            other.apply(room, place.id(), Act.LEAVE, TERMS, NOW);
        }
        crashes();

        serve(1);

        assertThat(other.snapshot(room, NOW).serving()).isEqualTo(101);
        var behind = joins(other);
        serve(1);
        assertThat(stage(behind)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAJoinThatIsSlow_whenThoseBehindItAreCalled_thenItTakesANewPosition() {
        var behind = new ArrayList<Place>();
        interference.before(BatchExecuteStatementRequest.class, () -> {
            behind.add(joins(other));
            serve(1);
        });

        var slow = joins(crashing);

        assertThat(behind).extracting(Place::number).containsExactly(2L);
        assertThat(stage(behind.get(0))).isEqualTo(Stage.TURN);
        assertThat(slow.number()).isEqualTo(3);
        assertThat(stage(slow)).isEqualTo(Stage.WAITING);
        serve(1);
        assertThat(stage(slow)).isEqualTo(Stage.TURN);
    }

    /** What was hashed as nobody's stays nobody's. */
    @Test
    void givenAJoinThatIsSlow_whenTheEntrantsOfADrawAreRead_thenItTakesANewPosition() {
        var read = new ArrayList<Optional<List<Optional<PlaceId>>>>();
        interference.before(
                BatchExecuteStatementRequest.class,
                () -> read.add(other.idsForGood(room, other.snapshot(room, NOW), 1, 1, NOW)));

        var slow = joins(crashing);

        assertThat(read).containsExactly(Optional.of(List.of(Optional.empty())));
        assertThat(slow.number()).isEqualTo(2);
        assertThat(other.idsForGood(room, other.snapshot(room, NOW), 1, 2, NOW))
                .contains(List.of(Optional.empty(), Optional.of(slow.id())));
    }

    @Test
    void givenAVisitorWhoLeftBehindAHole_whenTheNextIsCalled_thenBothArePassedOver() {
        crashes();
        var left = joins(other);
        other.apply(room, left.id(), Act.LEAVE, TERMS, NOW);
        var next = joins(other);

        serve(1);

        assertThat(stage(next)).isEqualTo(Stage.TURN);
        assertThat(other.snapshot(room, NOW).waiting()).isZero();
    }

    @Test
    void givenNobodyButOneWhoLeftBehindAHole_whenCalled_thenNobodyWaitsAndTheNextToComeIsFirst() {
        crashes();
        var left = joins(other);
        other.apply(room, left.id(), Act.LEAVE, TERMS, NOW);
        joins(other);
        other.apply(room, other.at(room, 3, NOW).orElseThrow().id(), Act.LEAVE, TERMS, NOW);

        assertThat(serves(1)).isFalse();

        assertThat(other.snapshot(room, NOW).waiting()).isZero();
        var next = joins(other);
        serve(1);
        assertThat(stage(next)).isEqualTo(Stage.TURN);
        assertThat(other.snapshot(room, NOW).serving()).isEqualTo(4);
    }

    @Test
    void givenMoreHolesThanOneCallLooksThrough_whenCalledAgainAndAgain_thenTheOneBehindThemIsReached() {
        var table = LocalTable.shared();
        var blocks = new TablePositionBlocks(table);
        var near = new Lines(new DynamoDbRoomStore(table, new DynamoDbWaitingLine(table, blocks, 100)));
        blocks.take(room, 1, 105);
        var behind = joins(other);

        assertThat(serves(near, 1)).isTrue();
        assertThat(stage(behind)).isEqualTo(Stage.WAITING);
        assertThat(serves(near, 1)).isTrue();

        assertThat(stage(behind)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAHoleAtTheEnd_whenACallFindsNobody_thenNoRateIsUsedUp() {
        crashes();
        var seen = other.snapshot(room, NOW);

        other.serve(room, seen, new Advance(1, 0, NOW.plusSeconds(60)), TERMS, NOW);

        assertThat(other.snapshot(room, NOW).pacedUntil()).isEqualTo(seen.pacedUntil());
        joins(other);
        serve(1);
    }

    @Test
    void givenAVisitorWhoJoinsAtTwoNodesAtOnce_whenBothAnswer_thenTheyHaveOnePlace() throws Exception {
        var id = new PlaceId(UUID.randomUUID());
        var turn = new AtomicInteger();

        var joined = Crowd.of(40, () -> {
            var node = turn.incrementAndGet() % 2 == 0 ? crashing : other;
            return node.join(room, id, NOW).place();
        });

        assertThat(new HashSet<>(joined)).hasSize(1);
        var behindAnyHole = joins(other);
        serve(5);
        assertThat(stage(behindAnyHole)).isEqualTo(Stage.TURN);
        assertThat(other.snapshot(room, NOW).turns()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAJoinThatIsCutOffBetweenItsTwoItems_whenItIsRepeated_thenThereIsOnePlace(boolean isPassedOver) {
        var id = new PlaceId(UUID.randomUUID());
        interference.before(
                BatchExecuteStatementRequest.class,
                () -> interference.before(
                        BatchExecuteStatementRequest.class,
                        () -> interference.losesRequests(Integer.MAX_VALUE, BatchExecuteStatementRequest.class)));
        assertThatThrownBy(() -> impatient.join(room, id, NOW)).isInstanceOf(StoreUnavailableException.class);
        interference.ends();
        assertThat(other.find(room, id, NOW)).as("not acknowledged").isEmpty();
        if (isPassedOver) {
            joins(other);
            serve(1);
        }

        var again = other.join(room, id, NOW).place();

        assertThat(again.number()).isEqualTo(isPassedOver ? 3 : 1);
        assertThat(other.find(room, id, NOW)).contains(again);
        assertThat(other.join(room, id, NOW).place()).isEqualTo(again);
        serve(1);
        assertThat(stage(again)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenJoinsInOrderThatAreCutOffBeforeTheirPositions_whenRepeated_thenAllHaveTheirs() {
        var ids = Stream.generate(() -> new PlaceId(UUID.randomUUID())).limit(3).toList();
        var cutOff = LocalTable.rooms(LocalTable.impatient(interference));
        interference.losesRequests(Integer.MAX_VALUE, BatchExecuteStatementRequest.class);
        assertThatThrownBy(() -> cutOff.joinInOrder(room, 1, 1, ids, NOW))
                .isInstanceOf(StoreUnavailableException.class);
        interference.ends();
        assertThat(other.find(room, ids.get(0), NOW)).isEmpty();

        var places = cutOff.joinInOrder(room, 1, 1, ids, NOW).orElseThrow();

        assertThat(places).extracting(Place::number).containsExactly(1L, 2L, 3L);
        assertThat(ids.stream().map(id -> other.find(room, id, NOW).orElseThrow()))
                .isEqualTo(places);
        serve(3);
    }

    /** One takes a position and is cut off before the place is written. */
    private void crashes() {
        interference.losesRequests(1, BatchExecuteStatementRequest.class);
        assertThatThrownBy(() -> joins(crashing)).isInstanceOf(StoreUnavailableException.class);
        interference.ends();
    }

    private Place joins(Lines node) {
        return node.join(room, new PlaceId(UUID.randomUUID()), NOW).place();
    }

    private void serve(int turns) {
        assertThat(serves(turns)).isTrue();
    }

    /** Whether the call has moved the line. */
    private boolean serves(int turns) {
        return serves(other, turns);
    }

    private boolean serves(Lines node, int turns) {
        return node.serve(room, node.snapshot(room, NOW), new Advance(turns, 0, Instant.EPOCH), TERMS, NOW);
    }

    private Stage stage(Place place) {
        return other.find(room, place.id(), NOW).orElseThrow().stage();
    }
}
