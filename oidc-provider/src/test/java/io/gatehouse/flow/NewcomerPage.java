package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page that asks a newcomer for work, as a browser with scripts and one without read it. */
public record NewcomerPage(String html) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern TASK = Pattern.compile("data-task=\"([^\"]*)\"");
    private static final Pattern FIELD = Pattern.compile("name=\"([^\"]*)\" value=\"([^\"]*)\"");

    static boolean isOne(String html) {
        return html.contains("data-task=\"");
    }

    /** What the button sends where no script runs. */
    public Map<String, String> pressed() {
        var fields = new LinkedHashMap<String, String>();
        FIELD.matcher(html)
                .results()
                .forEach(field -> fields.put(field.group(1), HtmlUtils.htmlUnescape(field.group(2))));
        return fields;
    }

    /** What is sent by somebody who has not waited at all, but has this to show. */
    Map<String, String> with(String solution) {
        var fields = pressed();
        fields.put("altcha", solution);
        fields.remove("wait");
        return fields;
    }

    /** A solution, as any client of ALTCHA's finds it. */
    public String solution() {
        var task = task();
        var salt = task.path("salt").asString();
        var challenge = HexFormat.of().parseHex(task.path("challenge").asString());
        var sha256 = sha256();
        var number = 0;
        while (!Arrays.equals(sha256.digest((salt + number).getBytes(UTF_8)), challenge)) {
            number++;
        }
        return encoded(((ObjectNode) task.deepCopy()).put("number", number));
    }

    /** With another text in the place of one in it. */
    static String altered(String solution, String text, String other) {
        var json = new String(Base64.getDecoder().decode(solution), UTF_8);
        return Base64.getEncoder().encodeToString(json.replace(text, other).getBytes(UTF_8));
    }

    JsonNode task() {
        var found = TASK.matcher(html);
        if (!found.find()) {
            throw new AssertionError("no work is asked for: " + html);
        }
        return JSON.readTree(HtmlUtils.htmlUnescape(found.group(1)));
    }

    private static String encoded(JsonNode json) {
        return Base64.getEncoder().encodeToString(JSON.writeValueAsBytes(json));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }
}
