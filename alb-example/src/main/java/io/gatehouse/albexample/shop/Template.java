package io.gatehouse.albexample.shop;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of HTML with named gaps, written {@code {{name}}}. Text is escaped on its way in; {@link Html}
 * is not.
 */
record Template(String text) {

    private static final Mustache.Compiler TEMPLATES =
            Mustache.compiler().escapeHTML(false).defaultValue("").withFormatter(Template::written);

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
        return new Html(TEMPLATES.compile(text).execute(values));
    }

    private static String written(Object value) {
        return value instanceof Html html ? html.text() : Escapers.HTML.escape(value.toString());
    }

    /** HTML that is safe as it stands. */
    record Html(String text) {}
}
