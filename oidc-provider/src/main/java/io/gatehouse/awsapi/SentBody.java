package io.gatehouse.awsapi;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object that a client has posted. Members that nobody asks for may be in it. */
final class SentBody {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode object;

    private SentBody(JsonNode object) {
        this.object = object;
    }

    /** Without a type it is taken for JSON, as the old gateway did. */
    static SentBody of(HttpServletRequest http) throws IOException {
        if (!isJson(http.getContentType())) {
            throw new AwsErrorException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type");
        }
        try {
            var sent = JSON.readTree(http.getInputStream().readAllBytes());
            if (sent.isObject()) {
                return new SentBody(sent);
            }
        } catch (JacksonException noJson) {
            throw invalid();
        }
        throw invalid();
    }

    private static boolean isJson(@Nullable String type) {
        try {
            return type == null || MediaType.parseMediaType(type).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (InvalidMediaTypeException odd) {
            return false;
        }
    }

    /** A member that has to be there, and a text. */
    String text(String member) {
        var value = object.path(member);
        if (!value.isString()) {
            throw invalid();
        }
        return value.stringValue();
    }

    private static AwsErrorException invalid() {
        return AwsErrorException.badRequest("Invalid request body");
    }
}
