package io.gatehouse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.GatehouseProperties.DateProperties;
import io.gatehouse.GatehouseProperties.LaneProperties;
import io.gatehouse.GatehouseProperties.RoomProperties;
import io.gatehouse.addition.DefinedRoom;
import io.gatehouse.addition.RoomReader;
import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.draw.Seed;
import io.gatehouse.draw.Seeds;
import io.gatehouse.event.Events;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Rooms;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.GivenSettings;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import io.gatehouse.stock.Stock;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.tune.TuneProperties;
import io.gatehouse.tune.Tunings;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.VisitWatcher;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.waitingroom.WatchedRoomStore;
import io.gatehouse.words.Words;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the waiting rooms from the settings. */
@Configuration(proxyBeanMethods = false)
@Import(StartReport.class)
class RoomConfiguration {

    /** The maximum of characters; longer titles fit on no page. */
    private static final int LONGEST_TITLE = 100;

    /** Seeds follow from the master key: a store can neither lose nor reveal them. */
    @Bean
    Seeds seeds(MasterKey master) {
        return draw -> new Seed(HexFormat.of()
                .formatHex(master.fingerprint("draw", (draw.room() + "\n" + draw.id()).getBytes(US_ASCII))));
    }

    @Bean
    Rooms rooms(GatehouseProperties properties, Sites sites) {
        return new Rooms(properties.rooms().entrySet().stream()
                .map(entry -> room(entry.getKey(), entry.getValue(), sites::ceiling))
                .toList());
    }

    @Bean
    WaitingRooms waitingRooms(
            Rooms rooms,
            RoomStore store,
            Ledgers ledgers,
            StoreMeters meters,
            Events events,
            Turnstile turnstile,
            VisitWatcher visits,
            Clock clock) {
        var kept = meters.measured(ledgers.recorded(store));
        var told = new WatchedRoomStore(events.told(kept, rooms), visits);
        return new WaitingRooms(rooms, told, turnstile, visits, clock);
    }

    /** Reads rooms that operators add, by the rules of the files; no variables are filled in. */
    @Bean
    RoomReader roomReader(Sites sites, Passes passes) {
        return (name, settings) -> {
            var defined = defined(name, settings, sites::ceiling);
            var id = defined.room().id();
            defined.passes().ifPresent(said -> passes.requireUsable(id, said));
            defined.tune().ifPresent(said -> Tunings.requireUsable(id, said));
            return defined;
        };
    }

    /** Reads a room for commands: no site limits it, and no visitor shows a pass. */
    static RoomReader roomsAlone() {
        return (name, settings) -> defined(name, settings, any -> Optional.empty());
    }

    private static DefinedRoom defined(
            String name, Map<String, String> settings, Function<RoomId, Optional<Rate>> ceilings) {
        var properties = GivenSettings.read(
                "gatehouse.rooms." + InstallationConfiguration.roomId(name), settings, RoomProperties.class);
        return new DefinedRoom(
                room(name, properties, ceilings),
                Optional.ofNullable(properties.passes()),
                Optional.ofNullable(properties.tune()));
    }

    @Bean
    Passes passes(
            GatehouseProperties properties,
            Rooms rooms,
            ExpiringStore store,
            AddressLimits limits,
            Issuer issuer,
            Clock clock,
            Scheduler scheduler,
            MeterRegistry meters) {
        return new Passes(
                ofRooms(properties, RoomProperties::passes),
                rooms,
                store,
                limits.exempt(),
                issuer,
                clock,
                scheduler,
                meters,
                new LogThrottle(scheduler));
    }

    @Bean
    Map<RoomId, AwsApiProperties> awsSettings(GatehouseProperties properties) {
        return ofRooms(properties, RoomProperties::awsApi);
    }

    @Bean
    Map<RoomId, TuneProperties> tunedRooms(GatehouseProperties properties) {
        return ofRooms(properties, RoomProperties::tune);
    }

    private static <S> Map<RoomId, S> ofRooms(
            GatehouseProperties properties, Function<RoomProperties, @Nullable S> settings) {
        var rooms = new HashMap<RoomId, S>();
        properties.rooms().forEach((name, room) -> Optional.ofNullable(settings.apply(room))
                .ifPresent(own -> rooms.put(InstallationConfiguration.roomId(name), own)));
        return rooms;
    }

