package io.gatehouse.awsapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.room.Act;
import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.Digests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The clients of the old API, by their own requests: every field of every answer is the old one, or
 * docs/migrate-from-aws.md says that it is another one, and which.
 */
class RecordedClientTest {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern TYPE = Pattern.compile("<(\\w+)(?: ([\\w-]+))?>");
    private static final Map<String, Pattern> TYPES = Map.of(
            "uuid", Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
            "jwt", Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]{342}"),
            "text", Pattern.compile(".+"),
            "etag", Pattern.compile("\"[0-9a-f]{32}\""),
            "int", Pattern.compile("-?\\d+"));

    /** Of the connection, and what browsers are told against attacks: no page and no function looks at them. */
    private static final Set<String> NOT_COMPARED = Set.of(
            "date",
            "content-length",
            "transfer-encoding",
            "vary",
            "x-content-type-options",
            "x-xss-protection",
            "x-frame-options",
            "strict-transport-security");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.claim-window=15m",
                    "gatehouse.rooms.shop.waiting-ttl=1d",
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.event-id=Sample",
                    "gatehouse.rooms.shop.aws-api.incr-svc-on-queue-position-expiry=true",
                    "gatehouse.rooms.patient.aws-api.enabled=true",
                    "gatehouse.rooms.patient.aws-api.event-id=Patient",
                    "gatehouse.rooms.patient.aws-api.queue-position-expiry=false",
                    "gatehouse.aws-keys." + SdkSigner.KEY + ".secret=" + SdkSigner.SECRET,
                    "gatehouse.aws-keys." + SdkSigner.KEY + ".rooms=shop")
            .standing();

    private final String host = URI.create(gatehouse.issuer()).getAuthority();
    private final AwsClient others = new AwsClient(gatehouse, "", "192.0.2.1");
    private final Map<String, String> known = new HashMap<>();

    static List<Recording> clients() {
        return Recording.all();
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @ParameterizedTest
    @MethodSource("clients")
    void givenAClientOfTheOldApi_whenItsRequestsAreReplayed_thenEachAnswerIsTheOldOneOrTheTableSaysHowItDiffers(
            Recording recording) throws IOException {
        try (var wire = new Wire(URI.create(gatehouse.issuer()).getPort())) {
            for (var exchange : recording.exchanges()) {
                exchange.steps().forEach(this::happens);
                isAnswered(exchange, wire.sends(request(exchange)));
            }
        }
    }

    private void happens(String step) {
        var words = step.split(" ", -1);
        switch (words[0]) {
            case "joins" ->
                IntStream.rangeClosed(1, Integer.parseInt(words[1]))
                        .forEach(number -> known.put("other-" + number, others.joins("Sample")));
            case "enters" ->
                others.posts("/generate_token", Map.of("event_id", "Sample", "request_id", known(words[1])));
            case "completes" -> gatehouse.room("shop").apply(place(known(words[1])), Act.COMPLETE);
            case "names" -> known.put(words[2], known(words[1]));
            case "ticks" -> gatehouse.tick();
            case "lets-in" -> gatehouse.letIn("shop", Integer.parseInt(words[1]));
            case "passes" -> gatehouse.pass(DurationStyle.detectAndParse(words[1]));
            default -> throw new IllegalArgumentException(step);
        }
    }

    private String known(String name) {
        return known.getOrDefault(name, "");
    }

    private static PlaceId place(String requestId) {
        return gatehouse.bean(RequestIds.class).read(requestId).orElseThrow();
    }

    private byte[] request(Recording.Exchange exchange) {
        var now = gatehouse.clock().instant();
        var body = filled(exchange.body(), now);
        var head = filled(exchange.head(), now)
                .replace("{length}", String.valueOf(body.getBytes(UTF_8).length))
                .replace("{hash}", hash(body));
        var whole = head.replace("{signature}", head.contains("{signature}") ? signature(head, body) : "");
        return (whole.replace("\n", "\r\n") + "\r\n\r\n" + body).getBytes(UTF_8);
    }

    private String filled(String text, Instant now) {
        var values = new HashMap<>(known);
        values.put("host", host);
        values.put("key", SdkSigner.KEY);
        values.put("now", String.valueOf(now.getEpochSecond()));
        values.put("time", TIME.format(now));
        values.put("day", TIME.format(now).substring(0, 8));
        var filled = text;
        for (var value : values.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue());
        }
        return filled;
    }

    private void isAnswered(Recording.Exchange exchange, Wire.Reply reply) {
        var now = gatehouse.clock().instant();
        var status = String.valueOf(exchange.answer().status());
        var headers = new TreeMap<>(exchange.answer().headers());
        var body = filled(exchange.answer().body(), now);
        var members = new TreeMap<String, String>();
        for (var difference : exchange.differences()) {
            isInTheTable(difference);
            var ours = filled(difference.ours(), now);
            if (difference.field().equals("status")) {
                status = ours;
            } else if (difference.field().equals("body")) {
                body = ours;
            } else if (difference.field().startsWith("body.")) {
                members.put(difference.field().substring("body.".length()), ours);
            } else {
                headers.put(difference.field().toLowerCase(Locale.ROOT), ours);
            }
        }
        var what = exchange.heading() + ": " + reply;
        assertThat(String.valueOf(reply.status())).as(what).isEqualTo(status);
        assertThat(compared(reply.headers()).keySet()).as(what).isEqualTo(headers.keySet());
        headers.forEach((name, value) -> isAlike(what + " " + name, value, reply.header(name)));
        if (body.isEmpty()) {
            assertThat(reply.body()).as(what).isEmpty();
        } else {
            var expected = AwsClient.JSON.readTree(body);
            members.forEach((name, value) -> ((ObjectNode) expected).set(name, AwsClient.JSON.readTree(value)));
            isAlike(what, expected, AwsClient.JSON.readTree(reply.body()));
        }
    }

    private static void isInTheTable(Recording.Difference difference) {
        try {
            assertThat(Files.readString(Path.of("../docs/migrate-from-aws.md")))
                    .as("a row for " + difference)
                    .contains("\n| " + difference.row() + " |");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, String> compared(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> !NOT_COMPARED.contains(header.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> other, TreeMap::new));
    }

    private void isAlike(String what, JsonNode expected, JsonNode actual) {
        if (expected.isString()) {
            var type = TYPE.matcher(expected.stringValue());
            if (type.matches() && type.group(1).equals("int")) {
                assertThat(actual.isIntegralNumber()).as(what).isTrue();
            } else {
                assertThat(actual.isString()).as(what).isTrue();
                isAlike(what, expected.stringValue(), actual.stringValue());
            }
        } else if (expected.isObject()) {
            assertThat(actual.isObject()).as(what).isTrue();
            assertThat(actual.propertyNames()).as(what).containsExactlyInAnyOrderElementsOf(expected.propertyNames());
            expected.properties()
                    .forEach(member ->
                            isAlike(what + " " + member.getKey(), member.getValue(), actual.path(member.getKey())));
        } else if (expected.isArray()) {
            assertThat(actual.isArray()).as(what).isTrue();
            assertThat(actual.size()).as(what).isEqualTo(expected.size());
            IntStream.range(0, expected.size()).forEach(at -> isAlike(what, expected.path(at), actual.path(at)));
        } else {
            assertThat(actual).as(what).isEqualTo(expected);
        }
    }

    /** The same text, or one of that type; which has a name from then on where the recording gives it one. */
    private void isAlike(String what, String expected, String actual) {
        var type = TYPE.matcher(expected);
        if (!type.matches()) {
            assertThat(actual).as(what).isEqualTo(expected);
            return;
        }
        assertThat(actual).as(what).matches(TYPES.get(type.group(1)));
        if (type.group(2) != null) {
            known.put(type.group(2), actual);
        }
    }

    /**
     * Of the headers that the recorded client signs, as its own library makes it ({@code SignatureV4Test} has
     * its results).
     */
    private static String signature(String head, String body) {
        var headers = Recording.headers(head);
        var authorization = headers.getOrDefault("authorization", "");
        var scope = between(authorization, SdkSigner.KEY + "/", ",");
        var names = between(authorization, "SignedHeaders=", ",");
        var line = head.lines().findFirst().orElse("").split(" ", -1);
        var address = line[1].split("\\?", 2);
        var canonical = Stream.concat(
                        Stream.of(line[0], address[0], address.length > 1 ? sorted(address[1]) : ""),
                        Stream.concat(
                                Arrays.stream(names.split(";", -1)).map(name -> name + ":" + headers.get(name)),
                                Stream.of("", names, hash(body))))
                .collect(Collectors.joining("\n"));
        var text = String.join("\n", "AWS4-HMAC-SHA256", headers.get("x-amz-date"), scope, hash(canonical));
        var key = ("AWS4" + SdkSigner.SECRET).getBytes(UTF_8);
        for (var part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, text));
    }

    private static String sorted(String query) {
        return Stream.of(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
    }

    private static String between(String text, String start, String end) {
        var at = text.indexOf(start) + start.length();
        return text.substring(at, text.indexOf(end, at));
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Digests.sha256(text.getBytes(UTF_8)));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
