package io.gatehouse.simulate;

import io.gatehouse.addition.DefinedRoom;
import io.gatehouse.addition.RoomReader;
import io.gatehouse.room.Line;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.setting.GivenSettings;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import io.gatehouse.setting.Spans;
import io.gatehouse.simulate.ScenarioProperties.ActProperties;
import io.gatehouse.simulate.ScenarioProperties.ArrivalsProperties;
import io.gatehouse.simulate.ScenarioProperties.LastingProperties;
import io.gatehouse.simulate.ScenarioProperties.SiteProperties;
import io.gatehouse.tune.TuneProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads scenarios. The room's settings have the names that they have in a configuration, and are read by the
 * same rules; so a scenario may be a configuration with a few lines more. {@link InvalidSettingException}
 * says which value is wrong, what was expected, and what would do.
 */
public final class ScenarioReader {

    private static final String ROOMS = "gatehouse.rooms.";
    private static final String OURS = "scenario";
    private static final Pattern ROOM = Pattern.compile("gatehouse\\.rooms\\.([^.\\[]+)\\.(.+)");
    private static final String MOMENT = "2026-11-27T09:00:00Z";

    /** The beginning of a scenario without any date; its times mean no day in particular. */
    private static final Instant SOME_DAY = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration USUAL_LENGTH = Duration.ofHours(2);
    private static final double USUAL_SPREAD = 0.8;
    private static final Duration USUAL_DELAY = Duration.ofSeconds(20);
    private static final Duration USUAL_VISIT = Duration.ofMinutes(5);
    private static final double MOST_PER_MINUTE = 10_000_000;
    private static final int MOST_ACTS = 1000;
    private static final double MOST_OF_A_SITE = 1_000_000;
    private static final Kind LET_IN = Kind.whole(1, Line.MOST_BY_HAND, "50");
    private static final Kind CAPACITY = RoomSettings.SETTINGS.stream()
            .filter(setting -> setting.name().equals("capacity"))
            .map(Setting::kind)
            .findFirst()
            .orElseThrow();

    private final RoomReader rooms;

    public ScenarioReader(RoomReader rooms) {
        this.rooms = rooms;
    }

    /**
     * The scenario of a YAML file.
     *
     * @param changes values by name that take the place of the file's
     * @throws IOException when the file cannot be read, or is no YAML
     */
    public Scenario read(Path file, Map<String, String> changes) throws IOException {
        var settings = new TreeMap<String, String>();
        try {
            for (var source : new YamlPropertySourceLoader().load("scenario", new FileSystemResource(file))) {
                if (source instanceof EnumerablePropertySource<?> listed) {
                    for (var name : listed.getPropertyNames()) {
                        settings.put(name, String.valueOf(listed.getProperty(name)));
                    }
                }
            }
        } catch (YAMLException | IllegalStateException malformed) {
            throw new IOException(String.valueOf(malformed.getMessage()), malformed);
        }
        settings.putAll(changes);
        return read(settings, file.toAbsolutePath().getParent());
    }

    /** @param folder where the files lie that the scenario names */
    private Scenario read(Map<String, String> settings, @Nullable Path folder) {
        var ofRooms = new TreeMap<String, Map<String, String>>();
        var ours = new TreeMap<String, String>();
        settings.forEach((name, value) -> {
            var room = ROOM.matcher(name);
            if (room.matches()) {
                ofRooms.computeIfAbsent(room.group(1), first -> new TreeMap<>()).put(room.group(2), value);
            } else if (name.startsWith(OURS + ".")) {
                ours.put(name.substring(OURS.length() + 1), value);
            } else if (!name.startsWith("gatehouse.") || name.startsWith(ROOMS)) {
                throw new InvalidSettingException(
                        name,
                        "a scenario has the settings of its room below gatehouse.rooms, and its own below scenario."
                                + " There is no such setting here");
            }
        });
        var given = GivenSettings.read(OURS, ours, ScenarioProperties.class);
        var room = room(given.room(), ofRooms);
        return read(given, room.room(), room.tune(), folder);
    }