    private static String line(String title) {
        Words.requireLine("title", title, LONGEST_TITLE);
        return title;
    }

    private static Room room(String name, RoomProperties room, Function<RoomId, Optional<Rate>> ceilings) {
        var prefix = "gatehouse.rooms." + name;
        var id = InstallationConfiguration.roomId(name);
        var title = room.title() == null || room.title().isBlank() ? name : room.title();
        read(prefix + ".title", title, RoomConfiguration::line, "Shop");
        var rate = Optional.ofNullable(room.rate()).map(text -> read(prefix + ".rate", text, Rate::parse, "200/1m"));
        var capacity = room.capacity() == null ? OptionalLong.empty() : OptionalLong.of(room.capacity());
        var made = new Room(
                id,
                title,
                new RoomSettings(rate, capacity, room.paused(), mode(prefix + ".mode", room), schedule(prefix, room))
                        .admitting(stock(prefix, room))
                        .tellingPastDraws(tellsPastDraws(prefix + ".past-draws", room)),
                InstallationConfiguration.terms(name, room),
                ceilings.apply(id),
                room.limits(),
                lanes(prefix + ".lanes", room.lanes()),
                room.awsApi() != null && room.awsApi().keepsIncrements(),
                room.awsApi() != null && room.awsApi().isByPeriods(),
                false);
        Room.SETTINGS.forEach(setting -> setting.require(prefix, made));
        return made;
    }

    private static Lanes lanes(String property, Map<String, LaneProperties> lanes) {
        var all = lanes.entrySet().stream()
                .map(lane -> lane(property + "." + lane.getKey(), lane.getKey(), lane.getValue()))
                .toList();
        return read(property, all, Lanes::of, "{ members: { weight: 3 }, access: { first: true } }");
    }

    private static Lane lane(String property, String name, LaneProperties lane) {
        var weight = lane.weight();
        if (weight == null && !lane.first()) {
            throw new InvalidSettingException(
                    property + ".weight", "must be set, unless " + property + ".first is true", "3");
        }
        if (weight != null && (weight < 1 || weight > Lane.MOST_WEIGHT)) {
            throw new InvalidSettingException(
                    property + ".weight", "must be 1 to " + Lane.MOST_WEIGHT + ", was " + weight, "3");
        }
        return read(
                property,
                lane,
                one -> new Lane(name, weight == null ? 1 : weight, one.first(), one.offered()),
                "{ weight: 3 }");
    }

    private static Optional<Stock> stock(String prefix, RoomProperties room) {
        var endings =
                read(prefix + ".consumed-by", String.join(" ", room.consumedBy()), Stock::endings, "completed expired");
        return Optional.ofNullable(room.stock())
                .map(most -> read(prefix + ".stock", most, number -> new Stock(number, endings), "1000"));
    }

    private static boolean tellsPastDraws(String property, RoomProperties room) {
        return Optional.ofNullable(room.pastDraws())
                .filter(word -> !word.isBlank())
                .map(word -> read(property, word, RoomSettings::tells, "public"))
                .orElse(false);
    }

    private static Mode mode(String property, RoomProperties room) {
        return room.mode() == null
                ? room.schedule().isEmpty() ? Mode.QUEUEING : Mode.SCHEDULED
                : read(property, room.mode(), Mode::parse, "queueing");
    }

    private static Schedule schedule(String prefix, RoomProperties room) {
        var dates = IntStream.range(0, room.schedule().size())
                .mapToObj(n ->
                        date(prefix + ".schedule[" + n + "]", room.schedule().get(n)))
                .toList();
        return read(prefix + ".schedule", dates, Schedule::new, "one that closes before the next one's lobby");
    }

    private static ScheduledDate date(String property, DateProperties date) {
        return read(
                property,
                date,
                one -> ScheduledDate.parse(
                        one.zone(), one.lobby(), one.doors(), one.close(), one.atClose(), one.draw()),
                "{ zone: Europe/Berlin, lobby: 2026-11-27T09:00, doors: 2026-11-27T10:00, close: 2026-11-27T18:00 }");
    }

    private static <V, T> T read(String property, V text, Function<V, T> reader, String example) {
        return InstallationConfiguration.read(property, () -> reader.apply(text), example);
    }
}
