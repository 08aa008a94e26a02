package io.gatehouse.panel.answer;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that an API client sent: an object with the members that are expected, and no others. */
public final class Body {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final ObjectNode members;

    private Body(ObjectNode members) {
        this.members = members;
    }

    /** Reads the whole body; no body at all is an object without members. */
    public static Body read(HttpServletRequest request, Set<String> expected) throws IOException {
        var bytes = request.getInputStream().readAllBytes();
        if (bytes.length == 0) {
            return new Body(STRICT.createObjectNode());
        }
        requireJson(request);
        return new Body(object(parsed(bytes), "the body", expected));
    }

    /** Whether there is a member of this name, null or not. */
    public boolean has(String name) {
        return members.has(name);
    }

    public boolean isNull(String name) {
        return members.path(name).isNull();
    }

    /** A member that must be a list of objects, each with members that are expected, and no others. */
    public Optional<List<Body>> objects(String name, Set<String> expectedInEach) {
        return member(name).map(value -> {
            if (!value.isArray()) {
                throw RefusedException.invalid(name + " must be a list", value.toString());
            }
            return value.valueStream()
                    .map(one -> new Body(object(one, "each of " + name, expectedInEach)))
                    .toList();
        });
    }

    /** A member that must be an object with members that are expected, and no others. */
    public Optional<Body> object(String name, Set<String> expected) {
        return member(name).map(value -> new Body(object(value, name, expected)));
    }

    /** A member that must be an object of texts with any names; without it there are none. */
    public Map<String, String> texts(String name) {
        var texts = new LinkedHashMap<String, String>();
        member(name).ifPresent(value -> {
            if (!(value instanceof ObjectNode object)) {
                throw RefusedException.invalid(name + " must be a JSON object", value.toString());
            }
            var body = new Body(object);
            object.propertyNames().forEach(key -> body.text(key).ifPresent(text -> texts.put(key, text)));
        });
        return texts;
    }

    /** A member that must be a list of texts; without it there are none. */
    public List<String> list(String name) {
        return member(name)
                .map(value -> {
                    if (!value.isArray() || !value.valueStream().allMatch(JsonNode::isString)) {
                        throw RefusedException.invalid(name + " must be a list of texts", value.toString());
                    }
                    return value.valueStream().map(JsonNode::stringValue).toList();
                })
                .orElse(List.of());
    }

    /** A member that must be a text. */
    public Optional<String> text(String name) {
        return member(name).map(value -> {
            if (!value.isString()) {
                throw RefusedException.invalid(name + " must be a text", value.toString());
            }
            return value.stringValue();
        });
    }

    /** A member that must be a whole number, as text: its range is looked at where it is used. */
    public Optional<String> number(String name) {
        return member(name).map(value -> {
            if (!value.isIntegralNumber()) {
                throw RefusedException.invalid(name + " must be a whole number", value.toString());
            }
            return value.asString();
        });
    }

    /** A member that must be a truth value. */
    public Optional<Boolean> truth(String name) {
        return member(name).map(value -> {
            if (!value.isBoolean()) {
                throw RefusedException.invalid(name + " must be true or false", value.toString());
            }
            return value.booleanValue();
        });
    }

    /** The number under this name; refuses a body without it. */
    public String requiredNumber(String name) {
        return number(name).orElseThrow(() -> RefusedException.invalid(name + " is needed", members.toString()));
    }

    /** A member that must be a number of 0 or more; refuses a body without it. */
    public double requiredShare(String name) {
        var value = member(name).orElseThrow(() -> RefusedException.invalid(name + " is needed", members.toString()));
        var number = value.isNumber() ? value.doubleValue() : Double.NaN;
        if (!Double.isFinite(number) || number < 0) {
            throw RefusedException.invalid(name + " must be a number of 0 or more", value.toString());
        }
        return number;
    }

    private Optional<JsonNode> member(String name) {
        return Optional.ofNullable(members.get(name));
    }

    private static void requireJson(HttpServletRequest request) {
        var type = String.valueOf(request.getContentType()).split(";", 2)[0].strip();
        if (!type.equals("application/json") && !type.equals("application/merge-patch+json")) {
            throw new RefusedException(Problem.NOT_JSON, "send Content-Type: application/json, was " + type);
        }
    }

    private static ObjectNode object(JsonNode node, String what, Set<String> expected) {
        if (!(node instanceof ObjectNode object)) {
            throw RefusedException.invalid(what + " must be a JSON object", node.toString());
        }
        object.propertyNames().stream()
                .filter(name -> !expected.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw RefusedException.invalid("members are " + expected, "\"" + name + "\"");
                });
        return object;
    }

    private static JsonNode parsed(byte[] bytes) {
        try {
            return STRICT.readTree(bytes);
        } catch (JacksonException malformed) {
            throw RefusedException.invalid("the body must be JSON", malformed.getOriginalMessage());
        }
    }
}
