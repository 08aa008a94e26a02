package io.gatehouse.simulate;

import io.gatehouse.room.Lines;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scenarios of a room, the rest of which a test changes as it needs. */
final class Scenarios {

    static final Instant START = Instant.parse("2026-11-27T09:00:00Z");
    static final Lasting DELAY = Lasting.around(Duration.ofSeconds(20), 0.8);
    static final Lasting VISITS = Lasting.around(Duration.ofMinutes(5), 0.5);

    private Scenarios() {}

    static Room room(RoomSettings settings) {
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId("shop"), "Shop", settings, terms, Optional.empty());
    }

    static Crowd crowd(double showUp) {
        return new Crowd(showUp, DELAY, Optional.empty(), 0, VISITS, 1, Crowd.Bots.NONE, Map.of());
    }

    /** So many visitors, who come evenly in this span from the beginning on. */
    static Arrivals evenly(long visitors, Duration span) {
        return new Arrivals(List.of(new Arrivals.Stretch(Duration.ZERO, span, 1, 1, visitors)));
    }

    static Scenario of(RoomSettings settings, Duration length, Arrivals arrivals, Crowd crowd) {
        return new Scenario(
                room(settings),
                new Scenario.Span(START, length),
                arrivals,
                crowd,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                7);
    }

    /** An operator sets this rate. */
    static OperatorAct rate(Duration at, String rate) {
        return new OperatorAct(at, Optional.of(Rate.parse(rate)), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Scenario with(Scenario scenario, OperatorAct... acts) {
        return with(scenario, Optional.empty(), acts);
    }

    static Scenario with(Scenario scenario, SiteModel site, OperatorAct... acts) {
        return with(scenario, Optional.of(site), acts);
    }

    private static Scenario with(Scenario scenario, Optional<SiteModel> site, OperatorAct... acts) {
        return new Scenario(
                scenario.room(),
                scenario.span(),
                scenario.arrivals(),
                scenario.crowd(),
                List.of(acts),
                site,
                scenario.tune(),
                scenario.seed());
    }
}
