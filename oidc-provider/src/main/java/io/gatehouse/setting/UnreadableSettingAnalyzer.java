package io.gatehouse.setting;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says for a value of ours that cannot be read (not a duration, not a number, ...) how it should look. */
final class UnreadableSettingAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("rate", "200/1m"),
            Map.entry("capacity", "500"),
            Map.entry("claim-window", "10m"),
            Map.entry("admission-ttl", "1h"),
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
            Map.entry("data", "./data"));

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        var name = cause.getName();
        if (!ConfigurationPropertyName.of("gatehouse").isAncestorOf(name)) {
            return null;
        }
        return new FailureAnalysis(said(cause), "Correct the setting; docs/configure.md has them all.", cause);
    }

    /** Which setting it is, what came, and what was expected. */
    static String said(BindException cause) {
        var name = cause.getName();
        var property = cause.getProperty();
        var value = property == null ? "" : ", was \"" + property.getValue() + "\"";
        var leaf = name.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
        var example = EXAMPLES.entrySet().stream()
                .filter(entry -> entry.getKey().replace("-", "").equals(leaf))
                .map(entry -> ". Example: " + name + "=" + entry.getValue())
                .findFirst()
                .orElse("");
        var type = cause.getTarget().getType();
        var wanted = type.resolve() != null && type.resolve().isEnum()
                ? ": must be one of " + constants(type.resolve())
                : ": cannot be read as " + type;
        return name + wanted + value + example + (property == null ? ". " + rootMessage(cause) : "");
    }

    private static String constants(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static @Nullable String rootMessage(Throwable failure) {
        var root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
