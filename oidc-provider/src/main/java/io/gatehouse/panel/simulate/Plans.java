package io.gatehouse.panel.simulate;

import io.gatehouse.addition.RoomReader;
import io.gatehouse.history.History;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.definition.Given;
import io.gatehouse.panel.history.Openings;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.setting.Setting;
import io.gatehouse.simulate.Comparison;
import io.gatehouse.simulate.RecordedOpening;
import io.gatehouse.simulate.RecordedOpening.Trial;
import io.gatehouse.simulate.Spoken;
import io.gatehouse.tune.Tunings;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads what is to be played, from the fields of a form or the query of an API client; both have the same
 * names. A setting that is left out has the value of the room now. Each fault stands at its field.
 */
final class Plans {

    static final String RECORDED = "recorded";
    static final String PLANNED = "planned";

    /** Whether the room finds its limit by itself: yes or no. */
    private static final String TUNE = "tune";

    private static final String YES = "yes";
    private static final String ZONE = "zone";
    private static final ZoneId UTC = ZoneId.of("UTC");

    /** A question to the store for each hour, and a tick for each second. */
    static final Duration LONGEST = Duration.ofDays(2);

    /** A visitor takes some hundred bytes until the outcome is there. */
    static final long MOST_VISITORS = 100_000;

    /** Looks of pages in line: each costs a microsecond or two. */
    private static final long MOST_LOOKS = 5_000_000;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant FAR = Instant.parse("+10000-01-01T00:00:00Z");
    private static final Duration USUAL_LENGTH = Duration.ofHours(2);

    private static final Set<String> NAMES = Set.of(
            "rate",
            "capacity",
            "mode",
            "schedule",
            "stock",
            "consumedBy",
            "claimWindow",
            "slotHeld",
            "admissionTtl",
            "admissionRenewal",
            "mostWaiting");

    static final List<Setting<Room>> TRIED = Room.SETTINGS.stream()
            .filter(setting -> NAMES.contains(setting.name()))
            .toList();

    static final Set<String> MEMBERS = Stream.of(
                    Set.of("of", "play", "opening", ZONE, TUNE),
                    NAMES,
                    TypedScenario.usual().keySet())
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private final WaitingRooms rooms;
    private final History history;
    private final Ledgers ledgers;
    private final RoomReader reader;
    private final Tunings tunings;
    private final Clock clock;

    Plans(WaitingRooms rooms, History history, Ledgers ledgers, RoomReader reader, Tunings tunings, Clock clock) {
        this.rooms = rooms;
        this.history = history;
        this.ledgers = ledgers;
        this.reader = reader;
        this.tunings = tunings;
        this.clock = clock;
    }

    /** All fields: as they were asked for, else as in the room now, else as is usual. */
    Map<String, String> form(String name, Map<String, String> query) {
        var room = rooms.get(name);
        return form(present(room.configuration(), room.snapshot()), query);
    }

    private Map<String, String> form(Room present, Map<String, String> query) {
        var form = new TreeMap<>(TypedScenario.usual());
        form.put(ZONE, zone(present, clock.instant()));
        form.put(TUNE, tunings.said(present.id()).isPresent() ? YES : "no");
        form.put("of", RECORDED);
        form.put("opening", "");
        form.putAll(settings(present));
        form.putAll(query);
        return form;
    }

    /** The zone of the date that is next, or else was last; UTC without dates. */
    private static String zone(Room present, Instant now) {
        var schedule = present.configured().schedule();
        var last = schedule.dates().stream().reduce((earlier, later) -> later);
        return present.configured()
                .next(now)
                .or(() -> last)
                .map(date -> date.zone().equals(ZoneOffset.UTC) ? UTC : date.zone())
                .orElse(UTC)
                .getId();
    }

    private static Map<String, String> settings(Room present) {
        var typed = new TreeMap<String, String>();
        TRIED.forEach(setting -> typed.put(setting.name(), setting.typed(present)));
        if (present.limits().mostWaiting() == Long.MAX_VALUE) {
            typed.put("mostWaiting", "");
        }
        return typed;
    }

    /** The room with its settings in force; whether it is paused now says nothing of another time. */
    private static Room present(Room room, RoomSnapshot seen) {
        var settings = room.chosen(seen).paused(false).saying(Optional.empty());
        return room.with(settings, room.terms(), room.limits()).retired(false);
    }

    /** The simulation that these fields ask for. */
    Asked read(String name, Map<String, String> query) {
        query.keySet().stream()
                .filter(member -> !MEMBERS.contains(member))
                .findFirst()
                .ifPresent(member -> {
                    throw RefusedException.invalid("members are " + MEMBERS, "\"" + member + "\"");
                });
        var room = rooms.get(name);
        var seen = room.snapshot();
        var present = present(room.configuration(), seen);
        var form = form(present, query);
        var tried = trial(present, form);
        return switch (form.getOrDefault("of", "")) {
            case RECORDED -> recorded(room, seen, form, present, tried);
            case PLANNED -> planned(form, present, tried);
            default ->
                throw RefusedException.at(
                        "of", "must be " + RECORDED + " or " + PLANNED + ", was \"" + form.get("of") + "\"");
        };
    }

