package io.gatehouse.setting;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Reads settings that are not written in the configuration files as if they were. */
public final class GivenSettings {

    private GivenSettings() {}

    /**
     * The result that files with these settings would have, with the same defaults and refusals. No variables
     * are filled in: the sender must not read the node's environment.
     *
     * @param settings by their names below the prefix
     */
    public static <T> T read(String prefix, Map<String, String> settings, Class<T> type) {
        var properties = new HashMap<String, String>();
        settings.forEach((setting, value) -> properties.put(prefix + "." + setting, value));
        var source = new MapConfigurationPropertySource(properties);
        var binder = new Binder(source);
        new SourceCheck(SettingNames.of(prefix, type), binder, UnaryOperator.identity(), false).check(source);
        try {
            return binder.bindOrCreate(prefix, type);
        } catch (BindException unreadable) {
            throw InvalidSettingException.of(unreadable);
        }
    }
}
