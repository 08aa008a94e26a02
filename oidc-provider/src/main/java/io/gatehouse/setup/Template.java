package io.gatehouse.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.samskivert.mustache.Mustache;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.web.util.UriUtils;

/**
 * A text with holes, by Mustache: {@code «name»}, or {@code «name:json»} where a value must be escaped for
 * its context. Lines between {@code «#name»} and {@code «/name»} are repeated, with further values each time.
 * No product's configuration has these signs.
 */
final class Template {

    /** The context of a value; the template has the quotation marks. */
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

    private static final Mustache.Compiler TEMPLATES =
            Mustache.compiler().withDelims("« »").escapeHTML(false);

    private final com.samskivert.mustache.Template template;

    Template(String text) {
        this.template = TEMPLATES.compile(text);
    }

    /**
     * The text with its holes filled.
     *
     * @param lists further values for each repetition, by name
     */
    String fill(Map<String, String> values, Map<String, List<Map<String, String>>> lists) {
        Mustache.CustomContext all = hole -> lists.containsKey(hole)
                ? lists.get(hole).stream().map(Template::holes).toList()
                : holes(values).get(hole);
        return template.execute(all).replaceAll("\n{3,}", "\n\n").strip() + "\n";
    }

    private static Mustache.CustomContext holes(Map<String, String> values) {
        return hole -> {
            var parts = hole.split(":", 2);
            var value = values.get(parts[0]);
            if (value == null) {
                return com.samskivert.mustache.Template.NO_FETCHER_FOUND;
            }
            return parts.length == 1
                    ? value
                    : Context.valueOf(parts[1].toUpperCase(Locale.ROOT)).write(value);
        };
    }
}
