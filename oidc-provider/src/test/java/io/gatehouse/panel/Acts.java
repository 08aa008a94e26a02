package io.gatehouse.panel;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Listens to the log of acts while a test runs. */
public final class Acts implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("gatehouse.acts");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    public Acts() {
        lines.start();
        logger.setLevel(Level.INFO); // another application of this JVM may have been told to say less
        logger.addAppender(lines);
    }

    public List<String> lines() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Those among them that somebody is to look at. */
    public List<String> warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.setLevel(null);
        logger.detachAppender(lines);
    }
}
