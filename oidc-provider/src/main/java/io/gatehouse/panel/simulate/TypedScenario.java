package io.gatehouse.panel.simulate;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.simulate.Scenario;
import io.gatehouse.simulate.ScenarioReader;
import io.gatehouse.simulate.SiteModel;
import io.gatehouse.simulate.Timing;
import io.gatehouse.tune.TuneProperties;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of a scenario as they are typed; they are read by the rules of a scenario's file. */
final class TypedScenario {

    private static final int MOST_POINTS = 200;
    private static final Pattern POINT = Pattern.compile("(\\S+)\\s+(\\S+)");

    /** How the crowd of a planned sale is described, with what is usual; the names of a scenario without hyphens. */
    static final Map<String, String> CROWD = Map.of(
            "visitors", "",
            "curve", "",
            "showUp", "0.9",
            "delay", "20s",
            "patience", "",
            "leaving", "0.3",
            "visits", "5m",
            "logouts", "1");

    private static final String CURVE = "curve";
    private static final String SITE_CAPACITY = "siteCapacity";

    /** The same of the site. Without a capacity it is not modelled. */
    static final Map<String, String> SITE =
            Map.of(SITE_CAPACITY, "", "requestsPerVisit", "30", "alone", "100ms", "shape", "queue", "noise", "0.15");

    /** Where a scenario has each field of a crowd; all but the curve have one value there. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("from", "from"),
            Map.entry("to", "until"),
            Map.entry("seed", "seed"),
            Map.entry("visitors", "arrivals.visitors"),
            Map.entry(CURVE, "arrivals.curve"),
            Map.entry("showUp", "visitors.show-up"),
            Map.entry("delay", "visitors.delay"),
            Map.entry("patience", "visitors.patience"),
            Map.entry("leaving", "visitors.leaving"),
            Map.entry("visits", "visitors.visits"),
            Map.entry("logouts", "visitors.logouts"));

    /** The same of the site. */
    private static final Map<String, String> FIELDS_OF_THE_SITE = Map.of(
            SITE_CAPACITY,
            "site.capacity",
            "requestsPerVisit",
            "site.requests-per-visit",
            "alone",
            "site.alone",
            "shape",
            "site.shape",
            "noise",
            "site.noise");

    /** The fields that a scenario has with a spread; the form has the median. */
    private static final Set<String> MEDIANS = Set.of("delay", "patience", "visits");

    private TypedScenario() {}

    /**
     * The sale of these fields.
     *
     * @param form with times as programs write them
     */
    static Scenario scenario(Room room, Optional<TuneProperties> tune, Map<String, String> form, long seed) {
        return read(() -> {
            var values = sale(form);
            values.putAll(ofTheSite(form));
            values.put("seed", String.valueOf(seed));
            return ScenarioReader.read(room, tune, values);
        });
    }

    /** The site of these fields, once it is known how long visits last; empty: it is not modelled. */
    static Optional<Function<Timing, SiteModel>> site(Map<String, String> form) {
        return read(() -> ScenarioReader.site(ofTheSite(form)));
    }

    private static <T> T read(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (InvalidSettingException unusable) {
            throw RefusedException.at(field(unusable), unusable.problem());
        }
    }

    /** The values of the scenario by its own names. */
    private static Map<String, String> sale(Map<String, String> form) {
        var values = new TreeMap<String, String>();
        FIELDS.forEach((field, name) -> {
            var text = typed(form, field);
            if (!field.equals(CURVE) && !text.isEmpty()) {
                values.put(MEDIANS.contains(field) ? name + ".median" : name, text);
            }
        });
        var points = lines(form, CURVE);
        for (var n = 0; n < points.size(); n++) {
            var point = POINT.matcher(points.get(n));
            if (!point.matches()) {
                throw atLine(CURVE, n, "visitors a minute, like 30m 600", points.get(n));
            }
            values.put("arrivals.curve[" + n + "].at", point.group(1));
            values.put("arrivals.curve[" + n + "].per-minute", point.group(2));
        }
        return values;
    }

    private static Map<String, String> ofTheSite(Map<String, String> form) {
        var values = new TreeMap<String, String>();
        var steps = lines(form, SITE_CAPACITY);
        if (steps.isEmpty()) {
            return values;
        }
        FIELDS_OF_THE_SITE.forEach((field, name) -> {
            var text = typed(form, field);
            if (!field.equals(SITE_CAPACITY) && !text.isEmpty()) {
                values.put(name, text);
            }
        });
        for (var n = 0; n < steps.size(); n++) {
            // The first is from the beginning on, whether it says so or not.
            var step = POINT.matcher(n == 0 && !steps.get(n).contains(" ") ? "0s " + steps.get(n) : steps.get(n));
            if (!step.matches()) {
                throw atLine(SITE_CAPACITY, n, "requests a second, like 30m 200", steps.get(n));
            }
            values.put("site.capacity[" + n + "].at", step.group(1));
            values.put("site.capacity[" + n + "].per-second", step.group(2));
        }
        return values;
    }

    private static RefusedException atLine(String field, int line, String what, String was) {
        return RefusedException.at(
                field,
                "line " + (line + 1) + ": must be a time from the beginning and " + what + ", was \"" + was + "\"");
    }

    private static String typed(Map<String, String> form, String field) {
        return form.getOrDefault(field, "").strip();
    }

    private static List<String> lines(Map<String, String> form, String field) {
        var lines = typed(form, field)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (lines.size() > MOST_POINTS) {
            throw RefusedException.at(field, "must be " + MOST_POINTS + " lines at most, were " + lines.size());
        }
        return lines;
    }

    private static String field(InvalidSettingException unusable) {
        var property = unusable.property();
        return Stream.of(FIELDS, FIELDS_OF_THE_SITE)
                .flatMap(fields -> fields.entrySet().stream())
                .filter(known -> property.startsWith("scenario." + known.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> CROWD.keySet().stream()
                        .filter(field -> unusable.problem().startsWith(field.replace("U", "-u") + " "))
                        .findFirst())
                .orElse("visitors");
    }

    /** All fields, with what is usual. */
    static Map<String, String> usual() {
        return Stream.of(CROWD, SITE)
                .flatMap(fields -> fields.entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
