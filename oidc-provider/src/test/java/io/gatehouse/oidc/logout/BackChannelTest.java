package io.gatehouse.oidc.logout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.time.MutableScheduler;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource
    void givenASiteWhoseAnswerIsHostile_whenItIsTold_thenItsFirstLineIsEnough(HostileServer.Answer answer)
            throws Exception {
        var isTold = EnumSet.of(HostileServer.Answer.ENDLESS, HostileServer.Answer.TRICKLING, HostileServer.Answer.BOMB)
                .contains(answer);
        try (var hostile = new HostileServer(answer)) {
            assertThat(delivered(hostile.uri().toString(), () -> Optional.of("token")))
                    .isEqualTo(isTold);
            assertThat(hostile.sent()).isLessThan(HostileServer.FEW);
            assertThat(hostile.askedInside()).isZero();
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

    @ParameterizedTest
    @CsvSource({"LOGOUT,1010", "TIME,10010"})
    void givenASiteThatHangs_whenThousandsAreToBeTold_thenTheRestIsGivenUpAtOnce(BackChannel.Kind kind, int thousands)
            throws Exception {
        site.hangs();
        var ends = new LinkedBlockingQueue<Boolean>();

        try (var channel = channel(kind, site.uri())) {
            for (var notice = 0; notice < thousands; notice++) {
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
        return channel(BackChannel.Kind.LOGOUT, uri);
    }

    private BackChannel channel(BackChannel.Kind kind, String uri) {
        return new BackChannel(kind, "shop", URI.create(uri), BackChannel.client(TIMEOUT), scheduler);
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
}
