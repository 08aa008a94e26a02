package io.gatehouse.simulate;

import static io.gatehouse.simulate.Spoken.number;
import static io.gatehouse.simulate.Spoken.percent;
import static io.gatehouse.simulate.Spoken.span;

import io.gatehouse.room.Advance;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Warnings of an outcome for the operator before the sale, a sentence each; the weightiest first. */
public final class Warnings {

    private static final Duration LONG = Duration.ofHours(1);
    private static final double FEW_SLOTS = 0.8;
    private static final double MANY_NO_SHOWS = 0.1;

    private final Outcome outcome;
    private final Spoken spoken;
    private final List<String> all = new ArrayList<>();

    private Warnings(Outcome outcome) {
        this.outcome = outcome;
        this.spoken = new Spoken(outcome.scenario());
    }

    /** The warnings of an outcome. */
    static List<String> of(Outcome outcome) {
        var warnings = new Warnings(outcome);
        warnings.close();
        warnings.rest();
        warnings.refused();
        warnings.waits();
        warnings.slots();
        warnings.site();
        warnings.tune();
        return List.copyOf(warnings.all);
    }

    /** The warnings as whole sentences. */
    public static List<String> sentences(Outcome outcome) {
        return of(outcome).stream()
                .map(says -> Character.toUpperCase(says.charAt(0)) + says.substring(1) + ".")
                .toList();
    }

    /** Visitors who are in line when the room closes. */
    private void close() {
        var settings = outcome.scenario().room().configured();
        var span = outcome.scenario().span();
        if (settings.mode() != Mode.SCHEDULED) {
            return;
        }
        settings.schedule().dates().stream()
                .filter(date ->
                        date.closesAt().isAfter(span.from()) && !date.closesAt().isAfter(span.until()))
                .forEach(date -> close(date.closesAt(), date.atClose() == AtClose.END));
    }

    private void close(Instant at, boolean ends) {
        var before = outcome.minutes().stream()
                .filter(minute -> !minute.from().plusSeconds(60).isAfter(at))
                .toList();
        var waiting = before.isEmpty() ? 0 : before.get(before.size() - 1).waiting();
        var left = ends ? outcome.of(Fate.SHUT_OUT) : waiting;
        if (left > 0) {
            // Without the close: since the last minute in which visitors came, and on at the pace of then.
            var soFar = before.stream()
                    .filter(minute -> minute.arrived() > minute.refused())
                    .reduce((earlier, later) -> later)
                    .map(minute -> Duration.between(minute.from(), at))
                    .orElse(Duration.ZERO);
            var last = Minutes.pace(before)
                    .map(perMinute -> soFar.plusSeconds(Math.round(left * 60 / perMinute)))
                    .map(wait -> "the last waits " + span(wait) + "; ")
                    .orElse("");
            all.add(speed() + last + "the close is at " + spoken.at(at) + ": " + number(left)
                    + (ends ? " would not get in" : " would get in after it"));
        }
    }

    /** Visitors who are in line when the scenario ends. */
    private void rest() {
        outcome.rest()
                .ifPresent(rest -> all.add(rest.longest()
                                .map(longest -> speed() + "the last waits " + span(longest) + "; ")
                                .orElse("no visitor is called; ")
                        + "at the end, " + spoken.at(outcome.scenario().span().until()) + ", " + number(rest.waiting())
                        + " are still in line"));
        outcome.rest()
                .filter(rest -> rest.longest().isEmpty() && isByHand())
                .ifPresent(rest ->
                        all.add("the room has neither a rate nor a capacity: visitors are called only by hand"));
    }

    private boolean isByHand() {
        var room = outcome.scenario().room();
        return room.isByHand(room.configured());
    }

    private void refused() {
        refused(
                Fate.SOLD_OUT,
                "found the stock sold out"
                        + outcome.soldOut()
                                .map(at -> ", since " + spoken.at(at))
                                .orElse(""));
        refused(Fate.FULL, "were asked to come again, because the line was as long as most-waiting allows");
        refused(Fate.CLOSED, "found the room closed");
    }

    private void refused(Fate fate, String what) {
        if (outcome.of(fate) > 0) {
            all.add(number(outcome.of(fate)) + " visitors " + what);
        }
    }

    private void waits() {
        var waits = outcome.waits();
        if (waits.p90().compareTo(LONG) > 0) {
            all.add("one visitor in ten waits longer than " + span(waits.p90()));
        }
        if (outcome.of(Fate.GAVE_UP) > outcome.visitors() * MANY_NO_SHOWS) {
            all.add(number(outcome.of(Fate.GAVE_UP)) + " visitors give up: "
                    + percent((double) outcome.of(Fate.GAVE_UP) / outcome.visitors()));
        }
    }

    private void slots() {
        var isFull = outcome.held().stream().anyMatch(held -> held.why() == Advance.Why.CAPACITY);
        outcome.slotsUsed().stream()
                .filter(used -> isFull && used < FEW_SLOTS)
                .findFirst()
                .ifPresent(used -> all.add("only " + percent(used)
                        + " of the slots are used while visitors wait: turns and ended visits hold"
                        + " the others; a shorter slot-held, or a logout at the site, gives them on sooner"));
    }

    private void site() {
        var slowest = outcome.minutes().stream()
                .flatMap(minute -> minute.site().stream())
                .filter(health -> health.load() > 1)
                .count();
        if (slowest > 0) {
            all.add("the site has more requests than it can answer in " + number(slowest) + " minutes");
        }
    }

    private void tune() {
        var scenario = outcome.scenario();
        if (scenario.tune().isPresent() && !scenario.isTuned()) {
            all.add("the room finds its limit by itself, and the scenario has no site that could say how it is:"
                    + " it is played at its configured rate and capacity");
        }
    }

    /** At which speed the room calls, as far as its settings say. */
    private String speed() {
        var settings = outcome.scenario().room().configured();
        var acts = outcome.scenario().acts().stream()
                .anyMatch(act -> act.rate().isPresent() || act.capacity().isPresent());
        var speed = Stream.concat(
                        settings.rate().stream().map(Object::toString),
                        settings.capacity().stream().mapToObj(capacity -> number(capacity) + " inside"))
                .toList();
        return acts || speed.isEmpty() ? "" : "at " + String.join(" and ", speed) + " ";
    }
}
