package io.gatehouse;

import io.gatehouse.GatehouseProperties.RoomProperties;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.TurnCaller;
import io.gatehouse.room.VisitWatcher;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.Sites;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the waiting rooms out of the settings. */
@Configuration(proxyBeanMethods = false)
class RoomConfiguration {

    @Bean
    Forecasts forecasts() {
        return new Forecasts();
    }

    @Bean
    WaitingRooms waitingRooms(
            GatehouseProperties properties,
            Sites sites,
            RoomStore store,
            TurnCaller turns,
            VisitWatcher visits,
            Clock clock) {
        var rooms = properties.rooms().entrySet().stream()
                .map(entry -> room(entry.getKey(), entry.getValue(), sites))
                .toList();
        return new WaitingRooms(rooms, store, turns, visits, clock);
    }

    private static Room room(String name, RoomProperties room, Sites sites) {
        var prefix = "gatehouse.rooms." + name;
        var id = InstallationConfiguration.roomId(name);
        var title = room.title() == null || room.title().isBlank() ? name : room.title();
        var rate = Optional.ofNullable(room.rate()).map(text -> read(prefix + ".rate", text, Rate::parse, "200/1m"));
        var capacity = room.capacity() == null ? OptionalLong.empty() : OptionalLong.of(room.capacity());
        if (capacity.isPresent() && capacity.getAsLong() < 0) {
            throw new InvalidSettingException(prefix + ".capacity", "must be 0 or more, was " + room.capacity(), "500");
        }
        if (room.mostWaiting() < 1) {
            throw new InvalidSettingException(
                    prefix + ".most-waiting", "must be 1 or more, was " + room.mostWaiting(), "500000");
        }
        if (room.browsers() < 0 || room.browsers() > Room.MOST_BROWSERS) {
            throw new InvalidSettingException(
                    prefix + ".browsers",
                    "must be 1 to " + Room.MOST_BROWSERS + ", or 0 for any number, was " + room.browsers(),
                    "3");
        }
        return new Room(
                id,
                title,
                new RoomSettings(rate, capacity, room.paused()),
                InstallationConfiguration.terms(name, room),
                sites.ceiling(id),
                room.mostWaiting(),
                room.browsers());
    }

    private static <T> T read(String property, String text, Function<String, T> reader, String example) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(property, String.valueOf(unusable.getMessage()), example);
        }
    }
}
