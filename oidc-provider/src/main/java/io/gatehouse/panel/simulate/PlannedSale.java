package io.gatehouse.panel.simulate;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.simulate.Scenario;
import io.gatehouse.simulate.ScenarioReader;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A planned sale as it is typed; it is read by the rules of a scenario's file. */
final class PlannedSale {

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

    /** Where a scenario has each field. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("scenario.from", "from"),
            Map.entry("scenario.until", "to"),
            Map.entry("scenario.seed", "seed"),
            Map.entry("scenario.arrivals.visitors", "visitors"),
            Map.entry("scenario.arrivals.curve", "curve"),
            Map.entry("scenario.visitors.show-up", "showUp"),
            Map.entry("scenario.visitors.delay", "delay"),
            Map.entry("scenario.visitors.patience", "patience"),
            Map.entry("scenario.visitors.leaving", "leaving"),
            Map.entry("scenario.visitors.visits", "visits"),
            Map.entry("scenario.visitors.logouts", "logouts"));

    private PlannedSale() {}

    /** The sale of these fields. */
    static Scenario scenario(Room room, Map<String, String> form, long seed) {
        try {
            return ScenarioReader.read(room, values(form, seed));
        } catch (InvalidSettingException unusable) {
            throw RefusedException.at(field(unusable), unusable.problem());
        }
    }

    /** The values of the scenario by its own names. */
    private static Map<String, String> values(Map<String, String> form, long seed) {
        var values = new TreeMap<String, String>();
        values.put("seed", String.valueOf(seed));
        Stream.of("from", "to").forEach(field -> put(values, form, field, field.equals("to") ? "until" : field));
        put(values, form, "visitors", "arrivals.visitors");
        put(values, form, "showUp", "visitors.show-up");
        put(values, form, "delay", "visitors.delay.median");
        put(values, form, "patience", "visitors.patience.median");
        put(values, form, "leaving", "visitors.leaving");
        put(values, form, "visits", "visitors.visits.median");
        put(values, form, "logouts", "visitors.logouts");
        var points = form.getOrDefault("curve", "")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (points.size() > MOST_POINTS) {
            throw RefusedException.at("curve", "must be " + MOST_POINTS + " lines at most, were " + points.size());
        }
        for (var n = 0; n < points.size(); n++) {
            var point = POINT.matcher(points.get(n));
            if (!point.matches()) {
                throw RefusedException.at(
                        "curve",
                        "line " + (n + 1) + ": must be a time from the beginning and visitors a minute, like 30m 600,"
                                + " was \"" + points.get(n) + "\"");
            }
            values.put("arrivals.curve[" + n + "].at", point.group(1));
            values.put("arrivals.curve[" + n + "].per-minute", point.group(2));
        }
        return values;
    }

    private static void put(Map<String, String> values, Map<String, String> form, String field, String name) {
        var text = form.getOrDefault(field, "").strip();
        if (!text.isEmpty()) {
            values.put(name, text);
        }
    }

    private static String field(InvalidSettingException unusable) {
        var property = unusable.property();
        return FIELDS.entrySet().stream()
                .filter(known -> property.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> CROWD.keySet().stream()
                        .filter(field -> unusable.problem().startsWith(field.replace("U", "-u") + " "))
                        .findFirst())
                .orElse("visitors");
    }
}
