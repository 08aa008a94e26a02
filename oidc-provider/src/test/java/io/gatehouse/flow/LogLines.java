package io.gatehouse.flow;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged under a name meanwhile. */
public final class LogLines implements AutoCloseable {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger;

    private LogLines(Logger logger) {
        this.logger = logger;
        lines.start();
        logger.addAppender(lines);
    }

    public static LogLines of(String name) {
        return new LogLines((Logger) LoggerFactory.getLogger(name));
    }

    /** The lines so far, without time and level. */
    public List<String> all() {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
    }
}
