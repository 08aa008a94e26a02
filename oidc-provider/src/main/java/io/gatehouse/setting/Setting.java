package io.gatehouse.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A setting, described once. The check of configurations uses it; the panel's API, its OpenAPI document and
 * its forms, the stored form, and the form in the ledger and in events follow from it.
 *
 * @param name as in JSON and in forms; configuration files have it with hyphens
 * @param sentence what it means, for operators
 * @param value reads it from its owner; null: it is not set
 * @param isTold whether events tell it
 * @param <S> the owner of the setting
 */
public record Setting<S>(String name, Kind kind, String sentence, Function<S, @Nullable Object> value, boolean isTold) {

    /** A setting that no event tells. */
    public Setting(String name, Kind kind, String sentence, Function<S, @Nullable Object> value) {
        this(name, kind, sentence, value, false);
    }

    /** This setting, which events tell. */
    public Setting<S> told() {
        return new Setting<>(name, kind, sentence, value, true);
    }

    /** This setting as one of an owner of which {@code S} is a part. */
    public <T> Setting<T> in(Function<T, S> part) {
        return new Setting<>(name, kind, sentence, whole -> value.apply(part.apply(whole)), isTold);
    }

    /** These settings as those of an owner of which {@code S} is a part. */
    public static <S, T> List<Setting<T>> in(List<Setting<S>> settings, Function<T, S> part) {
        return settings.stream().map(setting -> setting.in(part)).toList();
    }

    /** Its name in configuration files: {@code claim-window} for {@code claimWindow}. */
    public String property() {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Its name in sentences: {@code claim window} for {@code claimWindow}. */
    public String words() {
        return property().replace('-', ' ');
    }

    /** The sentence with the bounds. */
    public String explained() {
        return sentence + (kind.range().isEmpty() ? "" : "; " + kind.range());
    }

    /** Its value in JSON; null: it is not set. */
    public @Nullable Object json(S of) {
        return Optional.ofNullable(value.apply(of)).map(kind::json).orElse(null);
    }

    /** Its value as it is typed into a form; empty: it is not set. */
    public String typed(S of) {
        return Optional.ofNullable(json(of)).map(kind::typed).orElse("");
    }

    /** Refuses a value out of its bounds, by the name that it has below this prefix. */
    public void require(String prefix, S of) {
        kind.require(prefix + "." + property(), value.apply(of));
    }

    /** The set values in JSON, by name; settings without a value are left out. */
    public static <S> Map<String, Object> set(List<Setting<S>> settings, S of) {
        var set = new LinkedHashMap<String, Object>();
        settings.forEach(
                setting -> Optional.ofNullable(setting.json(of)).ifPresent(value -> set.put(setting.name(), value)));
        return set;
    }
}
