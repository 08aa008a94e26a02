package io.gatehouse.tune;

import java.io.IOException;
import java.net.URI;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Numbers and JSON of other servers, which may be anything. */
final class Numbers {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int SHOWN = 60;

    private Numbers() {}

    /** The number that a text is; throws for any other text. NaN and infinity are refused where a reading is made. */
    static double read(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException garbage) {
            throw new IllegalArgumentException("a number was expected, came \"" + brief(text) + "\"");
        }
    }

    /** The number at a node: a JSON number, or a text that is one. */
    static double read(JsonNode node) throws IOException {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isString()) {
            return read(node.stringValue());
        }
        throw new IOException(
                "a number was expected, came " + brief(node.isMissingNode() ? "nothing" : node.toString()));
    }

    static JsonNode json(String body) throws IOException {
        try {
            return JSON.readTree(body);
        } catch (JacksonException noJson) {
            throw new IOException("JSON was expected, came \"" + brief(body) + "\"", noJson);
        }
    }

    /** A server as it may be told: the rest of an address may hold secrets. */
    static String server(URI address) {
        return address.getScheme() + "://" + address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
    }

    private static String brief(String text) {
        var line = text.replaceAll("\\s+", " ").strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }
}