    /**
     * The scenario of a room that is there, with its configured rate and capacity.
     *
     * @param tune how it finds its limit; empty: it finds none
     * @param ours the values below {@code scenario}, which name no file
     */
    public static Scenario read(Room room, Optional<TuneProperties> tune, Map<String, String> ours) {
        return read(GivenSettings.read(OURS, ours, ScenarioProperties.class), room, tune, null);
    }

    /**
     * The site of a scenario, for visits of any length; empty where it is not modelled.
     *
     * @param ours the values below {@code scenario}
     */
    public static Optional<Function<Timing, SiteModel>> site(Map<String, String> ours) {
        return Optional.ofNullable(
                        GivenSettings.read(OURS, ours, ScenarioProperties.class).site())
                .map(ScenarioReader::site);
    }

    private static Scenario read(
            ScenarioProperties given, Room room, Optional<TuneProperties> tune, @Nullable Path folder) {
        var span = span(given, room);
        return new Scenario(
                room,
                span,
                arrivals(given.arrivals(), span.length(), folder),
                crowd(given, room),
                acts(given.acts(), span.length()),
                Optional.ofNullable(given.site()).map(site -> site(site).apply(visits(given))),
                tune.filter(TuneProperties::enabled),
                given.seed());
    }

    private DefinedRoom room(@Nullable String named, Map<String, Map<String, String>> all) {
        if (all.isEmpty()) {
            throw new InvalidSettingException(
                    "gatehouse.rooms", "must have the room that is played", "shop.rate=200/1m");
        }
        if (named == null && all.size() > 1) {
            throw new InvalidSettingException(
                    "scenario.room",
                    "must say which room is played, of " + String.join(", ", all.keySet()),
                    first(all));
        }
        var name = named == null ? first(all) : named;
        var settings = all.get(name);
        if (settings == null) {
            throw new InvalidSettingException(
                    "scenario.room",
                    "must be one of " + String.join(", ", all.keySet()) + ", was \"" + name + "\"",
                    first(all));
        }
        return rooms.read(name, settings);
    }

    private static String first(Map<String, ?> all) {
        return all.keySet().iterator().next();
    }

    private static Scenario.Span span(ScenarioProperties given, Room room) {
        var from = Optional.ofNullable(given.from())
                .or(() -> room.configured().schedule().dates().stream()
                        .findFirst()
                        .map(ScheduledDate::lobbyAt))
                .orElse(SOME_DAY);
        var until = given.until();
        if (until != null && given.length() != null) {
            throw new InvalidSettingException("scenario.until", "must be left out beside scenario.length");
        }
        if (until == null) {
            var length = Objects.requireNonNullElse(given.length(), USUAL_LENGTH);
            return read("scenario.length", "2h", () -> new Scenario.Span(from, length));
        }
        if (!until.isAfter(from)) {
            throw new InvalidSettingException(
                    "scenario.until", "must be after the beginning, " + from + ", was " + until, MOMENT);
        }
        return read(
                "scenario.until",
                from.plus(USUAL_LENGTH).toString(),
                () -> new Scenario.Span(from, Duration.between(from, until)));
    }

    private static Arrivals arrivals(ArrivalsProperties given, Duration length, @Nullable Path folder) {
        var name = OURS + ".arrivals";
        var recorded = given.recorded();
        if (recorded != null) {
            if (given.visitors() != null || !given.curve().isEmpty()) {
                throw new InvalidSettingException(name + ".recorded", "must stand alone, without visitors or a curve");
            }
            var file = folder == null ? recorded : folder.resolve(recorded);
            return read(name + ".recorded", "minutes.csv", () -> RecordedArrivals.read(file, length));
        }
        var points = points(name, given, length);
        var total = Arrivals.total(points, length);
        var visitors =
                Optional.ofNullable(given.visitors()).map(Long::doubleValue).orElse(total);
        if (!(visitors >= 1 && visitors <= Arrivals.MOST)) {
            throw new InvalidSettingException(
                    given.visitors() == null ? name + ".curve" : name + ".visitors",
                    "must be 1 to " + Arrivals.MOST + " visitors, were " + Math.round(visitors),
                    given.visitors() == null ? "[{ at: 0s, per-minute: 600 }]" : "100000");
        }
        if (!(total > 0)) {
            throw new InvalidSettingException(
                    name + ".curve", "must let some visitors arrive before the end", "[{ at: 0s, per-minute: 600 }]");
        }
        return Arrivals.along(points, length, visitors / total);
    }

