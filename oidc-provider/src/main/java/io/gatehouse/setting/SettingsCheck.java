package io.gatehouse.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Stops the start unless every setting below {@code gatehouse} can be used as it stands, whether or not this
 * node needs it. A setting that is misspelt, or has a list, a map or nothing where a value belongs, would be
 * ignored silently.
 *
 * <p>A setting of ours, of Redis or of the server must not name a variable that is not set: its text would be
 * the value.
 *
 * <p>Only environment variables whose first word is ours count; Kubernetes puts
 * {@code GATEHOUSE_SERVICE_HOST} and the like into the environment of everything that runs beside a service
 * named gatehouse.
 */
public final class SettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** The prefixes whose values are ours, Redis's or the server's, and so must be meant as they are. */
    private static final List<ConfigurationPropertyName> WITH_VARIABLES = Stream.of(
                    "gatehouse", "spring.data.redis", "spring.ssl", "server", "management")
            .map(ConfigurationPropertyName::of)
            .toList();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        checkVariables(context.getEnvironment());
        try {
            var loader = Objects.requireNonNull(ClassUtils.getDefaultClassLoader());
            check(context.getEnvironment(), SettingNames.load(loader));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        StoreKind.chosen(context.getEnvironment()); // refuses other spellings
    }

    static void check(ConfigurableEnvironment environment, SettingNames names) {
        var binder = Binder.get(environment);
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource listed) {
                var isVariables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                if (!isVariables && !isOfTheProcess(source.getUnderlyingSource())) {
                    listed.stream().forEach(name -> requireIndented(name, names));
                }
                new SourceCheck(names, binder, environment::resolvePlaceholders, isVariables).check(listed);
            }
        }
    }

    private static boolean isOfTheProcess(@Nullable Object source) {
        return source instanceof org.springframework.core.env.PropertySource<?> properties
                && properties.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    }

    /** If the line {@code rooms:} stands beside {@code gatehouse:} at the edge, no name of the file is ours. */
    private static void requireIndented(ConfigurationPropertyName name, SettingNames names) {
        if (name.equals(names.prefix())) {
            throw new InvalidSettingException(
                    name.toString(), "has no settings below it. Look at the indentation of the lines that follow it");
        }
        if (name.getNumberOfElements() > 1 && names.isKnown(names.prefix().append(name))) {
            throw new InvalidSettingException(
                    name.toString(),
                    "there is no such setting here. Did you mean "
                            + names.prefix().append(name) + "? Look at the indentation");
        }
    }

    private static void checkVariables(ConfigurableEnvironment environment) {
        for (var source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource listed) {
                listed.stream()
                        .filter(name -> WITH_VARIABLES.stream().anyMatch(prefix -> prefix.isAncestorOf(name)))
                        .forEach(name -> checkVariables(name, listed.getConfigurationProperty(name), environment));
            }
        }
    }

    private static void checkVariables(
            ConfigurationPropertyName name,
            @Nullable ConfigurationProperty setting,
            ConfigurableEnvironment environment) {
        if (setting == null || !(setting.getValue() instanceof CharSequence text)) {
            return;
        }
        try {
            environment.resolveRequiredPlaceholders(text.toString());
        } catch (PlaceholderResolutionException unset) {
            throw new InvalidSettingException(
                    name.toString(), "is " + text + ", and the variable " + unset.getPlaceholder() + " is not set");
        }
    }
}
