package io.gatehouse.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.alert.Alert.Sending;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is told of an alert, and when. */
class RosterTest {

    private static final RoomId SHOP = new RoomId("shop");

    /** In Berlin clocks go on from 02:00 to 03:00 on 29 March 2026, and back from 03:00 to 02:00 on 25 October. */
    @ParameterizedTest
    @CsvSource({
        "22:00-07:00, 2026-11-24T20:59:59Z, 2026-11-24T20:59:59Z",
        "22:00-07:00, 2026-11-24T21:00:00Z, 2026-11-25T06:00:00Z",
        "22:00-07:00, 2026-11-25T05:59:59Z, 2026-11-25T06:00:00Z",
        "22:00-07:00, 2026-11-25T06:00:00Z, 2026-11-25T06:00:00Z",
        "22:00-07:00, 2026-03-28T21:00:00Z, 2026-03-29T05:00:00Z",
        "22:00-07:00, 2026-10-24T20:00:00Z, 2026-10-25T06:00:00Z",
        "12:00-13:00, 2026-11-24T11:30:00Z, 2026-11-24T12:00:00Z",
        "12:00-13:00, 2026-11-24T12:00:00Z, 2026-11-24T12:00:00Z",
        "01:00-02:30, 2026-03-29T00:30:00Z, 2026-03-29T01:00:00Z",
        "01:00-02:30, 2026-03-29T01:00:00Z, 2026-03-29T01:00:00Z",
        "02:30-06:00, 2026-03-29T00:59:59Z, 2026-03-29T00:59:59Z",
        "02:30-06:00, 2026-03-29T01:00:00Z, 2026-03-29T04:00:00Z",
        "01:00-02:30, 2026-10-24T23:30:00Z, 2026-10-25T01:30:00Z",
        "01:00-02:30, 2026-10-25T01:15:00Z, 2026-10-25T01:30:00Z",
        "01:00-02:30, 2026-10-25T01:30:00Z, 2026-10-25T01:30:00Z",
        "02:30-06:00, 2026-10-25T00:30:00Z, 2026-10-25T05:00:00Z"
    })
    void givenQuietHours_whenAnAlertBegins_thenItWaitsForTheirEnd(String quiet, Instant begins, Instant told) {
        var roster = roster("receivers.anna.quiet=" + quiet, "receivers.anna.zone=Europe/Berlin");

        assertThat(mails(roster, AlertKind.STOCK_NEARLY_GONE, begins))
                .extracting(Sending::next)
                .containsExactly(told);
    }

    @ParameterizedTest
    @CsvSource({
        "true, NEEDS_VALUE, 23:00",
        "true, STANDS_STILL, 23:00",
        "true, STORE_SLOW, 23:00",
        "true, KEPT_SLOTS, 07:00",
        "false, NEEDS_VALUE, 07:00",
        "false, STANDS_STILL, 07:00",
        "false, TEST, 23:00"
    })
    void givenQuietHours_whenAnAlertIsUrgent_thenItWakesOnlyThoseWhoMayBeWoken(
            boolean mayWake, AlertKind kind, String told) {
        var roster = roster("receivers.anna.quiet=22:00-07:00", "receivers.anna.wake=" + mayWake);

        assertThat(mails(roster, kind, Instant.parse("2026-11-24T23:00:00Z")))
                .singleElement()
                .extracting(sending -> sending.next().toString().substring(11, 16))
                .isEqualTo(told);
    }

    /** The 24th of November 2026 is a Tuesday. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-24T07:59:59Z, anna ben chef",
        "2026-11-24T08:00:00Z, anna",
        "2026-11-24T15:59:59Z, anna",
        "2026-11-24T16:00:00Z, anna ben chef",
        "2026-11-26T21:00:00Z, anna ben chef",
        "2026-11-27T04:00:00Z, anna ben chef",
        "2026-11-27T20:59:59Z, anna ben chef",
        "2026-11-27T21:00:00Z, ben",
        "2026-11-28T04:59:59Z, ben",
        "2026-11-28T05:00:00Z, anna ben chef",
        "2026-11-28T21:00:00Z, anna ben chef",
        "2026-11-28T23:00:00Z, chef",
        "2026-11-29T22:59:59Z, chef",
        "2026-11-29T23:00:00Z, anna ben chef"
    })
    void givenDuty_whenAnAlertBegins_thenThoseOnDutyAreToldAndElseAll(Instant begins, String told) {
        var roster = roster(
                "receivers.ben.address=ben@example.com",
                "receivers.chef.address=chef@example.com",
                "duty[0].receiver=anna",
                "duty[0].days=mon-fri",
                "duty[0].hours=09:00-17:00",
                "duty[0].zone=Europe/Berlin",
                "duty[1].receiver=ben",
                "duty[1].days=fri",
                "duty[1].hours=22:00-06:00",
                "duty[1].zone=Europe/Berlin",
                "duty[2].receiver=chef",
                "duty[2].days=sun",
                "duty[2].hours=00:00-00:00",
                "duty[2].zone=Europe/Berlin");

        assertThat(mails(roster, AlertKind.STORE_SLOW, begins))
                .extracting(Sending::to)
                .containsExactly(told.split(" "));
        assertThat(mails(roster, AlertKind.TEST, begins)).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"rooms, expo", "kinds, store-slow"})
    void givenOneOnDutyForOtherAlerts_whenAnAlertBegins_thenItsOwnReceiversAreTold(String of, String other) {
        var roster = roster(
                "receivers.anna." + of + "=" + other,
                "receivers.ben.address=ben@example.com",
                "duty[0].receiver=anna",
                "duty[0].hours=00:00-00:00");

        assertThat(mails(roster, AlertKind.STANDS_STILL, Instant.parse("2026-11-24T12:00:00Z")))
                .extracting(Sending::to)
                .containsExactly("ben");
    }

    private static List<Sending> mails(Roster roster, AlertKind kind, Instant begins) {
        return roster.sendings(kind, SHOP, begins).stream()
                .filter(Sending::isMail)
                .toList();
    }

    private static Roster roster(String... more) {
        var all = new ArrayList<>(List.of("receivers.anna.address=anna@example.com"));
        all.addAll(List.of(more));
        return new Roster(AlertSettings.of(all.toArray(String[]::new)));
    }
}
