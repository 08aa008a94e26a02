package io.gatehouse.panel.definition;

import io.gatehouse.lane.Lane;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.Room;
import io.gatehouse.setting.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A definition as a client sends it or a person types it, and as the configuration would have it: what is
 * left out, null, or an empty field is as it is there. Whether it makes sense is looked at by the
 * configuration's reader.
 */
public interface Given {

    /** The members that a client may send. */
    Set<String> MEMBERS = Stream.concat(Room.SETTINGS.stream().map(Setting::name), Stream.of("passes", "tune"))
            .collect(Collectors.toUnmodifiableSet());

    /** A text, number or truth value; {@code false} is left out. */
    Optional<String> value(Setting<?> setting);

    /** Texts. */
    List<String> texts(String name);

    /** Dates of the schedule, and lanes: each by the names of its members. */
    List<Map<String, String>> objects(String name);

    /** The settings of {@code tune}, by the names of the configuration. */
    Map<String, String> tune();

    /** The settings of the passes. */
    Given passes();

    /**
     * All of it, by the names of the configuration below that of the room: {@code claim-window},
     * {@code schedule[0].zone}.
     */
    default Map<String, String> properties() {
        var properties = new TreeMap<String, String>();
        Room.SETTINGS.stream()
                .filter(setting -> !setting.kind().type().equals("array"))
                .forEach(setting -> value(setting).ifPresent(value -> properties.put(setting.property(), value)));
        var dates = objects("schedule");
        for (var n = 0; n < dates.size(); n++) {
            var date = "schedule[" + n + "].";
            dates.get(n).forEach((member, text) -> properties.put(date + member.replace("atClose", "at-close"), text));
        }
        objects("lanes").forEach(lane -> putLane(properties, lane));
        tune().forEach((name, value) -> properties.put("tune." + name, value));
        var passes = passes();
        for (var setting : Definition.PASSES) {
            var property = "passes." + setting.property();
            if (setting.kind().type().equals("array")) {
                var texts = passes.texts(setting.name());
                for (var n = 0; n < texts.size(); n++) {
                    properties.put(property + "[" + n + "]", texts.get(n));
                }
            } else {
                passes.value(setting).ifPresent(value -> properties.put(property, value));
            }
        }
        return properties;
    }

    /** One that says neither a weight nor that it is first is told what it lacks by the configuration's reader. */
    private static void putLane(Map<String, String> properties, Map<String, String> lane) {
        var name = lane.getOrDefault("lane", "");
        try {
            Lane.requireName(name);
        } catch (IllegalArgumentException unusable) {
            throw RefusedException.at("lanes", String.valueOf(unusable.getMessage()));
        }
        if (properties.put("lanes." + name + ".first", lane.getOrDefault("first", "false")) != null) {
            throw RefusedException.at("lanes", "the lane " + name + " is there twice");
        }
        properties.put("lanes." + name + ".offered", lane.getOrDefault("offered", "false"));
        Optional.ofNullable(lane.get("weight")).ifPresent(text -> properties.put("lanes." + name + ".weight", text));
    }

    /** The JSON of a client, whole. */
    record Sent(Body body) implements Given {

        private static final Set<String> OF_PASSES =
                Definition.PASSES.stream().map(Setting::name).collect(Collectors.toUnmodifiableSet());

        @Override
        public Optional<String> value(Setting<?> setting) {
            return switch (setting.kind().type()) {
                case "boolean" ->
                    body.truth(setting.name()).filter(truth -> truth).map(String::valueOf);
                case "integer" -> present(setting.name()).flatMap(body::number);
                default -> present(setting.name()).flatMap(body::text);
            };
        }

        private Optional<String> present(String name) {
            return Optional.of(name).filter(member -> !body.isNull(member));
        }

        @Override
        public List<String> texts(String name) {
            return body.list(name);
        }

        @Override
        public List<Map<String, String>> objects(String name) {
            var members = name.equals("lanes")
                    ? Set.of("lane", "weight", "first", "offered")
                    : Set.copyOf(ScheduleForm.MEMBERS);
            return present(name).flatMap(there -> body.objects(there, members)).orElse(List.of()).stream()
                    .map(object -> texts(object, members))
                    .toList();
        }

        private static Map<String, String> texts(Body object, Set<String> members) {
            var texts = new HashMap<String, String>();
            members.stream().filter(member -> !object.isNull(member)).forEach(member -> text(object, member)
                    .ifPresent(text -> texts.put(member, text)));
            return texts;
        }

        private static Optional<String> text(Body object, String member) {
            return switch (member) {
                case "weight" -> object.number(member);
                case "first", "offered" -> object.truth(member).map(String::valueOf);
                default -> object.text(member);
            };
        }

        @Override
        public Map<String, String> tune() {
            return body.isNull("tune") ? Map.of() : body.texts("tune");
        }

        @Override
        public Given passes() {
            return present("passes")
                    .flatMap(there -> body.object(there, OF_PASSES))
                    .<Given>map(Sent::new)
                    .orElseGet(() -> new Typed(Map.of()));
        }
    }

    /**
     * The fields of a form: a field for each member, by its name; a row or a line for each date, a row for
     * each lane.
     */
    record Typed(Map<String, String> form) implements Given {

        private static final Pattern BETWEEN = Pattern.compile("[\\s,]+");

        @Override
        public Optional<String> value(Setting<?> setting) {
            return Optional.of(field(setting.name()).strip()).filter(text -> !text.isEmpty());
        }

        @Override
        public List<String> texts(String name) {
            return words(field(name)).toList();
        }

        @Override
        public List<Map<String, String>> objects(String name) {
            if (name.equals("lanes")) {
                return LaneForm.members(form);
            }
            return ScheduleForm.isIn(form)
                    ? ScheduleForm.members(form)
                    : field(name)
                            .lines()
                            .filter(line -> !line.isBlank())
                            .map(line -> date(line.strip()))
                            .toList();
        }

        /** Zone, lobby, doors, close or a hyphen, and so on; the draw's source may be more than one word. */
        private static Map<String, String> date(String line) {
            var words = line.split("\\s+", ScheduleForm.MEMBERS.size());
            var date = new HashMap<String, String>();
            for (var n = 0; n < words.length; n++) {
                date.put(ScheduleForm.MEMBERS.get(n), words[n]);
            }
            date.values().removeIf("-"::equals);
            return date;
        }

        /** A name, and behind a blank its value. */
        @Override
        public Map<String, String> tune() {
            var settings = new HashMap<String, String>();
            field("tune")
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .forEach(line -> {
                        var words = line.split("[:=]?\\s+", 2);
                        settings.put(words[0], words.length > 1 ? words[1] : "");
                    });
            return settings;
        }

        @Override
        public Given passes() {
            return this;
        }

        private String field(String name) {
            return form.getOrDefault(name, "");
        }

        private static Stream<String> words(String typed) {
            return BETWEEN.splitAsStream(typed.strip()).filter(word -> !word.isEmpty());
        }
    }
}
