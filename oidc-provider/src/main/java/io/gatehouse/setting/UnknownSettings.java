package io.gatehouse.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Stops the start at a setting below {@code gatehouse} that does not exist, or names a store that does not: a misspelt
 * capacity would otherwise be none. Also at one of ours, of Redis or of the server that names a variable that is not set: its text
 * would otherwise be the value.
 *
 * <p>Of environment variables only those count whose first word is ours; Kubernetes puts {@code GATEHOUSE_SERVICE_HOST}
 * and the like into the environment of everything that runs beside a service named gatehouse.
 */
public final class UnknownSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("gatehouse");
    /** Whose values are ours, Redis's or the server's, and so to be meant as they stand. */
    private static final List<ConfigurationPropertyName> WITH_VARIABLES = Stream.of(
                    "gatehouse", "spring.data.redis", "spring.ssl", "server", "management")
            .map(ConfigurationPropertyName::of)
            .toList();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        checkVariables(context.getEnvironment());
        StoreKind.chosen(context.getEnvironment()); // refuses an unknown one
        try {
            var loader = Objects.requireNonNull(ClassUtils.getDefaultClassLoader());
            check(context, SettingNames.load(loader));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void check(ConfigurableApplicationContext context, SettingNames names) {
        for (var source : ConfigurationPropertySources.get(context.getEnvironment())) {
            if (source instanceof IterableConfigurationPropertySource listed) {
                var isEnvironment = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                listed.stream()
                        .filter(PREFIX::isAncestorOf)
                        .filter(name -> !isEnvironment || names.isOurs(name))
                        .filter(name -> !names.isKnown(name))
                        .findFirst()
                        .ifPresent(name -> refuse(name, names));
            }
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

    private static void refuse(ConfigurationPropertyName name, SettingNames names) {
        var nearest = names.nearest(name).orElse("gatehouse.issuer");
        throw new InvalidSettingException(name.toString(), "there is no such setting. Did you mean " + nearest + "?");
    }
}
