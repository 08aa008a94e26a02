package io.gatehouse.addition;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An addition of an operator under a name.
 *
 * @param settings as they would be written below that name in the configuration files: {@code claim-window},
 *     {@code schedule[0].zone}
 * @param retired whether it is not to be used any more
 */
public record Addition(Map<String, String> settings, boolean retired) {

    /** The settings are sorted, so that equal ones are written alike. */
    public Addition {
        settings = new TreeMap<>(settings);
    }

    /** The text for people and ledgers. */
    @Override
    public String toString() {
        var written = settings.keySet().stream()
                .map(name -> name + "=" + written(name))
                .collect(Collectors.joining(", "));
        return (retired ? "retired, " : "") + "{" + written + "}";
    }

    /** The changes to the next addition, for people and ledgers: {@code rate 300/1m -> 200/1m}. */
    public String changeTo(Addition next) {
        var use =
                retired == next.retired ? Stream.<String>empty() : Stream.of(next.retired ? "retired" : "in use again");
        var names = new TreeSet<>(settings.keySet());
        names.addAll(next.settings.keySet());
        var changes = names.stream()
                .filter(name -> !Objects.equals(settings.get(name), next.settings.get(name)))
                .map(name -> name + " " + written(name) + " -> " + next.written(name));
        var all = Stream.concat(use, changes).collect(Collectors.joining(", "));
        return all.isEmpty() ? "nothing changed" : all;
    }

    private String written(String name) {
        var value = settings.getOrDefault(name, "none");
        return name.endsWith("secret") && settings.containsKey(name) ? "***" : value;
    }
}
