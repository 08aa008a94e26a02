package io.gatehouse.notice;

import io.gatehouse.notice.Carrier.Answer;
import io.gatehouse.notice.Carrier.Outcome;
import io.gatehouse.outbound.AwsCalls;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Failures;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Has notices sent to phones by AWS End User Messaging: its operations SendTextMessage and SendVoiceMessage,
 * in AWS JSON 1.0. It knows no key of a request that is repeated, so only what it has certainly not taken is
 * tried again.
 *
 * <p>The SDK's client for it is older than the SDK's other parts, in its newest version that can be had. So
 * {@link AwsCalls} asks.
 */
final class AwsPhones implements PhoneCarrier.Service {

    private static final String PREFIX = "gatehouse.notices.phones.aws";
    private static final AwsCalls.Service SERVICE = new AwsCalls.Service("sms-voice", "PinpointSMSVoiceV2", "1.0");

    /** The form of words that the log may have: the text of an answer repeats the phone number. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]{1,80}");

    private static final String OPTED_OUT = "DESTINATION_PHONE_NUMBER_OPTED_OUT";
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofDays(3);
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, String> VOICES = Map.ofEntries(
            Map.entry("ar", "ZEINA"),
            Map.entry("da", "NAJA"),
            Map.entry("de", "VICKI"),
            Map.entry("en", "JOANNA"),
            Map.entry("es", "LUCIA"),
            Map.entry("fr", "LEA"),
            Map.entry("it", "BIANCA"),
            Map.entry("ja", "MIZUKI"),
            Map.entry("ko", "SEOYEON"),
            Map.entry("nb", "LIV"),
            Map.entry("nl", "LOTTE"),
            Map.entry("pl", "EWA"),
            Map.entry("pt-BR", "CAMILA"),
            Map.entry("ro", "CARMEN"),
            Map.entry("ru", "TATYANA"),
            Map.entry("sv", "ASTRID"),
            Map.entry("tr", "FILIZ"),
            Map.entry("zh-Hans", "ZHIYU"));

    private final AwsPhoneProperties properties;
    private final int atOnce;
    private final Clock clock;
    private final AwsCalls calls;

    /** @throws InvalidSettingException when the region or the endpoint cannot be used */
    AwsPhones(PhoneProperties phones, Clock clock) {
        this.properties = phones.aws();
        this.atOnce = phones.atOnce();
        this.clock = clock;
        var region = AwsCalls.region(PREFIX + ".region", properties.region());
        var endpoint = properties.endpoint() == null
                ? AwsCalls.endpoint(SERVICE, region)
                : Loopback.require(PREFIX + ".endpoint", properties.endpoint(), "https://sms-voice.example.com");
        var bounds = Bounds.ofDocuments(phones.answerWithin(), 2 * phones.atOnce()); // by both ways
        this.calls = new AwsCalls(SERVICE, region, endpoint, new Outbound(bounds));
    }

    @Override
    public int atOnce() {
        return atOnce;
    }

    @Override
    public boolean speaks(String language) {
        return VOICES.containsKey(language);
    }

    @Override
    public Answer take(PhoneCarrier.Message message) {
        try {
            var isText = message.way() == Way.SMS;
            var body = JSON.writeValueAsString(isText ? text(message) : call(message));
            return answer(calls.ask(isText ? "SendTextMessage" : "SendVoiceMessage", body, clock));
        } catch (IOException failure) {
            return new Answer(Failures.isUnsent(failure) ? Outcome.UNSENT : Outcome.FAILED, "AWS: " + failure);
        } catch (SdkClientException withoutCredentials) {
            return new Answer(Outcome.UNSENT, "AWS was not asked: there are no credentials");
        }
    }

    private Map<String, Object> text(PhoneCarrier.Message message) {
        var text = both(message, properties.from());
        text.put("MessageType", "TRANSACTIONAL");
        properties.price(properties.mostPerText()).ifPresent(price -> text.put("MaxPrice", price));
        return text;
    }

    private Map<String, Object> call(PhoneCarrier.Message message) {
        var call = both(message, properties.callsFrom());
        call.put("MessageBodyTextType", "TEXT");
        call.put("VoiceId", VOICES.getOrDefault(message.notice().language(), ""));
        properties.price(properties.mostPerMinute()).ifPresent(price -> call.put("MaxPricePerMinute", price));
        return call;
    }

    private Map<String, Object> both(PhoneCarrier.Message message, @Nullable String from) {
        var left = Duration.between(clock.instant(), message.notice().until());
        var bounded = left.compareTo(SHORTEST) < 0 ? SHORTEST : left.compareTo(LONGEST) > 0 ? LONGEST : left;
        var both = new TreeMap<String, Object>(Map.of(
                "DestinationPhoneNumber", message.notice().to(),
                "OriginationIdentity", String.valueOf(from),
                "MessageBody", message.text(),
                "TimeToLive", bounded.toSeconds()));
        Optional.ofNullable(properties.configurationSet()).ifPresent(name -> both.put("ConfigurationSetName", name));
        return both;
    }

    private static Answer answer(HttpResponse<String> answer) {
        var status = answer.statusCode();
        if (status == OK) {
            return Answer.SENT;
        }
        var error = error(answer.body());
        var shape = error.path("__type").asString("");
        var type = word(shape.substring(shape.lastIndexOf('#') + 1));
        var reason = word(error.path("Reason").asString(""));
        if (reason.equals(OPTED_OUT)) {
            return new Answer(Outcome.GONE, "");
        }
        var isForNow = type.equals("ThrottlingException") || status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
        return new Answer(
                isForNow ? Outcome.UNSENT : Outcome.FAILED,
                ("AWS answered " + status + " " + type + " " + reason).strip());
    }

    private static JsonNode error(String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException noJson) {
            return JSON.missingNode();
        }
    }

    private static String word(String text) {
        return WORD.matcher(text).matches() ? text : "";
    }
}
