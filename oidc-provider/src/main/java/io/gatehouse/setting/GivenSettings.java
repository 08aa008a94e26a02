package io.gatehouse.setting;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings that do not stand in the configuration files, read as if they did. */
public final class GivenSettings {

    private GivenSettings() {}

    /**
     * What the files would make of these, with the same defaults and refusals. No variables are filled in:
     * who gives them is not to read the node's environment.
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
