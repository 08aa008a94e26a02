package io.gatehouse.setting;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.env.PropertyResolver;

/** The storage of lines, admissions and keys. */
public enum StoreKind {
    /** One file in the data folder, for one node. */
    EMBEDDED,
    REDIS,
    DYNAMODB,
    /** Lines are in Redis, all other data in DynamoDB. */
    REDIS_DYNAMODB;

    /** The property of an examined configuration: then an empty embedded store stands in for the chosen one. */
    public static final String EXAMINED = "io.gatehouse.examined";

    /**
     * The configured store, for code that runs before {@link StoreProperties} are bound.
     *
     * @throws InvalidSettingException if they name an unknown store
     */
    public static StoreKind chosen(PropertyResolver settings) {
        var name = settings.getProperty("gatehouse.store", EMBEDDED.label());
        return Stream.of(values())
                .filter(kind -> kind.label().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    /** The store that is opened: the chosen one, unless its settings are only examined. */
    public static StoreKind opened(PropertyResolver settings) {
        var chosen = chosen(settings);
        return settings.containsProperty(EXAMINED) ? EMBEDDED : chosen;
    }

    @Override
    public String toString() {
        return label();
    }

    /** The name in settings: {@code redis+dynamodb}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }

    private static InvalidSettingException unknown(String name) {
        var known = Stream.of(values()).map(StoreKind::label).collect(Collectors.joining(", "));
        return new InvalidSettingException(
                "gatehouse.store", "must be one of " + known + ", was \"" + name + "\"", "redis");
    }
}
