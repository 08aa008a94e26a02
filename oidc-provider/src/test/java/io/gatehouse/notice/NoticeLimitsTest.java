package io.gatehouse.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.event.WebhookStub;
import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.notice.NoticeBook.PageOf;
import io.gatehouse.room.Terms.Notices.Way;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Strangers ask for notices to other people: from many networks, from one network, and from one place. The
 * limits of docs/operate/notices.md bound the messages that leave. The clock stands, so no limit ends early.
 */
class NoticeLimitsTest {

    private static final int OF_A_ROOM_IN_AN_HOUR = 40;
    private static final int TO_PHONES_OF_A_ROOM_IN_A_DAY = 20;
    private static final int TO_PHONES_OF_THE_HOUSE_IN_A_DAY = 30;
    private static final int PLACES_FOR_AN_ADDRESS = 3;
    private static final int PLACES_FOR_A_RANGE = 5;
    private static final int REQUESTS_OF_A_NETWORK = 60;
    private static final int PLACES_OF_A_NETWORK_WITH_A_NUMBER = 3;
    private static final int FORMS_OF_A_PLACE = 5;

    /** Networks that name the same victim, and networks whose victims have numbers of one range. */
    private static final int FEW = 10;

    /** Forms from each of many networks. Only the last form has the victim's address. */
    private static final int FORMS = 4;

    private static final int CLIENTS = 4;

    @Test
    void givenStrangersOfManyNetworks_whenAllTurnsCome_thenNoMoreAreToldThanIsStated() throws Exception {
        tellsNoMoreThanIsStated(30);
    }

    /** Ten thousand attempts by each way at full size. */
    @Test
    @Tag("faults")
    void givenTenThousandAttemptsOfTwoThousandNetworks_whenAllTurnsCome_thenNoMoreAreToldThanIsStated()
            throws Exception {
        tellsNoMoreThanIsStated(FaultSize.of(400, 2_000));
    }