    private static List<Arrivals.Point> points(String name, ArrivalsProperties given, Duration length) {
        if (given.curve().isEmpty()) {
            if (given.visitors() == null) {
                throw new InvalidSettingException(
                        name + ".visitors", "must be set, or a curve or a recorded opening", "100000");
            }
            return List.of(new Arrivals.Point(Duration.ZERO, 1));
        }
        var points = new ArrayList<Arrivals.Point>();
        for (var n = 0; n < given.curve().size(); n++) {
            var property = name + ".curve[" + n + "]";
            var point = given.curve().get(n);
            var at = within(property + ".at", n == 0 && point.at() == null ? Duration.ZERO : point.at(), length);
            var perMinute = point.perMinute();
            if (perMinute == null || !(perMinute >= 0 && perMinute <= MOST_PER_MINUTE)) {
                throw new InvalidSettingException(
                        property + ".per-minute",
                        "must be 0 to " + (long) MOST_PER_MINUTE + " visitors a minute, was " + perMinute,
                        "600");
            }
            if (n > 0 && at.compareTo(points.get(n - 1).at()) <= 0) {
                throw new InvalidSettingException(
                        property + ".at",
                        "must be after the point before it, "
                                + Spans.text(points.get(n - 1).at()),
                        "30m");
            }
            points.add(new Arrivals.Point(at, perMinute));
        }
        return points;
    }

    private static Duration within(String property, @Nullable Duration at, Duration length) {
        if (at == null || at.isNegative() || at.compareTo(length) > 0) {
            throw new InvalidSettingException(
                    property,
                    "must be a time from the beginning, from 0s to " + Spans.text(length) + ", was "
                            + (at == null ? "left out" : Spans.text(at)),
                    "30m");
        }
        return at;
    }

    private static Crowd crowd(ScenarioProperties given, Room room) {
        var visitors = given.visitors();
        var name = OURS + ".visitors";
        var patience =
                Optional.ofNullable(visitors.patience()).map(lasting -> lasting(name + ".patience", lasting, "45m"));
        var bots = given.bots();
        visitors.lanes().keySet().stream()
                .filter(lane -> !room.lanes().has(lane))
                .findFirst()
                .ifPresent(lane -> {
                    throw new InvalidSettingException(
                            name + ".lanes", "must name lanes of the room, was \"" + lane + "\"");
                });
        var programs = read(
                OURS + ".bots",
                "{ share: 0.1, places: 20, tabs: 1, show-up: 0 }",
                () -> new Crowd.Bots(bots.share(), bots.places(), bots.tabs(), bots.showUp()));
        return read(
                name,
                "{ show-up: 0.8, leaving: 0.3, logouts: 1 }",
                () -> new Crowd(
                        visitors.showUp(),
                        lasting(name + ".delay", visitors.delay(), "20s", USUAL_DELAY),
                        patience,
                        visitors.leaving(),
                        visits(given),
                        visitors.logouts(),
                        programs,
                        visitors.lanes()));
    }

    private static Lasting visits(ScenarioProperties given) {
        return lasting(OURS + ".visitors.visits", given.visitors().visits(), "5m", USUAL_VISIT);
    }

    private static Lasting lasting(String name, @Nullable LastingProperties given, String example, Duration usual) {
        return given == null ? Lasting.around(usual, USUAL_SPREAD) : lasting(name, given, example);
    }

