package io.gatehouse.setting;

import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Examples of values, by the last word of a setting's name. */
final class Examples {

    private static final Map<String, String> BY_NAME = Map.ofEntries(
            Map.entry("rate", "200/1m"),
            Map.entry("capacity", "500"),
            Map.entry("stock", "1000"),
            Map.entry("consumed-by", "completed,expired"),
            Map.entry("mode", "queueing"),
            Map.entry("most-waiting", "500000"),
            Map.entry("claim-window", "10m"),
            Map.entry("admission-ttl", "1h"),
            Map.entry("grace", "5m"),
            Map.entry("notices", "email"),
            Map.entry("login-state-ttl", "15m"),
            Map.entry("fresh-limit", "11m"),
            Map.entry("access-token-ttl", "5m"),
            Map.entry("tick", "1s"),
            Map.entry("publish-ahead", "1h"),
            Map.entry("preset", "alb"),
            Map.entry("access-token", "opaque"),
            Map.entry("id-token-algorithm", "RS256"),
            Map.entry("issuer", "https://wait.example.com"),
            Map.entry("entry", "https://shop.example/"),
            Map.entry("store", "redis"),
            Map.entry("data", "./data"));

    private Examples() {}

    /** An example for this name; empty where the setting's kind says enough. */
    static Optional<String> of(ConfigurationPropertyName name) {
        var last = name.getLastElement(Form.DASHED);
        return BY_NAME.entrySet().stream()
                .filter(entry -> SettingShape.isSame(entry.getKey(), last))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
