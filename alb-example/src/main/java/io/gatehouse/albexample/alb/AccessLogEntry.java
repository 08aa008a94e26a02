package io.gatehouse.albexample.alb;

import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of the access log, with those of the real one's thirty fields that show the result of a login. */
public record AccessLogEntry(Instant time, String client, int status, String request, String reason) {

    private static final Logger LOG = LoggerFactory.getLogger("alb");

    void log() {
        LOG.info("{} {} {} \"{}\" \"{}\"", time, client, status, request, reason);
    }
}
