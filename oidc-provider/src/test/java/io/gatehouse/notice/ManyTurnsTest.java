package io.gatehouse.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.board.Boards;
import io.gatehouse.event.WebhookStub;
import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A large sale by each way: the turns of a minute come while the receiver answers nothing, and all of them
 * are told when it does. The clock stands, so no turn is over before.
 */
@Tag("faults")
class ManyTurnsTest {

    /** More than may wait at a time; the whole of a large sale with {@code -Dtest.faults=full}. */
    private static final int CROWD = FaultSize.of(3_000, 20_000);

    /** Seconds of a minute. */
    private static final int TICKS = 60;

    private static final int PER_NETWORK = 90;

    @ParameterizedTest
    @EnumSource
    void givenAReceiverThatKeepsAllWaiting_whenTheTurnsOfAMinuteCome_thenTheLineGoesOnAndEachIsToldOnce(Way way)
            throws Exception {
        try (var receiver = NoticeReceiver.of(way);
                var gatehouse = starts(receiver.port()).standing()) {
            ask(gatehouse, way, receiver);

            for (var second = 1; second <= TICKS; second++) {
                gatehouse.letIn("many", CROWD * second / TICKS - CROWD * (second - 1) / TICKS);
            }

            var room = gatehouse.room("many");
            await("messages under way").until(() -> receiver.waiting() > 0);
            assertThat(gatehouse.bean(Boards.class).of(room).board().serving(0)).isEqualTo(CROWD);
            assertThat(room.at(Position.of(CROWD)).orElseThrow().stage()).isEqualTo(Stage.TURN);

            receiver.opens();
            await().atMost(Duration.ofMinutes(5)).until(() -> {
                // Turns for which there was no room are looked for again after a minute.
                gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(1));
                gatehouse.tick();
                return receiver.told().size() >= CROWD;
            });
            gatehouse.elapse(Duration.ofMinutes(2));
            gatehouse.bean(NoticeWatch.class).settle();
            gatehouse.bean(NoticePost.class).close();
            assertThat(receiver.told()).hasSize(CROWD).doesNotHaveDuplicates();
        }
    }

    private static RunningGatehouse starts(int port) {
        return RunningGatehouse.start(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.port=" + port,
                "gatehouse.alerts.mail.security=none",
                "gatehouse.alerts.mail.from=shop@example.com",
                "gatehouse.alerts.mail.answer-within=30s",
                "gatehouse.notices.most-per-hour=100000",
                "gatehouse.notices.phones.url=http://localhost:" + port + "/hook",
                "gatehouse.notices.phones.secrets=" + WebhookStub.SECRET,
                "gatehouse.notices.phones.countries=DE",
                "gatehouse.notices.phones.answer-within=30s",
                "gatehouse.notices.phones.most-per-room=100000",
                "gatehouse.notices.phones.most-of-house=100000",
                "gatehouse.notices.push.hosts=localhost",
                "gatehouse.notices.push.answer-within=30s",
                "gatehouse.rooms.many.claim-window=30m",
                "gatehouse.rooms.many.notices=email,sms,voice,push");
    }

    /** Visitors who have joined, each with an address of their own. */
    private static void ask(RunningGatehouse gatehouse, Way way, NoticeReceiver receiver) throws Exception {
        gatehouse.tick();
        var room = gatehouse.room("many");
        var notices = gatehouse.bean(Notices.class);
        var threads = Executors.newFixedThreadPool(32);
        var answers = IntStream.range(0, CROWD)
                .mapToObj(n -> threads.submit(() -> {
                    var to = Map.of(way, address(way, n, receiver));
                    var place = room.join(new PlaceId(UUID.randomUUID()));
                    return notices.ask(room, place, new Notices.Question(to, "en", "192.0." + n / PER_NETWORK));
                }))
                .toList();
        threads.shutdown();
        for (Future<Notices.Answer> answer : answers) {
            assertThat(answer.get()).isEqualTo(Notices.Answer.ASKED);
        }
    }

    private static String address(Way way, int n, NoticeReceiver receiver) {
        return switch (way) {
            case EMAIL -> "visitor" + n + "@example.com";
            case SMS, VOICE -> "+49151%08d".formatted(10_000_000 + n * 4_000); // two or three of a range
            case PUSH -> receiver.subscription(String.valueOf(n));
        };
    }
}
