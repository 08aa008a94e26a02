package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.awsapi.sns.Topics;
import io.gatehouse.flow.LogLines;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.StubAmazon;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.testing.HostileServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Amazon SNS delivers: the topic of the old MaxSize inlet, whose function is not needed any more. */
class SnsTest {

    private static final String CONFIRM = SnsTopic.HOST + "/?Action=ConfirmSubscription&Token=2336412f37f";

    private static final SnsTopic TOPIC = new SnsTopic("arn:aws:sns:eu-central-1:123456789012:exits");
    private static final SnsTopic CHINESE = new SnsTopic("arn:aws-cn:sns:cn-north-1:123456789012:exits");
    private static final SnsTopic OTHER = new SnsTopic("arn:aws:sns:eu-central-1:123456789012:others");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.sized.capacity=10",
                    "gatehouse.rooms.sized.aws-api.enabled=true",
                    "gatehouse.rooms.sized.aws-api.max-size-topics=" + TOPIC.arn() + "," + CHINESE.arn(),
                    "gatehouse.rooms.other.aws-api.enabled=true",
                    "gatehouse.rooms.other.aws-api.max-size-topics=" + OTHER.arn())
            .standing();

    private final StubAmazon amazon = gatehouse.bean(StubAmazon.class);
    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");

    @BeforeEach
    void emptyTheLine() {
        amazon.put(SnsTopic.CERTIFICATE, SnsTopic.certificate());
        amazon.put(CONFIRM, "<ConfirmSubscriptionResponse/>");
        amazon.asked().clear();
        gatehouse.reopens("sized");
        gatehouse.tick();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void givenARoomOfTen_whenMessagesAreDeliveredTwiceAndInAnyOrder_thenTenAreInsideAndTheCounterIsRight(
            String version) {
        var ids = inside(10, 40);
        var messages = new ArrayList<String>();
        for (var n = 0; n < 5; n++) {
            messages.add(json(SnsTopic.signed(
                    TOPIC.notification(message(List.of(ids.get(2 * n)), List.of(ids.get(2 * n + 1))), now()),
                    version)));
        }
        messages.addAll(List.copyOf(messages));
        Collections.shuffle(messages, new Random(7));

        for (var message : messages) {
            assertThat(delivered(message).status()).isEqualTo(200);
            gatehouse.tick();
            assertThat(gatehouse.room("sized").snapshot().slots()).isEqualTo(10);
        }

        assertThat(counter()).isEqualTo("20");
        assertThat(delivered(messages.get(0)).body()).isEqualTo("{\"message\":\"Delivered before.\"}");
        assertThat(gatehouse.room("sized").snapshot().endings().completed()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Type",
                "MessageId",
                "TopicArn",
                "Message",
                "Subject",
                "Timestamp",
                "Signature",
                "SignatureVersion",
                "SigningCertURL"
            })
    void givenADelivery_whenOneMemberIsAnotherOrMissing_thenItIsRefusedAndNobodyIsLetIn(String member) {
        var id = inside(10, 20).get(0);
        var unsigned = TOPIC.notification(message(List.of(id), List.of()), now());
        unsigned.put("Subject", "exits");
        var sent = SnsTopic.signed(unsigned, "2");
        var others = Map.of(
                "Type",
                "SubscriptionConfirmation",
                "TopicArn",
                OTHER.arn(),
                "Timestamp",
                now().plusMillis(1).toString(),
                "SignatureVersion",
                "1",
                "SigningCertURL",
                "https://sns.eu-central-1.amazonaws.com.example" + SnsTopic.PATH);
        var altered = new LinkedHashMap<>(sent);
        altered.put(member, others.getOrDefault(member, "A" + sent.get(member)));
        var lacking = new LinkedHashMap<>(sent);
        lacking.remove(member);

        isRefused(delivered(json(altered)));
        isRefused(delivered(json(lacking)));
        gatehouse.tick();
        assertThat(counter()).isEqualTo("10");

        assertThat(delivered(json(sent)).body()).isEqualTo("{\"ended\":1}");
    }

    /** Instants that are written short would not have been signed so. */
    @Test
    void givenAMessageOfAWholeSecond_whenItIsDelivered_thenItIsBelieved() {
        var sent = TOPIC.notification("{}", now().truncatedTo(ChronoUnit.SECONDS));

        assertThat(delivered(json(SnsTopic.signed(sent, "2"))).body())
                .isEqualTo("{\"message\":\"Nothing to process.\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://sns.eu-central-1.amazonaws.com" + SnsTopic.PATH,
                "https://sns.eu-west-1.amazonaws.com" + SnsTopic.PATH,
                "https://sns.eu-central-1.amazonaws.com@evil.example" + SnsTopic.PATH,
                "https://evil.example/sns.eu-central-1.amazonaws.com" + SnsTopic.PATH,
                SnsTopic.HOST + "/?Action=GetEndpointAttributes&X-Amz-Signature=1",
                SnsTopic.HOST + "/?Action=GetEndpointAttributes&x=" + SnsTopic.PATH,
                SnsTopic.HOST + "/a" + SnsTopic.PATH,
                SnsTopic.CERTIFICATE + "/",
                SnsTopic.CERTIFICATE + "?Action=GetEndpointAttributes",
                SnsTopic.CERTIFICATE + "#a",
                "file:///etc/passwd"
            })
    void givenACertificateElsewhere_whenItIsNamed_thenItIsNotFetched(String address) {
        amazon.put(address, SnsTopic.certificate());
        var unsigned = TOPIC.notification("{}", now());
        unsigned.put("SigningCertURL", address);

        isRefused(delivered(json(SnsTopic.signed(unsigned, "2"))));

        assertThat(amazon.asked()).isEmpty();
    }

    @Test
    void givenATopicThatNobodyHasNamed_whenItDelivers_thenItIsRefusedAndNothingIsFetched() {
        var unknown = new SnsTopic("arn:aws:sns:eu-central-1:123456789012:unknown");

        isRefused(delivered(json(SnsTopic.signed(unknown.notification("{}", now()), "2"))));
        isRefused(delivered("{}"));
        List.of("{", "[]", "null", "").forEach(sent -> isRefused(delivered(sent)));

        assertThat(amazon.asked()).isEmpty();
    }

    /** Strangers cost few lines of the log, and few requests to Amazon. */
    @Test
    void givenCertificatesThatDoNotExist_whenManyDeliveriesNameThem_thenFewAreFetchedAndTheLogSaysItOnce() {
        try (var log = LogLines.of("io.gatehouse.awsapi.sns.Topics")) {
            for (var n = 0; n < 30; n++) {
                var name = SnsTopic.HOST + "/SimpleNotificationService-" + String.format("%032d", n) + ".pem";
                var unsigned = TOPIC.notification("{}", now());
                unsigned.put("SigningCertURL", name);
                var sent = json(SnsTopic.signed(unsigned, "2"));
                delivered(sent);
                delivered(sent);
            }

            assertThat(amazon.asked()).hasSizeLessThanOrEqualTo(20).doesNotHaveDuplicates();
            assertThat(log.all()).hasSizeLessThanOrEqualTo(1);
        }
        gatehouse.elapse(Duration.ofMinutes(2));
        var another = SnsTopic.CERTIFICATE.replace('7', '9');
        amazon.put(another, SnsTopic.certificate());
        var unsigned = TOPIC.notification("{}", now());
        unsigned.put("SigningCertURL", another);

        assertThat(delivered(json(SnsTopic.signed(unsigned, "2"))).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void givenAHostileServer_whenAPageIsReadThere_thenThereIsNone(HostileServer.Answer answer) throws IOException {
        var patience = answer == HostileServer.Answer.TRICKLING ? Duration.ofMillis(100) : Duration.ofMinutes(1);
        var pages = Topics.Pages.of(new Outbound(Bounds.ofDocuments(patience, 1)));
        try (var server = new HostileServer(answer)) {
            if (answer == HostileServer.Answer.REDIRECTING) {
                assertThat(pages.at(server.uri())).isEmpty();
            } else {
                assertThatThrownBy(() -> pages.at(server.uri())).isInstanceOf(IOException.class);
            }
            assertThat(server.sent()).isLessThan(HostileServer.FEW);
            assertThat(server.askedInside()).isZero();
        }
    }

    @Test
    void givenATopicInChina_whenItDelivers_thenItIsBelievedByTheCertificateThatLiesThere() {
        var there = "https://sns.cn-north-1.amazonaws.com.cn" + SnsTopic.PATH;
        amazon.put(there, SnsTopic.certificate());
        var sent = CHINESE.notification("{}", now());

        isRefused(delivered(json(SnsTopic.signed(sent, "2"))));
        sent.put("SigningCertURL", there);
        assertThat(delivered(json(SnsTopic.signed(sent, "2"))).status()).isEqualTo(200);
    }

    @Test
    void givenRawDelivery_whenATopicDelivers_thenItIsSaidWhyThatIsRefused() {
        var id = inside(10, 20).get(0);
        var answer = client.sends(client.request("/max_size/sns")
                .header("x-amz-sns-message-type", "Notification")
                .header("x-amz-sns-rawdelivery", "true")
                .header("x-amz-sns-topic-arn", TOPIC.arn())
                .header("Content-Type", "text/plain; charset=UTF-8")
                .POST(BodyPublishers.ofString(message(List.of(id), List.of()))));

        isRefused(answer);
        assertThat(answer.body()).contains("Raw message delivery carries no signature; switch it off");
        assertThat(gatehouse.room("sized").snapshot().endings().completed()).isZero();
    }

    @Test
    void givenAMessageIdThatIsUsedTwice_whenTheSecondMessageIsAnother_thenItIsRefused() {
        var ids = inside(2, 2);
        var first = TOPIC.notification(message(List.of(ids.get(0)), List.of()), now());
        var second = new LinkedHashMap<>(first);
        second.put("Message", message(List.of(ids.get(1)), List.of()));

        assertThat(delivered(json(SnsTopic.signed(first, "2"))).body()).isEqualTo("{\"ended\":1}");
        assertThat(delivered(json(SnsTopic.signed(second, "2"))).status()).isEqualTo(422);
        assertThat(gatehouse.room("sized").snapshot().admitted()).isEqualTo(1);
    }

    @Test
    void givenADeliveryOfLongAgo_whenSomebodySendsItAgain_thenItIsRefused() {
        var old = TOPIC.notification("{}", now().minus(Duration.ofDays(1)).minusSeconds(1));

        isRefused(delivered(json(SnsTopic.signed(old, "2"))));
    }

    @Test
    void givenNoWayToAmazon_whenATopicDelivers_thenItIsAskedToComeAgainAndThenIsBelieved() {
        var address = SnsTopic.CERTIFICATE.replace('7', '8');
        amazon.put(address, SnsTopic.certificate());
        var unsigned = TOPIC.notification("{}", now());
        unsigned.put("SigningCertURL", address);
        var sent = json(SnsTopic.signed(unsigned, "2"));

        amazon.isAway(true);
        var refused = delivered(sent);
        amazon.isAway(false);

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(delivered(sent).status()).isEqualTo(200);
    }

    @Test
    void givenATopic_whenItAsksWhetherToDeliver_thenItsSubscriptionIsConfirmedAndLaterItsEndIsWrittenDown() {
        var question = TOPIC.confirmation("SubscriptionConfirmation", CONFIRM, now());
        var end = TOPIC.confirmation("UnsubscribeConfirmation", CONFIRM, now());

        assertThat(delivered(json(SnsTopic.signed(question, "1"))).body())
                .isEqualTo("{\"message\":\"Subscription confirmed.\"}");
        assertThat(amazon.asked()).contains(URI.create(CONFIRM));
        amazon.asked().clear();
        assertThat(delivered(json(SnsTopic.signed(end, "2"))).status()).isEqualTo(200);

        assertThat(amazon.asked()).as("it stays ended").isEmpty();
        assertThat(gatehouse
                        .bean(Ledgers.class)
                        .page(gatehouse.room("sized").id(), Ledgers.Sought.of("act"), Long.MAX_VALUE, 10)
                        .entries())
                .extracting(entry -> entry.toString())
                .anyMatch(entry -> entry.contains("confirm its subscription"))
                .anyMatch(entry -> entry.contains("ended its subscription"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/?Action=ConfirmSubscription",
                "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription",
                "https://sns.eu-central-1.amazonaws.com:8443/?Action=ConfirmSubscription",
                "http://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription"
            })
    void givenASignedQuestion_whenItNamesAnAddressElsewhere_thenThatIsNotAsked(String address) {
        amazon.put(address, "yes");
        var question = TOPIC.confirmation("SubscriptionConfirmation", address, now());

        assertThat(delivered(json(SnsTopic.signed(question, "2"))).status()).isEqualTo(400);

        assertThat(amazon.asked()).doesNotContain(URI.create(address));
    }

    @Test
    void givenMessagesThatAreNone_whenTheyAreDelivered_thenTheyAreRefusedForGood() {
        isAnswered(TOPIC, "[]", "Invalid request body");
        isAnswered(TOPIC, "{\"completed\":\"x\"}", "Invalid request body");
        isAnswered(TOPIC, "{\"event_id\":\"other\"}", "Invalid event ID");
        isAnswered(TOPIC, "{\"exited\":-1}", "Invalid request body");
        isAnswered(OTHER, "{}", "A room that messages steer needs a capacity");
    }

    private void isAnswered(SnsTopic topic, String message, String error) {
        var answer = delivered(json(SnsTopic.signed(topic.notification(message, now()), "2")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
    }

    private static void isRefused(AwsClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }

    /** The request ids of so many who are inside, and of those behind them. */
    private List<String> inside(int many, int all) {
        var ids = IntStream.range(0, all).mapToObj(n -> client.joins("sized")).toList();
        gatehouse.tick();
        ids.subList(0, many)
                .forEach(id -> assertThat(client.posts("/generate_token", Map.of("event_id", "sized", "request_id", id))
                                .status())
                        .isEqualTo(200));
        return ids;
    }

    private String counter() {
        return client.gets("/serving_num", "event_id", "sized").text("serving_counter");
    }

    private static Instant now() {
        return gatehouse.clock().instant();
    }

    private static String message(List<String> completed, List<String> abandoned) {
        return json(Map.of("exited", "1", "completed", completed, "abandoned", abandoned));
    }

    private static String json(Map<String, ?> members) {
        return AwsClient.JSON.writeValueAsString(members);
    }

    /** As SNS sends it: with its type in a header, too, and as plain text. */
    private AwsClient.Answer delivered(String body) {
        return client.sends(client.request("/max_size/sns")
                .header("x-amz-sns-message-type", "Notification")
                .header("Content-Type", "text/plain; charset=UTF-8")
                .POST(BodyPublishers.ofString(body)));
    }
}
