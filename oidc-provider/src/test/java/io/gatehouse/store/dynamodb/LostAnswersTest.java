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
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** DynamoDB has done it, but its answer was lost; or it says that it has too much to do. */
@Tag("faults")
class LostAnswersTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
    private static final Class<? extends SdkRequest> WRITE = TransactWriteItemsRequest.class;

    private static final Class<? extends SdkRequest> INSERT = BatchExecuteStatementRequest.class;

    /** More than the client waits for. */
    private static final int ALL = 1_000;

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final String key = "key-" + UUID.randomUUID();
    private final Interference interference = new Interference();
    private final Table table = LocalTable.heardBy(interference);
    private final Lines store = new Lines(LocalTable.rooms(table));
    private final Lines impatient = new Lines(LocalTable.rooms(LocalTable.impatient(interference)));
    private final Lines timeless = new Lines(LocalTable.rooms(LocalTable.timeless(interference)));
    private final ExpiringStore values = new DynamoDbExpiringStore(table);

    /** A hole counts as waiting until someone behind it is called. */
    @AfterEach
    void lineIsStillALine() {
        interference.ends();
        join();
        serve(100);
        LineInvariants.hold(store, room, NOW);
    }

    @Test
    void givenALostAnswer_whenAVisitorJoins_thenTheyHaveThePlaceThatWasMade() {
        interference.losesAnswers(1, INSERT);

        var place = join();

        assertThat(place.number()).isEqualTo(1);
        assertThat(store.snapshot(room, NOW).issued()).isEqualTo(1);
    }

    @Test
    void givenALostAnswerOfTheCounter_whenAVisitorJoins_thenOnlyAHoleIsLeft() {
        interference.losesAnswers(1, UpdateItemRequest.class);

        var place = join();
        serve(1);

        assertThat(place.number()).isEqualTo(2);
        assertThat(find(place).stage()).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAllAnswersLost_whenAVisitorJoinsAgain_thenTheyHaveThePlaceThatWasMade() {
        var id = new PlaceId(UUID.randomUUID());
        interference.losesAnswers(ALL, INSERT);
        isCutOff(() -> impatient.join(room, id, NOW));
        var made = store.snapshot(room, NOW).issued();

        var again = store.join(room, id, NOW).place();

        assertThat(again.number()).isEqualTo(made);
        assertThat(store.snapshot(room, NOW).issued()).isEqualTo(made);
    }

    @Test
    void givenALostAnswer_whenATurnIsClaimed_thenThereIsOneAdmission() {
        var place = join();
        serve(1);
        interference.losesAnswers(1, WRITE);

        var claimed = store.apply(room, place.id(), Act.CLAIM, TERMS, NOW).orElseThrow();

        assertThat(claimed.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(store.snapshot(room, NOW).admitted()).isEqualTo(1);
        assertThat(store.snapshot(room, NOW).slots()).isEqualTo(1);
    }

    @Test
    void givenAllAnswersLost_whenATurnIsClaimedAgain_thenItIsTheSameAdmission() {
        var place = join();
        serve(1);
        interference.losesAnswers(ALL, WRITE);
        isCutOff(() -> impatient.apply(room, place.id(), Act.CLAIM, TERMS, NOW));

        var again = store.apply(room, place.id(), Act.CLAIM, TERMS, NOW.plusSeconds(5))
                .orElseThrow();

        assertThat(again.admission().orElseThrow().admittedAt()).isEqualTo(NOW);
        assertThat(store.snapshot(room, NOW).slots()).isEqualTo(1);
    }

    @Test
    void givenALostAnswer_whenVisitorsAreCalled_thenTheyAreCalledOnce() {
        join();
        join();
        var seen = store.snapshot(room, NOW);
        interference.losesAnswers(1, WRITE);

        var isServed = store.serve(room, seen, new Advance(1, 0, NOW), TERMS, NOW);

        assertThat(isServed).isTrue();
        assertThat(store.snapshot(room, NOW).turns()).isEqualTo(1);
    }

    @Test
    void givenAllAnswersLost_whenVisitorsAreCalledAgain_thenNobodyElseIs() {
        join();
        join();
        var seen = store.snapshot(room, NOW);
        interference.losesAnswers(ALL, WRITE);
        isCutOff(() -> impatient.serve(room, seen, new Advance(1, 0, NOW), TERMS, NOW));

        var isServed = store.serve(room, seen, new Advance(1, 0, NOW), TERMS, NOW);

        assertThat(isServed).isFalse();
        assertThat(store.snapshot(room, NOW).turns()).isEqualTo(1);
    }

    @Test
    void givenALostAnswer_whenTurnsAreGrantedByHand_thenTheyAreGrantedOnce() {
        interference.losesAnswers(1, WRITE);

        store.letIn(room, 3, NOW);

        assertThat(store.snapshot(room, NOW).letIn()).isEqualTo(3);
    }

    @Test
    void givenLostAnswers_whenSettingsChangeAndARoomOpens_thenBothAreSaidToHaveHappened() {
        var slow = Optional.of(new RoomSettings(Optional.empty(), OptionalLong.of(7), false));
        interference.losesAnswers(1, WRITE);
        var isChanged = store.change(room, Optional.empty(), slow, NOW);
        interference.losesAnswers(1, WRITE);

        var opening = store.open(room, NextOpening.following(1), NOW);

        assertThat(isChanged).isTrue();
        assertThat(opening).isEqualTo(2);
        assertThat(store.snapshot(room, NOW).opening()).isEqualTo(2);
    }

    @Test
    void givenLostAnswers_whenAValueIsReplacedAndRemoved_thenBothAreSaidToHaveHappened() {
        interference.losesAnswers(1, WRITE);
        var isReplaced = values.replace(key, Optional.empty(), new byte[] {1}, NOW.plusSeconds(60), NOW);
        interference.losesAnswers(1, WRITE);

        var isRemoved = values.remove(key, NOW);

        assertThat(isReplaced).isTrue();
        assertThat(isRemoved).isTrue();
        assertThat(values.get(key, NOW)).isEmpty();
    }

    @Test
    void givenATableThatIsThrottled_whenItIsSoForAMoment_thenNobodyNotices() {
        interference.answers(2, BatchGetItemRequest.class, LostAnswersTest::throttled);
        var place = join();
        interference.answers(1, WRITE, LostAnswersTest::throttled);

        serve(1);

        assertThat(find(place).stage()).isEqualTo(Stage.TURN);
    }

    @Test
    void givenATableThatIsThrottled_whenItGoesOn_thenTheStoreIsAwayAndComesBack() {
        interference.answers(ALL, INSERT, LostAnswersTest::throttled);
        assertThatThrownBy(() -> impatient.join(room, new PlaceId(UUID.randomUUID()), NOW))
                .isInstanceOf(StoreUnavailableException.class);
        interference.ends();

        assertThat(join().stage()).isEqualTo(Stage.WAITING);
    }

    @Test
    void givenATransactionThatWasThrottledOrMetAnother_whenItIsCancelled_thenItIsMadeAgain() {
        for (var reason : List.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded")) {
            interference.answers(2, WRITE, () -> Interference.cancelled(reason));

            store.letIn(room, 1, NOW);
        }
        assertThat(store.snapshot(room, NOW).letIn()).isEqualTo(3);
    }

    @Test
    void givenATransactionThatOthersAreAlwaysInTheWayOf_whenPatienceIsUsedUp_thenTheStoreIsSlow() {
        interference.answers(ALL, WRITE, () -> Interference.cancelled("TransactionConflict"));

        assertThatThrownBy(() -> timeless.letIn(room, 1, NOW)).isInstanceOf(StoreTimeoutException.class);
    }

    @Test
    void givenATableThatThrottlesTransactions_whenPatienceIsUsedUp_thenItHasNotBeenAskedOften() {
        interference.answers(ALL, WRITE, () -> Interference.cancelled("ThrottlingError"));

        assertThatThrownBy(() -> timeless.letIn(room, 1, NOW)).isInstanceOf(StoreTimeoutException.class);

        assertThat(interference.count(WRITE)).isLessThan(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TransactionConflict", "ThrottlingError", "InternalServerError", "DuplicateItem"})
    void givenAnInsertThatIsNotDoneOrWhoseAnswerIsLost_whenAVisitorJoins_thenThereIsOnePlace(String code) {
        interference.refusesInserts(3, code);

        var place = join();

        assertThat(place.number()).isEqualTo(1);
        assertThat(find(place)).isEqualTo(place);
        assertThat(store.snapshot(room, NOW).issued()).isEqualTo(1);
    }

    @Test
    void givenAnInsertThatIsRefused_whenAVisitorJoins_thenTheStoreIsAway() {
        interference.refusesInserts(1, "AccessDenied");

        assertThatThrownBy(this::join).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void givenReadsThatAreLeftUndone_whenItIsSoForAMoment_thenNobodyNotices() {
        var place = join();
        interference.leavesUndone(2);

        assertThat(find(place)).isEqualTo(place);
    }

    @Test
    void givenReadsThatAreLeftUndone_whenItGoesOn_thenTheStoreIsSlowAndHasNotBeenAskedOften() {
        var place = join();
        var before = interference.count(BatchGetItemRequest.class);
        interference.leavesUndone(ALL);

        assertThatThrownBy(() -> timeless.find(room, place.id(), NOW)).isInstanceOf(StoreTimeoutException.class);

        assertThat(interference.count(BatchGetItemRequest.class) - before).isLessThan(20);
    }

    @Test
    void givenARequestThatDynamoDbFindsWrong_whenItIsMade_thenThatIsAFaultOfOurs() {
        interference.answers(ALL, WRITE, () -> Interference.cancelled("ValidationError"));

        assertThatThrownBy(() -> store.letIn(room, 1, NOW)).isInstanceOf(TransactionCanceledException.class);
    }

    /** Asks until DynamoDB has done it: on a busy machine the time may be used up before the first write. */
    private void isCutOff(ThrowingCallable call) {
        while (interference.lost(ALL) == 0) {
            assertThatThrownBy(call).isInstanceOf(StoreUnavailableException.class);
        }
        interference.ends();
    }

    private Place join() {
        return store.join(room, new PlaceId(UUID.randomUUID()), NOW).place();
    }

    private void serve(int turns) {
        store.serve(room, store.snapshot(room, NOW), new Advance(turns, 0, NOW), TERMS, NOW);
    }

    private Place find(Place place) {
        return store.find(room, place.id(), NOW).orElseThrow();
    }

    private static RuntimeException throttled() {
        return ProvisionedThroughputExceededException.builder()
                .message("a test has throttled it")
                .statusCode(400)
                .awsErrorDetails(error("ProvisionedThroughputExceededException"))
                .build();
    }

    private static AwsErrorDetails error(String code) {
        return AwsErrorDetails.builder().errorCode(code).errorMessage(code).build();
    }
}
