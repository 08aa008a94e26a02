package io.gatehouse.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates in local time: what follows from them at a moment, and which of them are none. */
class ScheduleTest {

    private static final String BERLIN = "Europe/Berlin";
    private static final ScheduledDate FRIDAY =
            date("2026-11-27T09:00", "2026-11-27T10:00", "2026-11-27T18:00", "let-in");
    private static final ScheduledDate SATURDAY =
            date("2026-11-28T09:00", "2026-11-28T10:00", "2026-11-28T18:00", "end");

    @ParameterizedTest
    @CsvSource({
        "2026-11-27T07:59:59Z, CLOSED, 2026-11-27T09:00:00Z",
        "2026-11-27T08:00:00Z, LOBBY, 2026-11-27T09:00:00Z",
        "2026-11-27T08:59:59.999Z, LOBBY, 2026-11-27T09:00:00Z",
        "2026-11-27T09:00:00Z, OPEN, 2026-11-28T09:00:00Z",
        "2026-11-27T17:00:00Z, CLOSING, 2026-11-28T09:00:00Z",
        "2026-11-28T08:00:00Z, LOBBY, 2026-11-28T09:00:00Z",
        "2026-11-28T16:59:59Z, OPEN, ",
        "2026-11-28T17:00:00Z, ENDED, "
    })
    void givenTwoDays_whenTimePasses_thenEachHasItsPhasesAndTheNextIsKnown(Instant now, Phase phase, Instant next) {
        var schedule = new Schedule(List.of(SATURDAY, FRIDAY));

        assertThat(schedule.phase(Mode.SCHEDULED, now)).isEqualTo(phase);
        assertThat(schedule.next(now).map(ScheduledDate::doorsAt)).isEqualTo(java.util.Optional.ofNullable(next));
    }

    @Test
    void givenNoOpening_whenTheScheduleIsFollowed_thenTheRoomIsClosed() {
        assertThat(Schedule.NONE.phase(Mode.SCHEDULED, FRIDAY.doorsAt())).isEqualTo(Phase.CLOSED);
    }

    @Test
    void givenAnOpeningWithoutAClose_whenYearsPass_thenItIsOpen() {
        var schedule = new Schedule(List.of(date("2026-11-27T09:00", "2026-11-27T10:00", "", "let-in")));

        assertThat(schedule.phase(Mode.SCHEDULED, Instant.parse("2999-01-01T00:00:00Z")))
                .isEqualTo(Phase.OPEN);
    }

    @Test
    void givenClocksThatArePutBack_whenATimeComesTwice_thenItIsTheEarlierOne() {
        assertThat(date("2026-10-25T02:00", "2026-10-25T02:30", "", "end").doorsAt())
                .isEqualTo("2026-10-25T00:30:00Z");
    }

