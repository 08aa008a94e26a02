package io.gatehouse.albexample.shop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of HTML with named gaps, written {@code {{name}}}. Text is escaped on its way in; {@link Html}
 * is not.
 */
record Template(String text) {

    private static final Pattern GAP = Pattern.compile("\\{\\{(\\w+)}}");

    static Template named(String file) {
        try (@Nullable InputStream stream = Template.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("The shop has no file " + file);
            }
            return new Template(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new IllegalStateException("The shop cannot read " + file, unreadable);
        }
    }

    Html fill(Map<String, Object> values) {
        return new Html(GAP.matcher(text).replaceAll(gap -> Matcher.quoteReplacement(value(values, gap.group(1)))));
    }

    private static String value(Map<String, Object> values, String name) {
        Object value = values.getOrDefault(name, "");
        return value instanceof Html html ? html.text() : escaped(value.toString());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** HTML that is safe as it stands. */
    record Html(String text) {}
}
