package io.gatehouse.metrics;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all that makes traces, unless {@code management.tracing.export.enabled} says that they are sent.
 * Spring Boot's own switch leaves out the sending alone, and makes a span of each request all the same. Named
 * in {@code META-INF/spring.factories}.
 */
final class TracesIfWanted implements AutoConfigurationImportFilter, EnvironmentAware {

    private boolean isWanted;

    @Override
    public void setEnvironment(Environment environment) {
        isWanted = environment.getProperty("management.tracing.export.enabled", Boolean.class, false);
    }

    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        var stays = new boolean[classes.length];
        for (int index = 0; index < classes.length; index++) {
            stays[index] = isWanted || !makesTraces(classes[index]);
        }
        return stays;
    }

    private static boolean makesTraces(@Nullable String configuration) {
        return configuration != null
                && Stream.of("org.springframework.boot.micrometer.tracing.", "org.springframework.boot.opentelemetry.")
                        .anyMatch(configuration::startsWith);
    }
}