    /** The lobby would be after the doors, had it been read as the later one. */
    @Test
    void givenClocksThatArePutBack_whenAnOpeningGoesOverIt_thenItLastsAnHourLonger() {
        var date = date("2026-10-25T02:59", "2026-10-25T03:00", "2026-10-25T04:00", "end");

        assertThat(date.lobbyAt()).isEqualTo("2026-10-25T00:59:00Z");
        assertThat(date.doorsAt()).isEqualTo("2026-10-25T02:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-03-29T02:30 | 2026-03-29T04:00 | | lobby must exist",
                "2026-03-29T01:00 | 2026-03-29T02:00 | | doors must exist",
                "2026-03-29T01:00 | 2026-03-29T01:30 | 2026-03-29T02:59 | close must exist",
                "2026-11-27T10:01 | 2026-11-27T10:00 | | lobby must not be after doors",
                "2026-11-27T09:00 | 2026-11-27T10:00 | 2026-11-27T10:00 | close must be after doors",
                "2026-11-27T09:00:30 | 2026-11-27T10:00 | | lobby must be a whole minute",
                "tomorrow | 2026-11-27T10:00 | | lobby must be a local time like 2026-11-27T10:00",
                "2026-11-27T09:00Z | 2026-11-27T10:00 | | lobby must be a local time",
                "2026-11-27T09:00 | | | doors is needed",
                "2026-11-27T09:00 | +99999-11-27T10:00 | | doors must be in the years 1970 to 9999"
            })
    void givenAnOpeningThatIsNone_whenRead_thenItIsSaidWhatWasExpected(
            String lobby, String doors, String close, String said) {
        assertThatThrownBy(() -> ScheduledDate.parse(BERLIN, lobby, doors, close, "end", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Berlin", "Europe/Atlantis", "<b>"})
    void givenAZoneThatIsNone_whenRead_thenItIsNamed(String zone) {
        assertThatThrownBy(() -> ScheduledDate.parse(zone, "2026-11-27T09:00", "2026-11-27T10:00", null, "end", null))
                .hasMessageContaining("zone must be a time zone like Europe/Berlin, was \"" + zone + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reciepts",
                "receipt",
                "Receipts",
                "RECEIPTS",
                "recipts",
                "receits",
                "receips",
                "reciept",
                "receiptss",
                "hash of receipts",
                "receipt-hash",
                "draw",
                "lottery",
                "a draw",
                "random",
                "true",
                "false",
                "no",
                "-"
            })
    void givenASourceThatIsNearlyReceiptsOrNone_whenTyped_thenItIsRefusedAndBothChoicesAreNamed(String source) {
        assertThatThrownBy(() -> drawn(source))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "draw must be \"receipts\", or the name or address of the outside source of the public value,"
                                + " like \"drand round 123456 of quicknet\". For no draw, leave it out. Was \""
                                + source
                                + "\"");
        assertThat(new WrittenDate(BERLIN, "2026-11-27T09:00", "2026-11-27T10:00", null, "end", source).read())
                .as("what a store has kept is read")
                .satisfies(kept -> assertThat(kept.draw()).hasValue(source));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "receipts", "drand", "drand round 123456 of quicknet", "https://receipts.example.org/", "NIST beacon",
                "closing value of the DAX", "bitcoin", "Lotto 6 aus 49", "random.org", "Ziehung der Lottozahlen"
            })
    void givenASourceThatIsClearlyOne_whenTyped_thenItIsTaken(String source) {
        assertThat(drawn(source).draw()).hasValue(source);
    }

    private static ScheduledDate drawn(String source) {
        return ScheduledDate.parse(BERLIN, "2026-11-27T09:00", "2026-11-27T10:00", null, "end", source);
    }

    @Test
    void givenOpeningsThatOverlap_whenScheduled_thenTheyAreRefused() {
        var late = date("2026-11-27T17:59", "2026-11-27T20:00", "", "end");
        var endless = date("2026-11-26T09:00", "2026-11-26T10:00", "", "end");

        assertThatThrownBy(() -> new Schedule(List.of(FRIDAY, late)))
                .hasMessage("the date of 2026-11-27T10:00 must close, at 2026-11-27T18:00,"
                        + " before the lobby of the next one at 2026-11-27T17:59");
        assertThatThrownBy(() -> new Schedule(List.of(FRIDAY, endless))).hasMessageContaining("must have a close");
        assertThatThrownBy(() -> new Schedule(List.of(FRIDAY, FRIDAY))).hasMessageContaining("must close");
        assertThatThrownBy(() -> new Schedule(Collections.nCopies(101, FRIDAY)))
                .hasMessage("dates must be 100 at most, were 101");
    }

    @Test
    void givenAModeOrAnEnd_whenWrittenAndRead_thenItIsTheSame() {
        assertThat(Stream.of(Mode.values()).map(mode -> Mode.parse(mode.word())))
                .containsExactly(Mode.values());
        assertThat(Stream.of(AtClose.values()).map(end -> AtClose.parse(end.word())))
                .containsExactly(AtClose.values());
        assertThatThrownBy(() -> Mode.parse("open"))
                .hasMessage("a mode is one of [queueing, scheduled, pass-through, closed, hold], was \"open\"");
    }

    private static ScheduledDate date(String lobby, String doors, String close, String atClose) {
        return ScheduledDate.parse(BERLIN, lobby, doors, close, atClose, null);
    }
}
