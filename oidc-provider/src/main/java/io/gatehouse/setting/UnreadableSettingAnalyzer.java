package io.gatehouse.setting;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;

/** Describes the expected form of a value of ours that cannot be read (not a duration, not a number, ...). */
final class UnreadableSettingAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        var name = cause.getName();
        if (!ConfigurationPropertyName.of("gatehouse").isAncestorOf(name)) {
            return null;
        }
        return new FailureAnalysis(said(cause), "Correct the setting; docs/configure.md has them all.", cause);
    }

    /** The setting, its value and the expected value; a message of a properties record is printed as it is. */
    static String said(BindException cause) {
        var property = cause.getProperty();
        var reason =
                String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
        if (property == null || reason.startsWith("gatehouse.")) {
            return reason;
        }
        var name = cause.getName();
        var expected = SettingShape.of(cause.getTarget().getType().getType()).expected();
        return name + ": must be " + expected + ", was \"" + property.getValue() + "\""
                + Examples.of(name)
                        .map(example -> ". Example: " + name + "=" + example)
                        .orElse("");
    }
}
