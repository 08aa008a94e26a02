package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters of an address. */
final class Parameters {

    private Parameters() {}

    /** Decoded, the last of each name; a value that cannot be decoded is left as it is. */
    static Map<String, String> of(String address) {
        var parameters = new LinkedHashMap<String, String>();
        var query = address.indexOf('?');
        if (query >= 0) {
            for (var pair : address.substring(query + 1).split("&", -1)) {
                var parts = pair.split("=", 2);
                parameters.put(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "");
            }
        }
        return parameters;
    }

    /** What an answer says has gone wrong. */
    static String error(Map<String, String> parameters) {
        var error = parameters.getOrDefault("error", "nothing");
        var description = parameters.getOrDefault("error_description", "");
        return description.isEmpty() ? error : error + ": " + description;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
