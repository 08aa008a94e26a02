package io.gatehouse.tune;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Numbers and JSON of other servers, which may be anything. */
final class Numbers {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern INFINITE = Pattern.compile("\\+?Inf");

    private Numbers() {}

    /**
     * The number that a text is; throws for any other text. NaN and negative numbers are refused where a
     * reading is made. No message repeats the text: operators who may not see a server would read it there.
     */
    static double read(String text) {
        try {
            return INFINITE.matcher(text).matches() ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
        } catch (NumberFormatException garbage) {
            throw new IllegalArgumentException(
                    "a number was expected, came another text of " + text.length() + " characters");
        }
    }

    /** The number at a node: a JSON number, or a text that is a number. */
    static double read(JsonNode node) throws IOException {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isString()) {
            return read(node.stringValue());
        }
        throw new IOException("a number was expected, came "
                + (node.isMissingNode() ? "nothing" : node.getNodeType().name().toLowerCase(Locale.ROOT)));
    }

    static JsonNode json(String body) throws IOException {
        try {
            return JSON.readTree(body);
        } catch (JacksonException noJson) {
            throw new IOException("JSON was expected, came something else", noJson);
        }
    }

    /** The part of an address that operators may see: the rest may hold secrets. */
    static String server(URI address) {
        return address.getScheme() + "://" + address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
    }
}
