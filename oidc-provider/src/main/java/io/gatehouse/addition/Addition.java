package io.gatehouse.addition;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an operator has added under a name.
 *
 * @param settings as they would be written below that name in the configuration files: {@code claim-window},
 *     {@code schedule[0].zone}
 * @param retired whether it is not to be used any more
 */
public record Addition(Map<String, String> settings, boolean retired) {

    /** In the order of their names, so that the same ones are written alike. */
    public Addition {
        settings = new TreeMap<>(settings);
    }

    /** For people and ledgers. */
    @Override
    public String toString() {
        var written = settings.entrySet().stream()
                .map(setting ->
                        setting.getKey() + "=" + (setting.getKey().endsWith("secret") ? "***" : setting.getValue()))
                .collect(Collectors.joining(", "));
        return (retired ? "retired, " : "") + "{" + written + "}";
    }
}