    private static Lasting lasting(String name, LastingProperties given, String example) {
        var shape = read(name + ".shape", "log-normal", () -> Lasting.Shape.parse(given.shape()));
        var isLogNormal = shape == Lasting.Shape.LOG_NORMAL;
        var word = isLogNormal ? ".median" : ".mean";
        var typical = isLogNormal ? given.median() : given.mean();
        var other = isLogNormal ? given.mean() : given.median();
        if (typical == null || other != null || !isLogNormal && given.spread() != null) {
            throw new InvalidSettingException(
                    name,
                    isLogNormal
                            ? "of shape log-normal must have a median, and may have a spread"
                            : "of shape " + shape.word() + " must have a mean, and nothing else",
                    "{ shape: " + shape.word() + ", " + word.substring(1) + ": " + example + " }");
        }
        if (typical.isNegative() || typical.isZero() || typical.compareTo(Lasting.LONGEST) > 0) {
            throw new InvalidSettingException(
                    name + word,
                    "must be more than 0s, and " + Spans.text(Lasting.LONGEST) + " at most, was " + Spans.text(typical),
                    example);
        }
        var spread = isLogNormal ? Objects.requireNonNullElse(given.spread(), USUAL_SPREAD) : 0;
        return read(name + ".spread", "0.8", () -> new Lasting(shape, typical, spread));
    }

    private static List<OperatorAct> acts(List<ActProperties> given, Duration length) {
        if (given.size() > MOST_ACTS) {
            throw new InvalidSettingException(
                    OURS + ".acts", "must be " + MOST_ACTS + " at most, were " + given.size());
        }
        var acts = new ArrayList<OperatorAct>();
        for (var n = 0; n < given.size(); n++) {
            var name = OURS + ".acts[" + n + "]";
            var act = given.get(n);
            var at = within(name + ".at", act.at(), length);
            var rate =
                    Optional.ofNullable(act.rate()).map(text -> read(name + ".rate", "200/1m", () -> Rate.parse(text)));
            CAPACITY.require(name + ".capacity", act.capacity());
            LET_IN.require(name + ".let-in", act.letIn());
            acts.add(new OperatorAct(
                    at,
                    rate,
                    Optional.ofNullable(act.capacity()),
                    Optional.ofNullable(act.paused()),
                    Optional.ofNullable(act.letIn())));
        }
        return acts;
    }

    private static Function<Timing, SiteModel> site(SiteProperties given) {
        var name = OURS + ".site";
        var steps = new ArrayList<QueueingSite.Step>();
        for (var n = 0; n < given.capacity().size(); n++) {
            var property = name + ".capacity[" + n + "]";
            var step = given.capacity().get(n);
            var at =
                    within(property + ".at", n == 0 && step.at() == null ? Duration.ZERO : step.at(), Scenario.LONGEST);
            var perSecond = Objects.requireNonNullElse(step.perSecond(), Double.NaN);
            steps.add(read(property + ".per-second", "200", () -> new QueueingSite.Step(at, perSecond)));
        }
        require(name + ".requests-per-visit", given.requestsPerVisit(), 0.001, "30");
        require(name + ".noise", given.noise(), 0, "0.15");
        Kind.span(Duration.ofMillis(1), Duration.ofMinutes(1), "100ms").require(name + ".alone", given.alone());
        if (!List.of("queue", "cliff").contains(given.shape())) {
            throw new InvalidSettingException(
                    name + ".shape", "must be queue or cliff, was \"" + given.shape() + "\"", "queue");
        }
        if (steps.isEmpty()) {
            throw new InvalidSettingException(
                    name + ".capacity", "must be one capacity or more, was none", "[{ at: 0s, per-second: 200 }]");
        }
        return visits -> new QueueingSite(
                steps,
                given.requestsPerVisit() * 1000 / visits.mean().toMillis(),
                given.alone(),
                given.shape().equals("cliff"),
                given.noise());
    }

    private static void require(String property, double value, double least, String example) {
        if (!(value >= least && value <= MOST_OF_A_SITE)) {
            throw new InvalidSettingException(
                    property, "must be from " + least + " to " + (long) MOST_OF_A_SITE + ", was " + value, example);
        }
    }

    private static <T> T read(String property, String example, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (InvalidSettingException told) {
            throw told;
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(property, String.valueOf(unusable.getMessage()), example);
        }
    }
}
