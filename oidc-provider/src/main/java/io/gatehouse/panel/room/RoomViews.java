package io.gatehouse.panel.room;

import io.gatehouse.draw.Seeds;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Allowance;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Advance;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.schedule.Phase;
import io.gatehouse.tune.Tunings;
import io.gatehouse.waitingroom.KeptSlots;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Looks at rooms for operators: what the line says, what the inlet would do now, and how fast it has been. */
final class RoomViews {

    private final Turnstile turnstile;
    private final Forecasts forecasts;
    private final Tunings tunings;
    private final Seeds seeds;
    private final Clock clock;

    RoomViews(Turnstile turnstile, Forecasts forecasts, Tunings tunings, Seeds seeds, Clock clock) {
        this.tunings = tunings;
        this.turnstile = turnstile;
        this.forecasts = forecasts;
        this.seeds = seeds;
        this.clock = clock;
    }

    /**
     * These rooms as they are now. One whose line is damaged, or whose store is away, takes nothing away from
     * the others; if no store answers at all, {@link StoreUnavailableException} says so.
     */
    AllRooms of(Collection<WaitingRoom> rooms) {
        var seen = new ArrayList<RoomView>();
        var damaged = new ArrayList<AllRooms.Damaged>();
        var away = new ArrayList<AllRooms.Away>();
        for (var room : rooms) {
            try {
                seen.add(of(room));
            } catch (DamagedLineException lost) {
                damaged.add(new AllRooms.Damaged(
                        room.id().value(), room.configuration().title(), lost.opening()));
            } catch (StoreUnavailableException refused) {
                away.add(new AllRooms.Away(
                        room.id().value(), room.configuration().title()));
                if (away.size() == rooms.size()) {
                    throw refused;
                }
            }
        }
        return new AllRooms(List.copyOf(seen), List.copyOf(damaged), List.copyOf(away));
    }

    /** The room as it is now. */
    RoomView of(WaitingRoom room) {
        var seen = room.snapshot();
        var configuration = room.configuration();
        var settings = configuration.settings(seen);
        var now = clock.instant();
        var allowance = turnstile.allowance(room.configuration(), seen);
        var kept = KeptSlots.of(room, seen, allowance);
        var tuned = tunings.of(room.id());
        var limit = limit(tuned, allowance.why());
        return new RoomView(
                room.id().value(),
                configuration.title(),
                configuration.isRetired(),
                RoomView.settings(configuration.chosen(seen)),
                RoomView.settings(configuration.configured()),
                seen.changed().isPresent(),
                configuration.phase(seen, now),
                RoomState.of(configuration, seen, new RoomState.Held(allowance.why(), limit), seeds, now),
                settings.left(seen),
                settings.stock().map(stock -> stock.consumed(seen.endings())).orElse(0L),
                configuration.ceiling().map(Rate::toString).orElse(null),
                seen.opening(),
                seen.issued(),
                seen.reached(),
                seen.waiting(),
                Math.max(0, seen.returning() - seen.inLanes()),
                seen.turns(),
                seen.ready(),
                seen.admitted(),
                seen.slots(),
                limit == RoomState.Limit.UNKNOWN ? null : mostSlots(settings, tuned),
                kept.slots(),
                seen.noShows(),
                showUp(seen),
                seen.letIn(),
                configuration.keepsGrants(),
                RoomView.Lane.all(seen),
                inlet(allowance, seen, settings, settings.phase(now), kept, tuned),
                tuned.map(RoomView.Tuned::of).orElse(null),
                forecasts
                        .of(room.id())
                        .flatMap(said -> said.forecast().throughput())
                        .orElse(null),
                !configuration.fills(settings),
                SettingsTag.of(configuration, seen).value());
    }

    private static @Nullable Double showUp(RoomSnapshot seen) {
        var share = seen.showUp().share();
        return share.isPresent() ? (Double) share.getAsDouble() : null;
    }

    private static RoomView.Inlet inlet(
            Allowance allowance,
            RoomSnapshot seen,
            RoomSettings settings,
            Phase phase,
            KeptSlots kept,
            Optional<Tunings.Standing> tuned) {
        var found = tuned.map(standing -> " The limit that the room has found: " + standing.says() + ".")
                .orElse("");
        var isUnknown = limit(tuned, allowance.why()) == RoomState.Limit.UNKNOWN;
        var rule = isUnknown ? "The limit is not known yet." : InletWords.of(allowance, seen, settings, phase);
        var says = rule + InletWords.of(kept) + found;
        return new RoomView.Inlet(allowance.turns(), allowance.why(), says);
    }

    private static @Nullable Long mostSlots(RoomSettings settings, Optional<Tunings.Standing> tuned) {
        return tuned
                .map(standing -> standing.limit().slots(settings))
                .filter(OptionalLong::isPresent)
                .orElse(settings.capacity())
                .stream()
                .boxed()
                .findFirst()
                .orElse(null);
    }

    private static RoomState.Limit limit(Optional<Tunings.Standing> tuned, Advance.Why why) {
        return tuned.map(standing -> standing.isBlind() ? RoomState.Limit.BLIND : RoomState.Limit.KNOWN)
                .orElse(why == Advance.Why.TUNED ? RoomState.Limit.UNKNOWN : RoomState.Limit.KNOWN);
    }
}