    /** The settings that are tried, read as a configuration has them. */
    private Trial trial(Room present, Map<String, String> form) {
        var fields = new HashMap<String, String>();
        NAMES.forEach(setting -> fields.put(setting, form.getOrDefault(setting, "")));
        var isTuned = isTuned(form);
        if (isTuned) {
            fields.put(TUNE, "enabled true");
        }
        var read = Faults.read(
                "gatehouse.rooms", "room", present.id().value(), new Given.Typed(fields).properties(), reader::read);
        var own = tunings.said(present.id());
        return new Trial(
                present.trying(read.room()),
                isTuned ? own.or(read::tune) : Optional.empty(),
                !isTuned && own.isPresent(),
                TypedScenario.site(form));
    }

    private static boolean isTuned(Map<String, String> form) {
        return switch (form.getOrDefault(TUNE, "")) {
            case YES -> true;
            case "no" -> false;
            default -> throw RefusedException.at(TUNE, "must be yes or no, was \"" + form.get(TUNE) + "\"");
        };
    }

    private Asked recorded(WaitingRoom room, RoomSnapshot seen, Map<String, String> form, Room present, Trial tried) {
        var faults = new Faults();
        var zone = zone(form, faults);
        var now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        var opening = faults.read("opening", seen.opening(), () -> opening(form.getOrDefault("opening", ""), seen));
        var end = Openings.began(ledgers, room.id(), opening + 1)
                .map(next -> next.truncatedTo(ChronoUnit.MINUTES).plusSeconds(60))
                .filter(next -> next.isBefore(now))
                .orElse(now);
        var to = faults.read("to", end, () -> moment("to", form, zone).orElse(end));
        var from = faults.read("from", to.minus(DAY), () -> moment("from", form, zone)
                .orElseGet(() -> since(to.minus(DAY), Openings.began(ledgers, room.id(), opening))));
        requirePeriod(from, to, faults);
        faults.refuse();
        form.put("opening", String.valueOf(opening));
        form.put("from", Moments.typed(from, zone));
        form.put("to", Moments.typed(to, zone));
        var seed = seed(form);
        return asked(form, present, () -> {
            var recorded = new RecordedOpening(rows(room, opening, from, to));
            requireFew(recorded::visitors, "from", tried.room(), Duration.between(from, to));
            // Without a site that says how it is, the room has the limit again that it had found.
            var isAsThen = tried.site().isEmpty() && tunings.said(present.id()).isPresent();
            var trial = isAsThen ? tried.withoutSignals() : tried;
            var again = recorded.again(present, trial, seed);
            return new Plan(
                    form,
                    again.scenario(),
                    Optional.of(recorded),
                    notes(recorded, present, trial.hasFoundLimits(), zone),
                    again.missed().map(Plans::warning).stream().toList(),
                    zone);
        });
    }

    private List<HistoryRow> rows(WaitingRoom room, long opening, Instant from, Instant to) {
        var rows = history.minutes(room.id(), from, to).stream()
                .filter(row -> row.opening() == opening)
                .toList();
        if (rows.isEmpty()) {
            throw RefusedException.at(
                    "from",
                    "must be a time of which a minute is known of opening " + opening + "; they are kept for "
                            + History.MINUTES_KEPT.toDays() + " days, and there is none from " + from + " to " + to);
        }
        return rows;
    }

    private static Instant since(Instant least, Optional<Instant> began) {
        return began.map(at -> at.truncatedTo(ChronoUnit.MINUTES))
                .filter(at -> at.isAfter(least))
                .orElse(least);
    }

    private static long opening(String text, RoomSnapshot seen) {
        if (text.isBlank()) {
            return seen.opening();
        }
        return Openings.number(text.strip())
                .filter(number -> number <= seen.opening())
                .orElseThrow(() -> RefusedException.invalid(
                        "opening must be a whole number, 1 to " + seen.opening(), "\"" + text + "\""));
    }

    private static String warning(Comparison.Miss miss) {
        return "Played with its own settings, the opening does not come out within a tenth: the " + miss.figure()
                + " was " + miss.happened() + ", and is " + miss.played()
                + " when it is played. The figures of other settings may be wrong by as much.";
    }

    private static ZoneId zone(Map<String, String> form, Faults faults) {
        var name = form.getOrDefault(ZONE, "").strip();
        if (!ScheduleForm.zones().contains(name)) {
            faults.add(ZONE, "must be a time zone like Europe/Berlin, was \"" + name + "\"");
            return UTC;
        }
        return ZoneId.of(name);
    }

