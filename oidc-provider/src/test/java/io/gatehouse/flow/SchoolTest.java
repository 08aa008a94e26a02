package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.time.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A school and a script come from one address each, at once. Half of the school's browsers run scripts and
 * half do not; the script does whatever lets it on soonest, which is to wait with all of its cookies at once.
 */
class SchoolTest {

    private static final int CONNECTIONS = 16;

    /** Somebody who has been asked to work or to wait. */
    private record Asked(String cookie, NewcomerPage page) {}

    /** Those of one address. */
    private static final class Newcomers {

        private final RunningGatehouse gatehouse;
        private final String address;
        private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
        private final AtomicInteger inLine = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        Newcomers(RunningGatehouse gatehouse, String address) {
            this.gatehouse = gatehouse;
            this.address = address;
        }

        void come(int many) {
            var left = new AtomicInteger(many);
            together(wire -> {
                while (left.getAndDecrement() > 0) {
                    var first = wire.gets("/rooms/shop/enter", "");
                    if (first.status() == 429) { // as many requests as an address has
                        refused.incrementAndGet();
                    } else {
                        var cookie = first.cookie();
                        counts(cookie, wire.gets("/rooms/shop/enter?request=&cookie=set", cookie));
                    }
                }
            });
        }

        /** All who have been asked go on: every second one with work, if they work at all. */
        void goOn(boolean worksEverySecond) {
            var all = new ConcurrentLinkedQueue<>(asked);
            asked.clear();
            var number = new AtomicInteger();
            together(wire -> {
                for (var one = all.poll(); one != null; one = all.poll()) {
                    var works = worksEverySecond && number.getAndIncrement() % 2 == 0;
                    var form = works ? one.page.with(one.page.solution()) : one.page.pressed();
                    counts(one.cookie, wire.posts("/rooms/shop/enter", one.cookie, Browser.form(form)));
                }
            });
        }

        private void counts(String cookie, Wire.Reply reply) {
            if (reply.status() == 303) {
                inLine.incrementAndGet();
            } else if (reply.status() == 429) {
                refused.incrementAndGet();
            } else {
                asked.add(new Asked(cookie, new NewcomerPage(reply.body())));
            }
        }

        private void together(Deed deed) {
            var port = URI.create(gatehouse.issuer()).getPort();
            new RetryingVisitors(port).sends(CONNECTIONS, wire -> {
                try {
                    deed.by(wire.from(address));
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            });
        }
    }

    private interface Deed {

        void by(Wire wire) throws IOException;
    }

    @Test
    void givenASchoolAndAScript_whenBothJoinAtOnce_thenTheSchoolIsInLineAndTheScriptHasNoMoreThanIsStated() {
        sale(
                60,
                300,
                100,
                "gatehouse.limits.free-places=10",
                "gatehouse.limits.places=100",
                "gatehouse.limits.work=500");
    }

    /**
     * At full size a script of twenty thousand; and all the work, which one machine does here for all the
     * pupils' own.
     */
    @Test
    @Tag("faults")
    void givenTwoThousandOfASchoolAndAScriptOfManyMore_whenTheyJoin_thenTheSettingsAsTheyStandDoForBoth() {
        sale(2_000, FaultSize.of(4_000, 20_000), 3_000, "gatehouse.limits.work=" + FaultSize.of(1_000, 50_000));
    }

    private static void sale(int pupils, int joins, int places, String... settings) {
        var more = Stream.concat(
                Stream.of("gatehouse.trusted-proxies=1", "gatehouse.limits.enabled=true"), Stream.of(settings));
        try (var gatehouse = RunningGatehouse.start(more.toArray(String[]::new))) {
            var begun = gatehouse.bean(Ticker.class).read();
            var school = new Newcomers(gatehouse, "192.0.2.1");
            var script = new Newcomers(gatehouse, "198.51.100.1");

            script.come(joins / 2);
            school.come(pupils);
            script.come(joins - joins / 2);
            gatehouse.clock().advance(Duration.ofSeconds(10));
            script.goOn(false);
            school.goOn(true);

            var took = Duration.ofNanos(gatehouse.bean(Ticker.class).read() - begun);
            System.out.printf(
                    "FIGURE %d of a school and a script of %d joins: %d and %d in line, %d refused, in %d ms%n",
                    pupils, joins, school.inLine.get(), script.inLine.get(), script.refused.get(), took.toMillis());
            assertThat(school.inLine).hasValue(pupils);
            assertThat(school.refused).hasValue(0);
            // What has come back meanwhile of a window of ten minutes.
            var back = places * took.toMillis() / Duration.ofMinutes(10).toMillis() + 1;
            assertThat(script.inLine.get()).isBetween(places, Math.toIntExact(places + back));
            assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(pupils + script.inLine.get());
        }
    }
}
