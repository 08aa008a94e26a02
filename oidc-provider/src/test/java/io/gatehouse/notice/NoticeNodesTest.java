package io.gatehouse.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.board.Boards;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several nodes find the same turns, and a mail server that never answers meets a large sale. */
class NoticeNodesTest {

    private static final int CROWD = 20_000;

    @Test
    void givenThreeNodes_whenTheSameTurnsCome_thenEachVisitorGetsOneMail() throws Exception {
        var port = FreePorts.next();
        var mail = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (var gatehouse = starts(port)) {
            var room = gatehouse.room("many");
            var others = List.of(node(gatehouse), node(gatehouse));
            asks(gatehouse, room, 200);

            room.letIn(200);
            IntStream.range(0, 3).forEach(n -> {
                gatehouse.tick();
                others.forEach(node -> node.saw(
                        room.configuration(), room.snapshot(), gatehouse.clock().instant()));
            });

            await().atMost(Duration.ofMinutes(1)).until(() -> mail.getReceivedMessages().length >= 200);
            gatehouse.elapse(Duration.ofMinutes(2));
            others.forEach(node -> node.saw(
                    room.configuration(), room.snapshot(), gatehouse.clock().instant()));
            others.forEach(NoticeWatch::close);
            assertThat(mail.getReceivedMessages())
                    .extracting(message -> message.getAllRecipients()[0].toString())
                    .hasSize(200)
                    .doesNotHaveDuplicates();
        } finally {
            mail.stop();
        }
    }

    @Test
    void givenAMailServerThatNeverAnswers_whenTwentyThousandTurnsCome_thenTheLineGoesOnAndTheQueueIsBounded()
            throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var gatehouse = starts(silent.getLocalPort())) {
            var room = gatehouse.room("many");
            asks(gatehouse, room, CROWD);

            room.letIn(CROWD);
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                gatehouse.tick();
                return room.snapshot().serving() == CROWD;
            });

            assertThat(room.at(Position.of(CROWD)).orElseThrow().stage()).isEqualTo(Stage.TURN);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> !gatehouse.bean(NoticePost.class).hasRoom(List.of(Way.EMAIL)));
            gatehouse.tick();
            assertThat(gatehouse
                            .bean(MeterRegistry.class)
                            .get("gatehouse.notices")
                            .tag("room", "many")
                            .counters())
                    .allSatisfy(counter -> assertThat(counter.count()).isLessThanOrEqualTo(NoticePost.MOST));
        }
    }

    private static RunningGatehouse starts(int port) {
        return RunningGatehouse.start(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.port=" + port,
                "gatehouse.alerts.mail.security=none",
                "gatehouse.alerts.mail.from=shop@example.com",
                "gatehouse.notices.most-per-address=100",
                "gatehouse.rooms.many.notices=email");
    }

    private static NoticeWatch node(RunningGatehouse gatehouse) {
        return new NoticeWatch(
                gatehouse.bean(WaitingRooms.class),
                gatehouse.bean(Boards.class),
                gatehouse.bean(NoticeBook.class),
                gatehouse.bean(NoticePost.class),
                gatehouse.bean(NoticeProperties.class),
                gatehouse.bean(NoticeWatch.Times.class));
    }

    /** Visitors who have joined, each with an address of their own. */
    private static void asks(RunningGatehouse gatehouse, WaitingRoom room, int many) throws Exception {
        gatehouse.tick();
        var notices = gatehouse.bean(Notices.class);
        var threads = Executors.newFixedThreadPool(32);
        for (var n = 0; n < many; n++) {
            var address = "visitor" + n + "@example.com";
            threads.execute(() -> {
                var place = room.join(new PlaceId(UUID.randomUUID()));
                assertThat(notices.ask(room, place, Way.EMAIL, address, "en")).isEqualTo(Notices.Answer.ASKED);
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }
}
