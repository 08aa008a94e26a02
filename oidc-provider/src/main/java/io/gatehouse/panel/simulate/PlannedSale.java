package io.gatehouse.panel.simulate;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.simulate.Scenario;
import io.gatehouse.simulate.ScenarioReader;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

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

    private static final String CURVE = "curve";

    /** Where a scenario has each field; all but the curve have one value there. */
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

    /** The fields that a scenario has with a spread; the form has the median. */
    private static final Set<String> MEDIANS = Set.of("delay", "patience", "visits");

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
        FIELDS.forEach((field, name) -> {
            var text = form.getOrDefault(field, "").strip();
            if (!field.equals(CURVE) && !text.isEmpty()) {
                values.put(MEDIANS.contains(field) ? name + ".median" : name, text);
            }
        });
        values.put("seed", String.valueOf(seed));
        var points = form.getOrDefault(CURVE, "")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (points.size() > MOST_POINTS) {
            throw RefusedException.at(CURVE, "must be " + MOST_POINTS + " lines at most, were " + points.size());
        }
        for (var n = 0; n < points.size(); n++) {
            var point = POINT.matcher(points.get(n));
            if (!point.matches()) {
                throw RefusedException.at(
                        CURVE,
                        "line " + (n + 1) + ": must be a time from the beginning and visitors a minute, like 30m 600,"
                                + " was \"" + points.get(n) + "\"");
            }
            values.put("arrivals.curve[" + n + "].at", point.group(1));
            values.put("arrivals.curve[" + n + "].per-minute", point.group(2));
        }
        return values;
    }

    private static String field(InvalidSettingException unusable) {
        var property = unusable.property();
        return FIELDS.entrySet().stream()
                .filter(known -> property.startsWith("scenario." + known.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> CROWD.keySet().stream()
                        .filter(field -> unusable.problem().startsWith(field.replace("U", "-u") + " "))
                        .findFirst())
                .orElse("visitors");
    }
}
