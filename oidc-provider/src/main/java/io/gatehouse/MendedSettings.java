package io.gatehouse;

import io.gatehouse.setting.InvalidSettingException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A configuration with known faults repaired, so that a start fails by the next one. A valid value replaces a
 * faulty one, or the faulty one is left out. If that is a fault as well, its site, operator or client is left
 * out; a room is left without settings, because sites name it.
 */
final class MendedSettings implements ApplicationContextInitializer<ConfigurableApplicationContext>, PriorityOrdered {

    /** The number of words in {@code gatehouse.sites.shop}. */
    private static final int ENTRY = 3;

    private final Map<ConfigurationPropertyName, Integer> tries = new HashMap<>();
    private final Map<ConfigurationPropertyName, String> replaced = new HashMap<>();
    private final Set<ConfigurationPropertyName> left = new HashSet<>();

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /** Whether the file itself has this fault, and no repair made it. */
    boolean isOfTheFile(InvalidSettingException fault) {
        var name = name(fault);
        return Stream.concat(left.stream(), replaced.keySet().stream())
                .noneMatch(mended -> isAt(mended, name) || name.isAncestorOf(mended));
    }

    /** Repairs this fault; false when that is impossible. */
    boolean mend(InvalidSettingException fault) {
        var name = whole(name(fault));
        var tried = tries.merge(name, 1, Integer::sum);
        var example = fault.example().filter(text -> !text.startsWith("{") && !text.startsWith("["));
        if (name.getNumberOfElements() < 2) {
            return false;
        }
        if (tried == 1 && example.isPresent() && !name.toString().contains("[")) {
            replaced.put(name, example.get());
        } else if (tried <= 2) {
            replaced.remove(name);
            left.add(name);
        } else if (tried == ENTRY && name.getNumberOfElements() >= ENTRY) {
            var entry = name.chop(ENTRY);
            left.add(entry);
            replaced.keySet().removeIf(entry::isAncestorOf);
            if (entry.getElement(1, Form.DASHED).equals("rooms")) {
                replaced.put(entry.append("title"), "mended");
            }
        } else {
            return false;
        }
        return true;
    }

    private static ConfigurationPropertyName name(InvalidSettingException fault) {
        return ConfigurationPropertyName.adapt(fault.property(), '.');
    }

    /** A list is left out as a whole. */
    private static ConfigurationPropertyName whole(ConfigurationPropertyName name) {
        for (var n = 1; n < name.getNumberOfElements(); n++) {
            if (name.isNumericIndex(n)) {
                return name.chop(n);
            }
        }
        return name;
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        var sources = context.getEnvironment().getPropertySources();
        for (var source : sources) {
            if (source instanceof EnumerablePropertySource<?> listed
                    && !(source instanceof SystemEnvironmentPropertySource)
                    && !source.getName().equals("configurationProperties")) {
                sources.replace(source.getName(), new Mended(listed));
            }
        }
        var values = new HashMap<String, Object>();
        replaced.forEach((name, value) -> values.put(name.toString(), value));
        sources.addFirst(new MapPropertySource("mended", values));
    }

    private static boolean isAt(ConfigurationPropertyName mended, ConfigurationPropertyName name) {
        return mended.equals(name) || mended.isAncestorOf(name);
    }

    /** A source without the settings that are left out or replaced. */
    private final class Mended extends EnumerablePropertySource<EnumerablePropertySource<?>> {

        private Mended(EnumerablePropertySource<?> source) {
            super(source.getName(), source);
        }

        @Override
        public String[] getPropertyNames() {
            return Arrays.stream(source.getPropertyNames())
                    .filter(name -> !isOut(name))
                    .toArray(String[]::new);
        }

        @Override
        public @Nullable Object getProperty(String name) {
            return isOut(name) ? null : source.getProperty(name);
        }

        private boolean isOut(String property) {
            var name = ConfigurationPropertyName.adapt(property, '.');
            return Stream.concat(left.stream(), replaced.keySet().stream()).anyMatch(mended -> isAt(mended, name));
        }
    }
}
