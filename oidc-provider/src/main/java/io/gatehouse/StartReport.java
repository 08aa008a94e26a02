package io.gatehouse;

import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.Spans;
import io.gatehouse.site.SaleWarnings;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Logs the settings in force of each room when the node starts, and {@link SaleWarnings}. Operators' settings
 * replace the configured ones.
 */
record StartReport(WaitingRooms rooms, Sites sites, Clock clock)
        implements ApplicationListener<ApplicationStartedEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);

    @Override
    public void onApplicationEvent(ApplicationStartedEvent started) {
        rooms.all().forEach(this::tell);
    }

    private void tell(WaitingRoom waitingRoom) {
        var room = waitingRoom.configuration();
        var changed = changed(waitingRoom);
        var settings = changed.orElse(room.configured());
        LOG.info("room {}: {}", room.id(), limits(room, settings));
        LOG.info(
                "room {}: {}{}{}",
                room.id(),
                terms(room),
                changed.isPresent() ? "; rate, capacity, stock, mode and schedule are as operators have set them" : "",
                room.isRetired() ? "; retired" : "");
        SaleWarnings.of(room, settings, sites.of(room.id()), clock.instant())
                .forEach(warning -> LOG.warn(warning.toString()));
    }

    private static Optional<RoomSettings> changed(WaitingRoom room) {
        try {
            return room.snapshot().changed();
        } catch (StoreUnavailableException away) {
            LOG.warn("room {}: the store does not tell operators' settings: {}", room.id(), away.getMessage());
            return Optional.empty();
        }
    }

    private static String limits(Room room, RoomSettings settings) {
        return "rate " + settings.rate().map(Object::toString).orElse("none")
                + room.ceiling().map(pace -> " (its sites take " + pace + ")").orElse("")
                + ", capacity " + number(settings.capacity())
                + (room.isByHand(settings) && !room.capacityOnlyHolds() ? " (visitors are let in by hand)" : "")
                + ", stock "
                + settings.stock()
                        .map(stock -> stock.most() + ", consumed by " + stock.words())
                        .orElse("any number")
                + ", mode " + settings.mode().word()
                + (settings.isPaused() ? ", paused" : "")
                + ", dates in the schedule: "
                + settings.schedule().dates().size();
    }

    private static String terms(Room room) {
        var terms = room.terms();
        return "claim window " + Spans.text(terms.claimWindow())
                + ", admission " + Spans.text(terms.admissionTtl())
                + terms.renewal().map(renewal -> ", renewed by use " + renewal).orElse("")
                + (terms.grace().isZero() ? "" : ", grace " + Spans.text(terms.grace()))
                + ", return window " + Spans.text(terms.returnWindow())
                + ", waiting " + Spans.text(terms.waitingTtl())
                + ", slot held " + terms.slotHeld().map(Spans::text).orElse(Terms.AUTO)
                + ", most waiting " + room.limits().mostWaiting()
                + ", lobby work " + room.limits().lobbyWork()
                + ", most per network " + anyNumber(room.limits().mostPerNetwork())
                + ", browsers " + anyNumber(room.limits().browsers())
                + ", lanes " + lanes(room.lanes());
    }

    private static String lanes(Lanes lanes) {
        return lanes.declared().isEmpty()
                ? "none"
                : lanes.declared().stream().map(StartReport::lane).collect(Collectors.joining(" "));
    }

    private static String lane(Lane lane) {
        return lane.name()
                + (lane.isFirst() ? " (first)" : " (" + lane.weight() + (lane.isOffered() ? ", offered)" : ")"));
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : "none";
    }

    private static String anyNumber(int most) {
        return most == 0 ? "any number" : String.valueOf(most);
    }
}
