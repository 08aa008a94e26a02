package io.gatehouse.awsapi.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.Digests;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object that a client has posted. It may have unknown members. */
public final class SentBody {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final double MOST = 1e9;

    /** The last accepted moment, in the year 5138. */
    private static final long LATEST = 100_000_000_000L;

    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    private final JsonNode object;

    private SentBody(JsonNode object) {
        this.object = object;
    }

    /** Reads the body of a path that accepts only JSON. A body without a type counts as JSON, as in the old gateway. */
    public static SentBody of(HttpServletRequest http) throws IOException {
        return of(http.getContentType(), http.getInputStream().readAllBytes(), MediaType.APPLICATION_JSON);
    }

    /** Reads the body of a path whose old function ignored the type: the old control panel sends {@code text/plain}. */
    public static SentBody of(@Nullable String type, byte[] bytes) {
        return of(type, bytes, MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN);
    }

    private static SentBody of(@Nullable String type, byte[] bytes, MediaType... taken) {
        if (type != null && !isOne(type, taken)) {
            throw new AwsErrorException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type");
        }
        try {
            var sent = JSON.readTree(bytes);
            if (sent.isObject()) {
                return new SentBody(sent);
            }
        } catch (JacksonException noJson) {
            throw invalid();
        }
        throw invalid();
    }

    private static boolean isOne(String type, MediaType... taken) {
        try {
            return Stream.of(taken).anyMatch(MediaType.parseMediaType(type)::equalsTypeAndSubtype);
        } catch (InvalidMediaTypeException odd) {
            return false;
        }
    }

    /** The text of a required member. */
    public String text(String member) {
        var value = object.path(member);
        if (!value.isString()) {
            throw invalid();
        }
        return value.stringValue();
    }

    /** The text of an optional member. */
    public Optional<String> textIfSent(String member) {
        return object.has(member) ? Optional.of(text(member)) : Optional.empty();
    }

    /** Refuses an unused member of a wrong type: the old gateway checked the types of all known members. */
    public void check(String member, Predicate<JsonNode> type) {
        if (object.has(member) && !type.test(object.path(member))) {
            throw invalid();
        }
    }

    /** The whole number of a required member, in any notation, from minus to plus a billion. */
    public long whole(String member) {
        var number = object.path(member).doubleValueOpt().orElse(Double.NaN);
        if (number != Math.rint(number) || Math.abs(number) > MOST) {
            throw invalid();
        }
        return (long) number;
    }

    /** Like {@link #whole}, of an optional member. */
    public Optional<Long> wholeIfSent(String member) {
        return object.has(member) ? Optional.of(whole(member)) : Optional.empty();
    }

    /** Checks that an optional member is a count: a whole number up to a billion, or at most nine digits as a text. */
    public void checkCount(String member) {
        var text = object.path(member).stringValueOpt();
        var isCount =
                text.isPresent() ? COUNT.matcher(text.get()).matches() : !object.has(member) || whole(member) >= 0;
        if (!isCount) {
            throw invalid();
        }
    }

    /** The digest of this body: bodies with the same members and values in the same order share it. */
    public String digest() {
        return Digests.hex(object.toString().getBytes(UTF_8));
    }

    /** The texts of an optional member. */
    public List<String> texts(String member) {
        return all(member, JsonNode::isString).map(JsonNode::stringValue).toList();
    }

    /** The objects of an optional member. */
    public List<SentBody> objects(String member) {
        return all(member, JsonNode::isObject).map(SentBody::new).toList();
    }

    private Stream<JsonNode> all(String member, Predicate<JsonNode> type) {
        check(member, list -> list.isArray() && list.valueStream().allMatch(type));
        return object.path(member).valueStream();
    }

    /** The moment of a required member, in whole seconds since 1970. */
    public Instant moment(String member) {
        var seconds = object.path(member);
        if (!seconds.isIntegralNumber() || !seconds.canConvertToLong() || Math.abs(seconds.longValue()) > LATEST) {
            throw invalid();
        }
        return Instant.ofEpochSecond(seconds.longValue());
    }

    /** The value of an optional flag. */
    public boolean isSet(String member) {
        check(member, JsonNode::isBoolean);
        return object.path(member).booleanValue(false);
    }

    private static AwsErrorException invalid() {
        return AwsErrorException.badRequest("Invalid request body");
    }
}
