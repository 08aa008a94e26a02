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

    /** In the year 5138. */
    private static final long LATEST = 100_000_000_000L;

    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    private final JsonNode object;

    private SentBody(JsonNode object) {
        this.object = object;
    }

    /**
     * What is posted to a path that takes nothing but JSON; without a type it is taken for that, as the old
     * gateway did.
     */
    public static SentBody of(HttpServletRequest http) throws IOException {
        return of(http.getContentType(), http.getInputStream().readAllBytes(), MediaType.APPLICATION_JSON);
    }

    /**
     * The same of a path whose old function looked at no type: the old control panel's browser says
     * {@code text/plain}.
     */
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

    /** A member that has to be there, and a text. */
    public String text(String member) {
        var value = object.path(member);
        if (!value.isString()) {
            throw invalid();
        }
        return value.stringValue();
    }

    /** A member that may be there, and is a text. */
    public Optional<String> textIfSent(String member) {
        return object.has(member) ? Optional.of(text(member)) : Optional.empty();
    }

    /** Refuses an unused member of a wrong type: the old gateway checked the types of all known members. */
    public void check(String member, Predicate<JsonNode> type) {
        if (object.has(member) && !type.test(object.path(member))) {
            throw invalid();
        }
    }

    /**
     * A member that has to be there, and a whole number, however it is written; of no more than a billion, up
     * or down.
     */
    public long whole(String member) {
        var number = object.path(member).doubleValueOpt().orElse(Double.NaN);
        if (number != Math.rint(number) || Math.abs(number) > MOST) {
            throw invalid();
        }
        return (long) number;
    }

    /** The same of one that may be there. */
    public Optional<Long> wholeIfSent(String member) {
        return object.has(member) ? Optional.of(whole(member)) : Optional.empty();
    }

    /**
     * A member that may be there, and is a count: a whole number of no more than a billion, or its digits as
     * a text.
     */
    public void checkCount(String member) {
        var text = object.path(member).stringValueOpt();
        var isCount =
                text.isPresent() ? COUNT.matcher(text.get()).matches() : !object.has(member) || whole(member) >= 0;
        if (!isCount) {
            throw invalid();
        }
    }

    /** What stands for it and for no other: the same members with the same values, in the same order. */
    public String digest() {
        return Digests.hex(object.toString().getBytes(UTF_8));
    }

    /** A member that may be there: a list of texts. */
    public List<String> texts(String member) {
        return all(member, JsonNode::isString).map(JsonNode::stringValue).toList();
    }

    /** A member that may be there: a list of objects. */
    public List<SentBody> objects(String member) {
        return all(member, JsonNode::isObject).map(SentBody::new).toList();
    }

    private Stream<JsonNode> all(String member, Predicate<JsonNode> type) {
        check(member, list -> list.isArray() && list.valueStream().allMatch(type));
        return object.path(member).valueStream();
    }

    /** A member that has to be there: a moment, in whole seconds since 1970. */
    public Instant moment(String member) {
        var seconds = object.path(member);
        if (!seconds.isIntegralNumber() || !seconds.canConvertToLong() || Math.abs(seconds.longValue()) > LATEST) {
            throw invalid();
        }
        return Instant.ofEpochSecond(seconds.longValue());
    }

    /** Whether a flag is set that may be there. */
    public boolean isSet(String member) {
        check(member, JsonNode::isBoolean);
        return object.path(member).booleanValue(false);
    }

    private static AwsErrorException invalid() {
        return AwsErrorException.badRequest("Invalid request body");
    }
}
