package io.gatehouse.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.alert.Alert.Sending;
import io.gatehouse.alert.Facts.Past;
import io.gatehouse.alert.RoomAlerts.Trouble;
import io.gatehouse.event.Events;
import io.gatehouse.inlet.Turnstiles;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an alert begins, goes on and ends, to the second. */
class RoomAlertsTest {

    private static final Instant BEGIN = Instant.parse("2026-11-24T12:00:00Z");
    private static final Room SHOP = new Room(
            new RoomId("shop"),
            "Shop",
            Turnstiles.byHand(),
            Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
            Optional.empty());

    private final Roster roster = new Roster(AlertSettings.of("receivers.anna.address=anna@example.com"));
    private final Roster often = new Roster(AlertSettings.of("most-per-hour=60"));
    private RoomAlerts alerts = RoomAlerts.NONE;

    @Test
    void givenATroubleThatMustLastAMinute_whenAMinuteIsOver_thenTheAlertBegins() {
        sees(AlertKind.RECEIVER_BEHIND, 0, 59);
        assertThat(alerts.alerts()).isEmpty();

        sees(AlertKind.RECEIVER_BEHIND, 0, 60);
        assertThat(alerts.on(AlertKind.RECEIVER_BEHIND)).hasValueSatisfying(one -> {
            assertThat(one.since()).isEqualTo(BEGIN);
            assertThat(one.told()).isEqualTo(BEGIN.plusSeconds(60));
        });
    }

    @Test
    void givenATroubleThatComesAndGoes_whenItIsAwayForTwoMinutes_thenItIsOneAlert() {
        sees(AlertKind.STANDS_STILL, 0, 0);
        seesNone(120);
        sees(AlertKind.STANDS_STILL, 120, 120);
        seesNone(240);

        assertThat(alerts.alerts()).singleElement().satisfies(one -> assertThat(one.isOn())
                .isTrue());
    }

    @Test
    void givenATroubleThatIsAway_whenTwoMinutesAreOver_thenItEndsOnce() {
        sees(AlertKind.STANDS_STILL, 0, 0);
        seesNone(121);
        var ended = alerts;
        seesNone(122);

        assertThat(alerts).isEqualTo(ended);
        assertThat(alerts.alerts()).singleElement().satisfies(one -> {
            assertThat(one.until()).isEqualTo(BEGIN.plusSeconds(121));
            assertThat(one.sendings()).extracting(Sending::to).containsExactly("*begin", "anna", "*end");
        });
    }

    @Test
    void givenATroubleThatIsBackOftenInAnHour_whenThereWereFour_thenNoReceiverHearsOfTheFifth() {
        for (var again = 0; again < 5; again++) {
            sees(AlertKind.STANDS_STILL, again * 200, again * 200);
            seesNone(again * 200 + 121);
        }

        assertThat(alerts.alerts())
                .extracting(one -> one.sendings().stream().anyMatch(Sending::isMail))
                .containsExactly(true, true, true, true, false);
    }

    @Test
    void givenAnAlertThatIsOver_whenADayHasPassed_thenItIsNotKept() {
        sees(AlertKind.STANDS_STILL, 0, 0);
        seesNone(121);
        seesNone(121 + 86_399);
        assertThat(alerts.alerts()).hasSize(1);

        seesNone(121 + 86_400);
        assertThat(alerts.alerts()).isEmpty();
    }

    @Test
    void givenAnAlertThatIsOn_whenMoreThanAHundredCameAndWent_thenItIsStillKept() {
        sees(AlertKind.STANDS_STILL, 0, 0);
        var on = alerts.on(AlertKind.STANDS_STILL);
        for (var test = 1; test <= 120; test++) {
            alerts = alerts.test(SHOP, "A test.", often, BEGIN.plusSeconds(test * 61L))
                    .orElseThrow();
        }

        assertThat(alerts.alerts()).hasSize(100);
        assertThat(alerts.on(AlertKind.STANDS_STILL)).isEqualTo(on);
    }

    @Test
    void givenAnAlertThatIsOn_whenTheClockIsSetBackAnHour_thenItIsSentAtOnceAndEndsInTime() {
        sees(AlertKind.STANDS_STILL, 0, 0);
        seesNone(-3600);

        assertThat(alerts.alerts()).singleElement().satisfies(one -> assertThat(
                        one.due("anna", BEGIN.minusSeconds(3600)))
                .isPresent());
        seesNone(-3600 + 121);
        assertThat(alerts.on(AlertKind.STANDS_STILL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10%, 100, 11, false",
        "10%, 100, 10, true",
        "10%, 9, 1, false",
        "5, 100, 6, false",
        "5, 100, 5, true",
        "5, 5, 5, false",
        "100%, 10, 10, false",
        "100%, 10, 9, true"
    })
    void givenALimitOfTheStock_whenSoManyAreLeft_thenItIsNearlyGone(
            String limit, long most, long left, boolean isGone) {
        assertThat(Limits.of(AlertSettings.of("stock-left=" + limit)).isNearlyGone(most, left))
                .isEqualTo(isGone);
    }

    @ParameterizedTest
    @CsvSource({"999, 119, 7199, false", "1000, 120, 7200, true"})
    void givenTheLimitsOfTime_whenTheyAreReached_thenThereIsTrouble(
            long look, long oldest, long due, boolean isTrouble) {
        var seen = new LinesInMemory().look(SHOP.id(), BEGIN).snapshot();
        var facts = new Facts(
                SHOP,
                seen,
                BEGIN,
                Why.RATE,
                Past.NONE,
                List.of(new Events.Lag("hook", 1, Duration.ofSeconds(oldest))),
                Duration.ofMillis(look),
                Optional.of(BEGIN.minusSeconds(due)),
                Limits.of(AlertSettings.of()));

        assertThat(List.of(AlertKind.STORE_SLOW, AlertKind.RECEIVER_BEHIND, AlertKind.ARCHIVE_BEHIND))
                .allSatisfy(kind ->
                        assertThat(AlertRules.says(kind, facts).isPresent()).isEqualTo(isTrouble));
    }

    private void sees(AlertKind kind, long since, long at) {
        var trouble = new Trouble(BEGIN.plusSeconds(since), "It " + kind.title() + ".");
        alerts = alerts.next(SHOP, Map.of(kind, trouble), roster, BEGIN.plusSeconds(at));
    }

    private void seesNone(long at) {
        alerts = alerts.next(SHOP, Map.of(), roster, BEGIN.plusSeconds(at));
    }
}
