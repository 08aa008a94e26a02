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

    /**
     * A field of the form.
     *
     * @param setting where a scenario has it
     * @param usual what is usual
     */
    private record Field(String name, String setting, String usual) {}

    /**
     * A field with a line for each point in time.
     *
     * @param value the name of the value in each, beside the time
     * @param words what is expected beside the time
     * @param isFirstUntimed whether the first line may leave out its time: it is from the beginning on
     */
    private record Points(Field field, String value, String words, boolean isFirstUntimed) {}

    private static final Points CURVE = new Points(
            new Field("curve", "arrivals.curve", ""), "per-minute", "visitors a minute, like 30m 600", false);

    private static final Points CAPACITY = new Points(
            new Field("siteCapacity", "site.capacity", ""), "per-second", "requests a second, like 30m 200", true);

    /** A planned sale; the names of a scenario without hyphens. */
    private static final List<Field> SALE = List.of(
            new Field("from", "from", ""),
            new Field("to", "until", ""),
            new Field("seed", "seed", "1"),
            new Field("visitors", "arrivals.visitors", ""),
            CURVE.field(),
            new Field("showUp", "visitors.show-up", "0.9"),
            new Field("delay", "visitors.delay", "20s"),
            new Field("patience", "visitors.patience", ""),
            new Field("leaving", "visitors.leaving", "0.3"),
            new Field("visits", "visitors.visits", "5m"),
            new Field("logouts", "visitors.logouts", "1"));

    /** The site. Without a capacity it is not modelled. */
    private static final List<Field> SITE = List.of(
            CAPACITY.field(),
            new Field("requestsPerVisit", "site.requests-per-visit", "30"),
            new Field("alone", "site.alone", "100ms"),
            new Field("shape", "site.shape", "queue"),
            new Field("noise", "site.noise", "0.15"));

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
            var values = values(SALE, CURVE, form);
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

    private static Map<String, String> ofTheSite(Map<String, String> form) {
        return lines(form, CAPACITY.field().name()).isEmpty() ? Map.of() : values(SITE, CAPACITY, form);
    }

    /** The values of a scenario by its own names. */
    private static Map<String, String> values(List<Field> fields, Points points, Map<String, String> form) {
        var values = new TreeMap<String, String>();
        fields.forEach(field -> {
            var text = typed(form, field.name());
            if (!field.equals(points.field()) && !text.isEmpty()) {
                values.put(MEDIANS.contains(field.name()) ? field.setting() + ".median" : field.setting(), text);
            }
        });
        var field = points.field();
        var lines = lines(form, field.name());
        for (var n = 0; n < lines.size(); n++) {
            var line = lines.get(n);
            var isUntimed = points.isFirstUntimed() && n == 0 && !line.contains(" ");
            var point = POINT.matcher(isUntimed ? "0s " + line : line);
            if (!point.matches()) {
                throw RefusedException.at(
                        field.name(),
                        "line " + (n + 1) + ": must be a time from the beginning and " + points.words() + ", was \""
                                + line + "\"");
            }
            values.put(field.setting() + "[" + n + "].at", point.group(1));
            values.put(field.setting() + "[" + n + "]." + points.value(), point.group(2));
        }
        return values;
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
        return Stream.of(SALE, SITE)
                .flatMap(List::stream)
                .filter(known -> property.startsWith("scenario." + known.setting()))
                .map(Field::name)
                .findFirst()
                .or(() -> SALE.stream()
                        .map(Field::name)
                        .filter(field -> unusable.problem().startsWith(field.replace("U", "-u") + " "))
                        .findFirst())
                .orElse("visitors");
    }

    /** All fields, with what is usual. */
    static Map<String, String> usual() {
        return Stream.of(SALE, SITE)
                .flatMap(List::stream)
                .collect(Collectors.toUnmodifiableMap(Field::name, Field::usual));
    }
}
