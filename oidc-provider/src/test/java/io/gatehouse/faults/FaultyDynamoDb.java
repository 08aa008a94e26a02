package io.gatehouse.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands before DynamoDB, and while it is faulty lets nothing through as it should: of all requests some are
 * throttled, some fail, some are cut off, and some of these have taken effect all the same.
 */
final class FaultyDynamoDb implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String JSON = "application/x-amz-json-1.0";
    private static final Message NONE = new Message("", new byte[0]);
    private static final Message THROTTLED = Message.of(
            400,
            JSON,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException\","
                    + "\"message\":\"The level of configured provisioned throughput for the table was exceeded.\"}");
    private static final Message FAILED = Message.of(
            500,
            JSON,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\",\"message\":\"Internal server error\"}");

    private final int port;
    private final Intermediary middle;
    private final AtomicLong spoilt = new AtomicLong();
    private volatile boolean isBad;

    FaultyDynamoDb(int port) {
        this.port = port;
        this.middle = new Intermediary(Connection::new);
    }

    int port() {
        return middle.port();
    }

    void beginsToFail() {
        isBad = true;
    }

    void recovers() {
        isBad = false;
    }

    /** How many requests have not been answered as they should. */
    long spoilt() {
        return spoilt.get();
    }

    @Override
    public void close() {
        middle.close();
    }

    private final class Connection implements Intermediary.AdmittedAnswer {

        private final Upstream upstream = new Upstream(port, TIMEOUT);

        @Override
        public Message passes(Message request) {
            if (!isBad) {
                return through(request);
            }
            spoilt.incrementAndGet();
            return switch (ThreadLocalRandom.current().nextInt(4)) {
                case 0 -> THROTTLED;
                case 1 -> FAILED;
                case 2 -> NONE;
                default -> {
                    through(request);
                    yield NONE;
                }
            };
        }

        @Override
        public void close() {
            upstream.close();
        }

        private Message through(Message request) {
            try {
                return upstream.answers(request);
            } catch (IOException gone) {
                return NONE;
            }
        }
    }
}
