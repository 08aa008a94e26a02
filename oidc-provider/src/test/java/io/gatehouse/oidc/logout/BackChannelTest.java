package io.gatehouse.oidc.logout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a notice at a site that does not behave. */
class BackChannelTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final LogoutSite site = new LogoutSite();
    private final MutableScheduler scheduler = new MutableScheduler();

    @AfterEach
    void closeTheSite() {
        site.close();
    }

    @Test
    void givenASiteThatKeepsFailing_whenAllAttemptsAreMade_thenTheNoticeIsGivenUp() throws Exception {
        site.answers(500, 400, 302, 503, 201, 200);

        assertThat(delivered(site.uri(), () -> Optional.of("token"))).isFalse();
        assertThat(List.of(site.next(), site.next(), site.next(), site.next(), site.next()))
                .hasSize(5);
        assertThat(site.already()).isEmpty();
    }

    @Test
    void givenASiteThatFails_whenMoreThanAMinuteHasPassed_thenItIsNotToldAgain() throws Exception {
        site.answers(500);
        var ends = new LinkedBlockingQueue<Boolean>();

        try (var channel = channel(site.uri())) {
            channel.take(notice(ends, () -> Optional.of("token")));
            site.next();
            await().atMost(TIMEOUT).until(() -> scheduler.hasScheduled(BackChannel.PAUSES.get(0)));

            scheduler.advance(Duration.ofSeconds(71));

            assertThat(ends.take()).isFalse();
            assertThat(site.already()).isEmpty();
        }
    }

    @Test
    void givenASiteThatAnswers204_whenItIsTold_thenThatWillDo() throws Exception {
        site.answers(204);

        assertThat(delivered(site.uri(), () -> Optional.of("token"))).isTrue();
    }

    @Test
    void givenASiteThatNobodyAnswersFor_whenItIsTold_thenTheNoticeIsGivenUp() throws Exception {
        var nobody = "http://localhost:" + FreePorts.next() + "/";

        assertThat(delivered(nobody, () -> Optional.of("token"))).isFalse();
    }

    @Test
    void givenASiteThatNeverStopsAnswering_whenItIsTold_thenItsFirstLineIsEnough() throws Exception {
        try (var endless = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var babbler = new Thread(() -> babble(endless));
            babbler.setDaemon(true);
            babbler.start();

            assertThat(delivered("http://localhost:" + endless.getLocalPort() + "/", () -> Optional.of("token")))
                    .isTrue();
        }
    }

    @Test
    void givenAStoreThatIsAway_whenItComesBack_thenTheSiteIsTold() throws Exception {
        var looks = new AtomicInteger();

        var delivered = delivered(site.uri(), () -> {
            if (looks.incrementAndGet() < 3) {
                throw new StoreUnavailableException("away", new IOException());
            }
            return Optional.of("token");
        });

        assertThat(delivered).isTrue();
        assertThat(site.next().token()).isEqualTo("token");
    }

    @Test
    void givenNothingToTell_whenItIsItsTurn_thenTheSiteIsLeftAlone() throws Exception {
        assertThat(delivered(site.uri(), Optional::empty)).isTrue();
        assertThat(site.already()).isEmpty();
    }

    @Test
    void givenASiteThatHangs_whenThousandsAreToBeTold_thenTheRestIsGivenUpAtOnce() throws Exception {
        site.hangs();
        var ends = new LinkedBlockingQueue<Boolean>();

        try (var channel = channel(site.uri())) {
            for (var notice = 0; notice < 1_010; notice++) {
                channel.take(notice(ends, () -> Optional.of("token")));
            }

            assertThat(ends).hasSize(10).containsOnly(false);
        }
    }

    private boolean delivered(String uri, java.util.function.Supplier<Optional<String>> token)
            throws InterruptedException {
        var ends = new LinkedBlockingQueue<Boolean>();
        try (var channel = channel(uri)) {
            channel.take(notice(ends, token));
            await().atMost(TIMEOUT).until(() -> {
                scheduler.advanceToNext();
                return !ends.isEmpty();
            });
            return ends.take();
        }
    }

    private BackChannel channel(String uri) {
        return new BackChannel("shop", URI.create(uri), BackChannel.client(TIMEOUT), TIMEOUT, scheduler);
    }

    private static BackChannel.Notice notice(
            BlockingQueue<Boolean> ends, java.util.function.Supplier<Optional<String>> token) {
        return new BackChannel.Notice() {
            @Override
            public Optional<String> token() {
                return token.get();
            }

            @Override
            public void isAttempted() {}

            @Override
            public void isDone(boolean isDelivered) {
                ends.add(isDelivered);
            }
        };
    }

    private static void babble(ServerSocket endless) {
        try (var socket = endless.accept()) {
            var out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            while (true) {
                out.write("1\r\nx\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (IOException goneAway) {
            // That is what should happen.
        }
    }
}
