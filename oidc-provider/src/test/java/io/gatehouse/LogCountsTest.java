package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class LogCountsTest {

    private final LoggerContext log = new LoggerContext();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void givenALevelThatIsNotWritten_whenLinesAreLogged_thenThoseThatAreCountByTheirLevel() {
        log.getLogger("ROOT").setLevel(Level.WARN);
        var counts = new LogCounts(meters, log);

        log.getLogger("one").error("written");
        log.getLogger("two").warn("written");
        log.getLogger("two").warn("written");
        log.getLogger("two").info("not written");
        counts.close();
        log.getLogger("two").error("written when nobody counts any more");

        assertThat(count("error")).isEqualTo(1);
        assertThat(count("warn")).isEqualTo(2);
        assertThat(count("info")).isZero();
    }

    private double count(String level) {
        return meters.get("logback.events").tag("level", level).counter().count();
    }
}
