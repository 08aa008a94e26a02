package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Section 7, test 27: admitted visitors log in again and again while nobody can write to the line. The minute
 * is one of a machine that does nothing else, so what counts is the time that its processors have spent on
 * it, our own clients included.
 */
@Tag("sites")
class ReentryLoadTest {

    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int VISITORS = 50;
    private static final int LOGINS = 2_000;
    private static final int CLIENTS = 8;

    @Test
    void givenALineThatCannotBeWritten_whenAdmittedVisitorsLogInAnew_thenAllOfThemAreAnsweredWithinTheMinute() {
        try (var gatehouse = RunningGatehouse.start("gatehouse.rooms.shop.capacity=" + VISITORS)) {
            var port = URI.create(gatehouse.issuer()).getPort();
            var cookies = admitted(gatehouse, port);
            gatehouse.bean(LineLock.class).lock();
            var next = new AtomicInteger();
            var done = new AtomicInteger();
            var begun = System.nanoTime();
            var used = MACHINE.getProcessCpuTime();

            new RetryingVisitors(port).sends(CLIENTS, wire -> {
                for (var login = next.getAndIncrement(); login < LOGINS; login = next.getAndIncrement()) {
                    logsIn(gatehouse, wire, cookies.get(login % VISITORS));
                    done.incrementAndGet();
                }
            });

            var took = Duration.ofNanos(System.nanoTime() - begun);
            var alone = Duration.ofNanos((MACHINE.getProcessCpuTime() - used) / MACHINE.getAvailableProcessors());
            System.out.printf(
                    "FIGURE %d logins of admitted visitors in %d ms, %d ms of the whole machine%n",
                    LOGINS, took.toMillis(), alone.toMillis());
            assertThat(done).hasValue(LOGINS);
            assertThat(alone).isLessThan(Duration.ofMinutes(1));
        }
    }

    /** The control: the lock bites those who are not admitted. */
    @Test
    void givenALineThatCannotBeWritten_whenANewcomerLogsIn_thenTheyAreAskedToComeBack() throws IOException {
        try (var gatehouse = RunningGatehouse.start("gatehouse.rooms.shop.capacity=1");
                var wire = new Wire(URI.create(gatehouse.issuer()).getPort())) {
            gatehouse.bean(LineLock.class).lock();
            var first = wire.gets("/rooms/shop/enter", "");

            var answer = wire.gets("/rooms/shop/enter?request=&cookie=set", first.cookie());

            assertThat(answer.status()).isEqualTo(503);
        }
    }

    private static List<String> admitted(RunningGatehouse gatehouse, int port) {
        try (var wire = new Wire(port)) {
            var cookies = IntStream.range(0, VISITORS)
                    .mapToObj(visitor -> RetryingVisitors.joins(wire).cookie())
                    .toList();
            cookies.forEach(cookie -> logsIn(gatehouse, wire, cookie));
            return cookies;
        }
    }

    private static void logsIn(RunningGatehouse gatehouse, Wire wire, String cookie) {
        try {
            var answer = wire.gets(Login.authorize("nonce", "n-1"), cookie);
            var code = Browser.parameters(answer.header("location")).getOrDefault("code", "");
            assertThat(code)
                    .as(answer.status() + " " + answer.header("location"))
                    .isNotEmpty();
            var tokens = Login.redeem(gatehouse, code);
            assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
            var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
            assertThat(user.status()).isEqualTo(200);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