    private static Optional<Instant> moment(String field, Map<String, String> form, ZoneId zone) {
        return Optional.of(form.getOrDefault(field, "").strip())
                .filter(text -> !text.isEmpty())
                .map(text -> known(field, Moments.read(field, text, zone).truncatedTo(ChronoUnit.MINUTES)));
    }

    /** Clocks and counters have no room for times that are far off. */
    private static Instant known(String field, Instant at) {
        if (at.isBefore(Instant.EPOCH) || !at.isBefore(FAR)) {
            throw RefusedException.at(field, "must be in the years 1970 to 9999, was " + at);
        }
        return at;
    }

    private static void requirePeriod(Instant from, Instant to, Faults faults) {
        if (!from.isBefore(to)) {
            faults.add("to", "must be after " + from + ", was " + to);
        } else if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            faults.add("from", "must be at most " + LONGEST.toDays() + " days before " + to + ", was " + from);
        } else if (from.isBefore(Instant.EPOCH)) {
            faults.add("from", "must be after 1970, was " + from);
        }
    }

    private static void requireFew(LongSupplier visitors, String field, Room room, Duration length) {
        long count;
        try {
            count = visitors.getAsLong();
        } catch (IllegalArgumentException tooMany) {
            count = Long.MAX_VALUE;
        }
        if (count > MOST_VISITORS) {
            throw RefusedException.at(
                    field,
                    "must make " + Spoken.number(MOST_VISITORS) + " visitors at most"
                            + (count == Long.MAX_VALUE ? "" : ", made " + Spoken.number(count))
                            + "; the command simulate plays more");
        }
        if (count * (2d * length.toMillis() / room.terms().waitingTtl().toMillis()) > MOST_LOOKS) {
            throw RefusedException.at(
                    field,
                    "must make fewer visitors or a shorter time: with the waiting-ttl of this room their pages look"
                            + " for their places more than " + Spoken.number(MOST_LOOKS) + " times");
        }
    }

    private static long seed(Map<String, String> form) {
        var text = form.getOrDefault("seed", "").strip();
        if (!text.matches("\\d{1,18}")) {
            throw RefusedException.at("seed", "must be a whole number, 0 or more, was \"" + text + "\"");
        }
        return Long.parseLong(text);
    }

    private Asked planned(Map<String, String> form, Room present, Trial tried) {
        var faults = new Faults();
        var zone = zone(form, faults);
        var now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        var usual = tried.room().configured().schedule().dates().stream()
                .map(ScheduledDate::lobbyAt)
                .filter(lobby -> lobby.isAfter(now))
                .findFirst()
                .orElse(now);
        var from = faults.read("from", usual, () -> moment("from", form, zone).orElse(usual));
        var to = faults.read(
                "to", from.plus(USUAL_LENGTH), () -> moment("to", form, zone).orElseGet(() -> from.plus(USUAL_LENGTH)));
        requirePeriod(from, to, faults);
        faults.refuse();
        form.put("from", Moments.typed(from, zone));
        form.put("to", Moments.typed(to, zone));
        var exact = new TreeMap<>(form);
        exact.put("from", from.toString());
        exact.put("to", to.toString());
        var scenario = TypedScenario.scenario(tried.room(), tried.tune(), exact, seed(form));
        requireFew(
                scenario.arrivals()::visitors,
                form.getOrDefault("visitors", "").isBlank() ? "curve" : "visitors",
                tried.room(),
                scenario.span().length());
        return asked(form, present, () -> new Plan(form, scenario, Optional.empty(), List.of(), List.of(), zone));
    }

    private static Asked asked(Map<String, String> form, Room present, Asked.Reading reading) {
        return new Asked(present + " " + form, form, reading);
    }

    /** Notes on the gaps of the record. */
    private static List<String> notes(RecordedOpening recorded, Room present, boolean isReplayed, ZoneId zone) {
        var notes = new ArrayList<String>();
        var missing = recorded.missing();
        if (!missing.isEmpty()) {
            notes.add(Spoken.number(missing.size()) + (missing.size() == 1 ? " minute was" : " minutes were")
                    + " not seen, the first at " + Moments.words(missing.get(0), zone)
                    + ": what came in it counts evenly until the next minute that was.");
        }
        if (!recorded.isWhole()) {
            notes.add(
                    "The opening began before these minutes: visitors in line at their beginning arrive with them, and"
                            + " visitors who were inside then are left out.");
        }
        if (isReplayed && recorded.rows().stream().anyMatch(row -> row.tuned() != null)) {
            notes.add("The limit that the room had found is played again, unless you try another rate or capacity."
                    + " How the site would fare with that is not known: say how much it can answer, and the room finds"
                    + " its limit in the simulation.");
        }
        if (!recorded.tellsShowUp(present.terms())) {
            notes.add("Too few turns have gone by within these minutes to tell visitors who never meant to come from"
                    + " visitors who gave up: both are estimated together.");
        }
        return List.copyOf(notes);
    }
}