    private static void tellsNoMoreThanIsStated(int networks) throws Exception {
        try (var mail = NoticeReceiver.of(Way.EMAIL);
                var hook = NoticeReceiver.of(Way.SMS);
                var push = NoticeReceiver.of(Way.PUSH);
                var gatehouse = starts(mail.port(), hook.port()).standing()) {
            var now = gatehouse.clock().instant();
            var morning = now.truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(30));
            gatehouse.pass(Duration.between(now, morning)); // no hour or day ends meanwhile
            var attacks = List.of(
                    new Attack(gatehouse, Way.EMAIL, mail),
                    new Attack(gatehouse, Way.SMS, hook),
                    new Attack(gatehouse, Way.PUSH, push));
            for (var attack : attacks) {
                attack.goesOn(networks);
            }
            attacks.get(1).goesOnInAnotherRoom();

            gatehouse.bean(NoticePost.class).close();
            assertThat(mail.messages()).isEqualTo(OF_A_ROOM_IN_AN_HOUR);
            assertThat(hook.messages()).isEqualTo(TO_PHONES_OF_THE_HOUSE_IN_A_DAY);
            assertThat(push.messages()).isEqualTo(OF_A_ROOM_IN_AN_HOUR);
        }
    }

    private static RunningGatehouse starts(int mail, int hook) {
        return RunningGatehouse.start(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.trusted-proxies=1",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.port=" + mail,
                "gatehouse.alerts.mail.security=none",
                "gatehouse.alerts.mail.from=shop@example.com",
                "gatehouse.notices.most-per-hour=" + OF_A_ROOM_IN_AN_HOUR,
                "gatehouse.notices.most-per-address=" + PLACES_FOR_AN_ADDRESS,
                "gatehouse.notices.most-per-network=" + REQUESTS_OF_A_NETWORK,
                "gatehouse.notices.phones.url=http://localhost:" + hook + "/hook",
                "gatehouse.notices.phones.secrets=" + WebhookStub.SECRET,
                "gatehouse.notices.phones.countries=DE",
                "gatehouse.notices.phones.most-per-network=" + PLACES_OF_A_NETWORK_WITH_A_NUMBER,
                "gatehouse.notices.phones.most-per-range=" + PLACES_FOR_A_RANGE,
                "gatehouse.notices.phones.most-per-room=" + TO_PHONES_OF_A_ROOM_IN_A_DAY,
                "gatehouse.notices.phones.most-of-house=" + TO_PHONES_OF_THE_HOUSE_IN_A_DAY,
                "gatehouse.notices.push.hosts=localhost",
                "gatehouse.rooms.email.claim-window=30m",
                "gatehouse.rooms.email.notices=email",
                "gatehouse.rooms.sms.claim-window=30m",
                "gatehouse.rooms.sms.notices=sms",
                "gatehouse.rooms.push.claim-window=30m",
                "gatehouse.rooms.push.notices=push",
                "gatehouse.rooms.more.claim-window=30m",
                "gatehouse.rooms.more.notices=sms");
    }

    /** By one way, against a room of that name. */
    private static final class Attack {

        private final RunningGatehouse gatehouse;
        private final Way way;
        private final NoticeReceiver receiver;
        private String room;

        private Attack(RunningGatehouse gatehouse, Way way, NoticeReceiver receiver) {
            this.gatehouse = gatehouse;
            this.way = way;
            this.receiver = receiver;
            this.room = way.word();
        }

        /** A visitor with a place, and the connection that carries its requests. */
        private record Stranger(Wire wire, String from, String cookie) {}

        private void goesOn(int networks) throws Exception {
            receiver.opens();
            try (var wire = wire()) {
                assertThat(asks(joins(wire, "192.0.2.1"), other(0, 0))).isTrue();
                var ofVictim = IntStream.range(0, FEW)
                        .filter(n -> asksForOthersAnd(joins(wire, network(n)), n, victim(n)))
                        .count();
                assertThat(ofVictim).as("%s: all hear the same", way).isEqualTo(way == Way.PUSH ? 3 : FEW);
                var ofOneRange = IntStream.range(FEW, 2 * FEW)
                        .filter(n -> asksForOthersAnd(joins(wire, network(n)), n, ofOneRange(n)))
                        .count();
                assertThat(ofOneRange).isEqualTo(FEW);
            }
            atOnce(n -> strangersComeFrom(2 * FEW + n, networks));
            comeFromOneNetwork(networks);
            comesAgainAndAgain();

            gatehouse.letIn(room, 1 + 2 * FEW);
            areTold(PLACES_FOR_AN_ADDRESS, this::isVictim);
            areTold(way == Way.SMS ? PLACES_FOR_A_RANGE : FEW, this::isOfOneRange);
            areTold(1, to -> to.contains(way == Way.SMS ? other(0, 0) : "other-0-0"));
            lastTurnsCome();
            isOver(way == Way.SMS ? TO_PHONES_OF_A_ROOM_IN_A_DAY : OF_A_ROOM_IN_AN_HOUR);

            assertThat(receiver.told().stream().filter(this::isVictim))
                    .as("%s: places that tell one victim", way)
                    .hasSize(PLACES_FOR_AN_ADDRESS);
            assertThat(receiver.told().stream().filter(this::isOfOneRange))
                    .as("%s: places that tell one range", way)
                    .hasSize(way == Way.SMS ? PLACES_FOR_A_RANGE : FEW);
        }

        /** The limit of the house bounds the messages of both rooms. */
        private void goesOnInAnotherRoom() throws Exception {
            room = "more";
            try (var wire = wire()) {
                var taken = IntStream.range(0, 2 * FEW)
                        .filter(n -> asks(joins(wire, network(n)), other(7_000 + n, 0)))
                        .count();
                assertThat(taken).isEqualTo(2 * FEW);
            }

            lastTurnsCome();
            isOver(TO_PHONES_OF_THE_HOUSE_IN_A_DAY);
        }

        private void lastTurnsCome() {
            var seen = gatehouse.room(room).snapshot();
            gatehouse.letIn(room, (int) (seen.issued() - seen.serving()));
        }

        private boolean strangersComeFrom(int first, int networks) {
            try (var wire = wire()) {
                for (var n = first; n < networks; n += CLIENTS) {
                    assertThat(asksForOthersAnd(joins(wire, network(n)), n, other(n, FORMS)))
                            .isTrue();
                }
                return true;
            }
        }

        private void comeFromOneNetwork(int requests) {
            var places = REQUESTS_OF_A_NETWORK / 3;
            try (var wire = wire()) {
                var strangers = IntStream.range(0, places)
                        .mapToObj(n -> joins(wire, "198.51." + way.ordinal() + "." + n))
                        .toList();
                var taken = IntStream.range(0, Math.max(requests, 2 * REQUESTS_OF_A_NETWORK))
                        .filter(n -> asks(strangers.get(n % places), other(5_000 + n % places, n / places)))
                        .count();
                assertThat(taken)
                        .as("%s: of one network", way)
                        .isEqualTo(way == Way.SMS ? 3 * PLACES_OF_A_NETWORK_WITH_A_NUMBER : REQUESTS_OF_A_NETWORK);
            }
        }

        private void comesAgainAndAgain() {
            try (var wire = wire()) {
                var stranger = joins(wire, "203.0." + way.ordinal() + ".1");
                assertThat(IntStream.range(0, 2 * FORMS_OF_A_PLACE).filter(n -> asks(stranger, other(6_000, n))))
                        .as("%s: of one place", way)
                        .hasSize(FORMS_OF_A_PLACE);
            }
        }

        /** Whether the last form, which has this address, was taken. */
        private boolean asksForOthersAnd(Stranger stranger, int number, String address) {
            for (var form = 1; form < FORMS; form++) {
                assertThat(asks(stranger, other(number, form))).isTrue();
            }
            return asks(stranger, address);
        }

        private boolean asks(Stranger stranger, String address) {
            var form = Browser.form(Map.of(way.word(), address));
            var path = "/rooms/" + room + "/notice";
            var reply = RetryingVisitors.asks(
                    stranger.wire(), wire -> wire.from(stranger.from()).posts(path, stranger.cookie(), form));
            assertThat(reply.status()).isIn(303, 400);
            assertThat(reply.header("location")).matches(reply.status() == 303 ? ".*" + path + ".*" : "");
            return reply.status() == 303;
        }

        private Stranger joins(Wire wire, String from) {
            var path = "/rooms/" + room + "/enter";
            var first =
                    RetryingVisitors.asks(wire, through -> through.from(from).gets(path, ""));
            var entered = RetryingVisitors.asks(
                    wire, through -> through.from(from).gets(path + "?request=&cookie=set", first.cookie()));
            assertThat(entered.status()).isEqualTo(303);
            return new Stranger(wire, from, entered.cookie());
        }

        private Wire wire() {
            return new Wire(URI.create(gatehouse.issuer()).getPort());
        }

        private static String network(int n) {
            return n % 2 == 0 ? "100." + n / 250 + "." + n % 250 + ".7" : "2001:db8:%x::7".formatted(n);
        }

        /** An address that no other place names. */
        private String other(int number, int form) {
            return switch (way) {
                case EMAIL -> "other-" + number + "-" + form + "@example.com";
                case SMS, VOICE -> "+49151%04d%04d".formatted(1_000 + number % 9_000, number / 9_000 * 1_000 + form);
                case PUSH -> receiver.subscription("other-" + number + "-" + form);
            };
        }

        private String victim(int n) {
            return switch (way) {
                case EMAIL -> n % 2 == 0 ? "v.ictim+" + n + "@gmail.com" : "victim@googlemail.com";
                case SMS, VOICE -> "+4915199999999";
                case PUSH -> receiver.subscription("victim");
            };
        }

        private boolean isVictim(String to) {
            return to.contains("@g") || to.equals("+4915199999999") || to.endsWith("/victim");
        }

        private String ofOneRange(int n) {
            return switch (way) {
                case EMAIL -> "range" + n + "@example.com";
                case SMS, VOICE -> "+4915188880%03d".formatted(n);
                case PUSH -> receiver.subscription("range" + n);
            };
        }

        private boolean isOfOneRange(String to) {
            return to.contains("range") || to.startsWith("+491518888");
        }

        private void areTold(int many, Predicate<String> whom) {
            await("%s to %d".formatted(way, many)).until(() -> {
                gatehouse.tick();
                return receiver.told().stream().filter(whom).count() >= many;
            });
        }

        /** Waits until all turns have come and no address is kept. */
        private void isOver(int messages) {
            var at = gatehouse.room(room);
            var book = gatehouse.bean(NoticeBook.class);
            var opening = at.snapshot().opening();
            await("%s: %d".formatted(way, messages))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        gatehouse.tick();
                        return receiver.messages() >= messages
                                && LongStream.rangeClosed(0, at.snapshot().issued() / NoticeBook.PAGE)
                                        .allMatch(page -> book.page(new PageOf(at.id(), opening, 0, page))
                                                .isEmpty());
                    });
            assertThat(at.snapshot().serving()).isEqualTo(at.snapshot().issued());
            for (var n = 0; n < 3; n++) {
                gatehouse.elapse(Duration.ofMinutes(1));
            }
            assertThat(receiver.messages()).as("%s: messages", way).isEqualTo(messages);
        }

        /** Runs all clients side by side. */
        private static void atOnce(IntPredicate work) throws Exception {
            var threads = Executors.newFixedThreadPool(CLIENTS);
            var all = IntStream.range(0, CLIENTS)
                    .mapToObj(n -> threads.submit((Callable<Boolean>) () -> work.test(n)))
                    .toList();
            threads.shutdown();
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
        }
    }
}
