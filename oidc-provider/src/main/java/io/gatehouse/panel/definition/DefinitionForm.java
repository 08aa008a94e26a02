package io.gatehouse.panel.definition;

import io.gatehouse.schedule.WrittenOpening;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A definition as it is typed: a field for each member, by its name; the schedule has a line for each opening, and lanes have one
 * each.
 */
final class DefinitionForm {

    private static final String NO_CLOSE = "-";
    private static final String FIRST = "first";

    private DefinitionForm() {}

    static Map<String, String> typed(Definition definition) {
        var form = new HashMap<String, String>();
        form.put("title", definition.title());
        form.put("rate", Objects.requireNonNullElse(definition.rate(), ""));
        form.put("capacity", Objects.toString(definition.capacity(), ""));
        form.put("mode", definition.mode());
        form.put(
                "schedule",
                definition.schedule().stream().map(WrittenOpening::line).collect(Collectors.joining("\n")));
        form.put("stock", Objects.toString(definition.stock(), ""));
        form.put("consumedBy", Objects.requireNonNullElse(definition.consumedBy(), ""));
        form.put("claimWindow", definition.claimWindow());
        form.put("admissionTtl", definition.admissionTtl());
        form.put("returnWindow", definition.returnWindow());
        form.put("waitingTtl", definition.waitingTtl());
        form.put("mostWaiting", Long.toString(definition.mostWaiting()));
        form.put("lobbyWork", Integer.toString(definition.lobbyWork()));
        form.put("mostPerNetwork", Integer.toString(definition.mostPerNetwork()));
        form.put("browsers", Integer.toString(definition.browsers()));
        if (definition.paused()) {
            form.put("paused", "true");
        }
        form.put("lanes", definition.lanes().stream().map(DefinitionForm::line).collect(Collectors.joining("\n")));
        Optional.ofNullable(definition.passes()).ifPresent(passes -> putPasses(form, passes));
        return form;
    }

    private static String line(Definition.DeclaredLane lane) {
        return lane.lane()
                + (lane.first() ? " " + FIRST : "")
                + (lane.first() && lane.weight() == 1 ? "" : " " + lane.weight());
    }

    private static void putPasses(Map<String, String> form, Definition.TakenPasses passes) {
        form.put("jwk", Objects.requireNonNullElse(passes.jwk(), ""));
        form.put("jwksUri", Objects.requireNonNullElse(passes.jwksUri(), ""));
        form.put("algorithms", String.join(" ", passes.algorithms()));
        form.put("addresses", String.join(" ", passes.addresses()));
        if (passes.shared()) {
            form.put("shared", "true");
        }
        if (passes.codes()) {
            form.put("codes", "true");
        }
    }

    /** As the configuration would have it; an empty field is left out. Whether it makes sense is looked at by its reader. */
    static Map<String, String> settings(Map<String, String> form) {
        var settings = new TreeMap<String, String>();
        Stream.concat(Definition.TEXTS.stream(), Definition.NUMBERS.stream())
                .filter(name -> !form.getOrDefault(name, "").isBlank())
                .forEach(name -> settings.put(
                        Definition.setting(name), form.getOrDefault(name, "").strip()));
        if (form.containsKey("paused")) {
            settings.put("paused", "true");
        }
        var lines = form.getOrDefault("schedule", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        for (var n = 0; n < lines.size(); n++) {
            var words = lines.get(n).strip().split("\\s+", Definition.OF_AN_OPENING.size());
            for (var word = 0; word < words.length; word++) {
                if (!words[word].equals(NO_CLOSE)) {
                    settings.put(Definition.ofAnOpening(n, Definition.OF_AN_OPENING.get(word)), words[word]);
                }
            }
        }
        form.getOrDefault("lanes", "").lines().filter(line -> !line.isBlank()).forEach(line -> putLane(settings, line));
        Definition.TEXTS_OF_PASSES.stream()
                .filter(name -> !form.getOrDefault(name, "").isBlank())
                .forEach(name -> settings.put(
                        Definition.ofPasses(name), form.getOrDefault(name, "").strip()));
        Definition.LISTS_OF_PASSES.forEach(name -> Definition.putList(
                settings,
                Definition.ofPasses(name),
                words(form.getOrDefault(name, "")).toList()));
        Definition.TRUTHS_OF_PASSES.stream()
                .filter(form::containsKey)
                .forEach(name -> settings.put(Definition.ofPasses(name), "true"));
        return settings;
    }

    /** What is neither the name nor the word is the weight; of several none, as together they are no number. */
    private static void putLane(Map<String, String> settings, String line) {
        var name = words(line).findFirst().orElse("");
        var weight = words(line).skip(1).filter(word -> !word.equals(FIRST)).collect(Collectors.joining(","));
        Definition.putLane(
                settings,
                name,
                Optional.of(weight).filter(said -> !said.isEmpty()),
                words(line).skip(1).anyMatch(FIRST::equals));
    }

    private static Stream<String> words(String typed) {
        return Pattern.compile("[\\s,]+").splitAsStream(typed.strip()).filter(word -> !word.isEmpty());
    }
}
