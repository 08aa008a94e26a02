package io.gatehouse.panel.simulate;

import static io.gatehouse.simulate.Spoken.number;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.simulate.Warnings;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays a date of a room that is still to be made, with as many visitors as its operator expects. */
public final class SaleForecast {

    /** The time that is played after a close, or after doors without one. */
    private static final Duration AFTER_CLOSE = Duration.ofMinutes(10);

    private static final Duration WITHOUT_CLOSE = Duration.ofHours(2);

    /**
     * The forecast of a sale.
     *
     * @param notes how it was played, and what came of it
     * @param warnings what keeps visitors outside, a sentence each
     */
    public record Foretold(List<String> notes, List<String> warnings) {}

    private final Player player;

    SaleForecast(Player player) {
        this.player = player;
    }

    /** The forecast for this number of visitors, who come to this date before its doors open. */
    public Foretold of(Room room, long visitors, ScheduledDate date) {
        var until = date.close().isPresent()
                ? date.closesAt().plus(AFTER_CLOSE)
                : date.doorsAt().plus(WITHOUT_CLOSE);
        if (visitors > Plans.MOST_VISITORS) {
            return notPlayed(
                    "more than " + number(Plans.MOST_VISITORS) + " visitors are played by the command simulate");
        }
        if (Duration.between(date.lobbyAt(), until).compareTo(Plans.LONGEST) > 0) {
            return notPlayed("more than " + Plans.LONGEST.toDays() + " days are played by the command simulate");
        }
        try {
            return foretold(player.play(asked(room, visitors, date, until)), visitors);
        } catch (RefusedException refused) {
            var isLater = refused.problem() == Problem.SIMULATIONS_BUSY || refused.problem() == Problem.STILL_PLAYED;
            return notPlayed(isLater ? "look it over again in some seconds" : refused.detail());
        }
    }

    private static Foretold notPlayed(String why) {
        return new Foretold(List.of("The sale was not simulated: " + why + "."), List.of());
    }

    private static Asked asked(Room room, long visitors, ScheduledDate date, Instant until) {
        var lobby = Math.max(1, Duration.between(date.lobbyAt(), date.doorsAt()).toMinutes());
        var form = Map.of(
                "from",
                date.lobbyAt().toString(),
                "to",
                until.toString(),
                "visitors",
                String.valueOf(visitors),
                "showUp",
                "0.9",
                "delay",
                "20s",
                "visits",
                "5m",
                "curve",
                "0s 1\n" + lobby + "m 1\n" + (lobby + 1) + "m 0");
        return new Asked(
                room + " " + form,
                form,
                () -> new Plan(
                        form,
                        TypedScenario.scenario(room, Optional.empty(), form, 1),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        date.zone()));
    }

    /** A sale that sells out leaves visitors outside by its nature. */
    private static Foretold foretold(Played played, long visitors) {
        var outcome = played.outcome();
        var room = outcome.scenario().room();
        var notes = new ArrayList<String>();
        notes.add("Simulated with " + number(visitors)
                + " visitors who come before the doors; nine of ten come when it is their turn, and half of them stay"
                + " longer than 5 minutes.");
        room.configured()
                .stock()
                .map(Stock::most)
                .filter(most -> most < visitors)
                .ifPresent(most -> notes.add("The stock is " + number(most) + ": at most " + number(most)
                        + " of them can buy, at any rate or capacity."));
        outcome.soldOut()
                .ifPresent(
                        at -> notes.add("The stock would be sold out " + since(room, at) + " after the doors open."));
        return new Foretold(
                List.copyOf(notes), outcome.soldOut().isPresent() ? List.of() : Warnings.sentences(outcome));
    }

    private static String since(Room room, Instant at) {
        var doors = room.configured().schedule().dates().stream()
                .map(ScheduledDate::doorsAt)
                .filter(open -> !open.isAfter(at))
                .reduce((earlier, later) -> later)
                .orElse(at);
        var minutes = Math.max(1, Duration.between(doors, at).toMinutes());
        return number(minutes) + (minutes == 1 ? " minute" : " minutes");
    }
}
