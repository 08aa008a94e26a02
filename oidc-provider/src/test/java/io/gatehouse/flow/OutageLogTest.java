package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The store is away: what operators hear of it. */
class OutageLogTest {

    @AutoClose
    private final RunningGatehouse gatehouse = RunningGatehouse.start("gatehouse.turnstile.tick=1m");

    @AutoClose
    private final LogLines lines = LogLines.of("io.gatehouse.web.OutageLog");

    private final Browser browser = gatehouse.browser();
    private final LineLock stores = gatehouse.bean(LineLock.class);

    @Test
    void givenAStoreThatIsAway_whenVisitorsComeAndItReturns_thenThereIsALineAtEachEndAndOneAMinute() {
        browser.opens(Login.authorize());
        stores.takeAway();

        comes(20);
        gatehouse.tick();
        assertThat(lines.all()).singleElement().asString().startsWith("the store is away: ");
        passes(Duration.ofMinutes(1));
        comes(5);
        passes(Duration.ofMinutes(1));
        stores.bringBack();
        gatehouse.tick();
        passes(Duration.ofMinutes(2));

        assertThat(lines.all()).hasSize(4);
        assertThat(lines.all().get(1)).contains("for 1 min;", "last one: 20;", "[shop]");
        assertThat(lines.all().get(2)).contains("for 2 min;", "last one: 5;", "[shop]");
        assertThat(lines.all().get(3)).startsWith("the store is back after ").endsWith(": 25");
    }

    @Test
    void givenRequestsThatWereRefusedAndNoRoom_whenAMinuteIsQuiet_thenItIsOver() {
        browser.opens(Login.authorize());
        stores.takeAway();
        comes(1);
        stores.bringBack();

        passes(Duration.ofMinutes(1));
        passes(Duration.ofMinutes(1));

        assertThat(lines.all()).hasSizeBetween(2, 3);
        assertThat(lines.all().get(0)).startsWith("the store is away");
        assertThat(lines.all().get(lines.all().size() - 1)).startsWith("the store is back");
    }

    private void comes(int times) {
        IntStream.range(0, times)
                .forEach(time ->
                        assertThat(browser.gets("/rooms/shop/wait").status()).isEqualTo(503));
    }

    private void passes(Duration span) {
        gatehouse.bean(MutableScheduler.class).advance(span);
    }
}
