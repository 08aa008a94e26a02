package io.gatehouse.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;

/**
 * A text with holes: {@code «name»}, or {@code «name:json»} where a value has to be written so that it cannot break what
 * stands around it. Lines between {@code «each name»} and {@code «end»} are repeated, with further values each time. The
 * signs are chosen because no product's configuration has them.
 */
final class Template {

    /** What surrounds a value: the quotation marks are the template's. */
    enum Context {
        /** A string of JSON, and with it of YAML in double quotes, of Lua and of Java. */
        JSON,
        /** A string of Terraform's language, where a dollar or percent sign before a brace begins an expression. */
        HCL,
        /** A shell's word in single quotes. */
        SH,
        /** A string of JavaScript in single quotes. */
        JS,
        /** A string of PHP in single quotes. */
        PHP,
        /** A word of Apache's or nginx's in double quotes. */
        CONF,
        /** A part of an address. */
        URL;

        String write(String value) {
            return switch (this) {
                case JSON -> value.replace("\\", "\\\\").replace("\"", "\\\"");
                case HCL -> JSON.write(value).replace("${", "$${").replace("%{", "%%{");
                case SH -> value.replace("'", "'\\''");
                case JS, PHP -> value.replace("\\", "\\\\").replace("'", "\\'");
                case CONF -> value.replace("\\", "\\\\").replace("\"", "\\\"");
                case URL -> UriUtils.encode(value, UTF_8);
            };
        }
    }

    private static final Pattern HOLE = Pattern.compile("«([a-z_]+)(?::([a-z]+))?»");
    private static final Pattern EACH = Pattern.compile("«each ([a-z_]+)»");
    private static final String END = "«end»";

    private final List<String> lines;

    Template(String text) {
        this.lines = text.lines().toList();
    }

    /**
     * The text with its holes filled.
     *
     * @param lists what is repeated, by name: further values for each time
     */
    String fill(Map<String, String> values, Map<String, List<Map<String, String>>> lists) {
        var filled = new ArrayList<String>();
        for (var index = 0; index < lines.size(); index++) {
            var each = EACH.matcher(lines.get(index));
            if (each.matches()) {
                var end = index + lines.subList(index, lines.size()).indexOf(END);
                var block = lines.subList(index + 1, end);
                known(lists, each.group(1)).forEach(more -> filled.addAll(filled(block, values, more)));
                index = end;
            } else {
                filled.add(fill(lines.get(index), values));
            }
        }
        return String.join("\n", filled).replaceAll("\n{3,}", "\n\n").strip() + "\n";
    }

    private static List<String> filled(List<String> block, Map<String, String> values, Map<String, String> more) {
        var all = new HashMap<>(values);
        all.putAll(more);
        return block.stream().map(line -> fill(line, all)).toList();
    }

    private static String fill(String line, Map<String, String> values) {
        return HOLE.matcher(line).replaceAll(hole -> {
            var value = known(values, hole.group(1));
            var context = hole.group(2);
            return Matcher.quoteReplacement(
                    context == null
                            ? value
                            : Context.valueOf(context.toUpperCase(Locale.ROOT)).write(value));
        });
    }

    private static <T> T known(Map<String, T> values, String name) {
        var value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("a template asks for " + name + ", which is not known");
        }
        return value;
    }
}
