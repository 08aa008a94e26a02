package io.gatehouse.setting;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;

/** A setting cannot be used: the start stops, and names the setting, its value, and an example. */
public final class InvalidSettingException extends RuntimeException {

    private final String property;
    private final String problem;
    private final @Nullable String example;

    /**
     * @param property the property's full name
     * @param problem what was expected and what came
     * @param example a value that would do
     */
    public InvalidSettingException(String property, String problem, String example) {
        this(property, problem, example, property + ": " + problem + ". Example: " + property + "=" + example);
    }

    /** A setting for which no example would help. */
    public InvalidSettingException(String property, String problem) {
        this(property, problem, null, property + ": " + problem);
    }

    /** A setting that Spring could not read. */
    static InvalidSettingException of(BindException unreadable) {
        var property = unreadable.getName().toString();
        var told = UnreadableSettingAnalyzer.said(unreadable);
        var problem = told.substring(told.startsWith(property + ": ") ? property.length() + 2 : 0);
        return new InvalidSettingException(property, problem.split("\\. Example: ", 2)[0], null, told);
    }

    /** The setting that a start has failed by; empty when it was none of ours. */
    public static Optional<InvalidSettingException> behind(@Nullable Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingException invalid) {
                return Optional.of(invalid);
            }
            if (cause instanceof BindException unreadable) {
                return behind(unreadable.getCause()).or(() -> Optional.of(of(unreadable)));
            }
        }
        return Optional.empty();
    }

    private InvalidSettingException(String property, String problem, @Nullable String example, String told) {
        super(told);
        this.property = property;
        this.problem = problem;
        this.example = example;
    }

    /** The property's full name. */
    public String property() {
        return property;
    }

    /** The expected and the actual value, without the property and the example. */
    public String problem() {
        return problem;
    }

    /** A value that would do. */
    public Optional<String> example() {
        return Optional.ofNullable(example);
    }
}
