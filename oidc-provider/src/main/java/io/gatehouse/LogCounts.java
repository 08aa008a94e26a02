package io.gatehouse;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Counts the lines of the log by level, under Micrometer's name. Micrometer's own counter is a filter that
 * runs at each check of a level, dozens of times in a request. This one counts written lines.
 */
final class LogCounts extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Map<Level, Counter> counters;
    private final ch.qos.logback.classic.Logger all;

    /** Counts from now on, until it is closed. */
    LogCounts(MeterRegistry meters, LoggerContext context) {
        this.counters = Stream.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE)
                .collect(Collectors.toUnmodifiableMap(Function.identity(), level -> counter(meters, level)));
        this.all = context.getLogger(Logger.ROOT_LOGGER_NAME);
        setContext(context);
        start();
        all.addAppender(this);
    }

    private static Counter counter(MeterRegistry meters, Level level) {
        return Counter.builder("logback.events")
                .description("Lines of the log")
                .tag("level", level.levelStr.toLowerCase(Locale.ROOT))
                .register(meters);
    }

    @Override
    protected void append(ILoggingEvent line) {
        var counter = counters.get(line.getLevel());
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void close() {
        all.detachAppender(this);
        stop();
    }
}
