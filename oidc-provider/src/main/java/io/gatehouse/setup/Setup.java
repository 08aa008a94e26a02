package io.gatehouse.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The instructions to set up a site's product, with the values of this installation but never the secret.
 *
 * @param text as Markdown: headings of the second level, paragraphs, lists, fenced code
 */
public record Setup(String text) {

    /**
     * Fills the template of the site's preset.
     *
     * @param admission the length that the product's session should have: that of an admission, where no use
     *     prolongs it
     */
    public static Setup of(Site site, Issuer issuer, Duration admission) {
        var values = new SetupValues(site, issuer, admission);
        return new Setup(beforehand(site) + template(site.preset().label()).fill(values.values(), values.lists()));
    }

    /**
     * Adds a section for a room whose visits are prolonged by uses; no product's template has it.
     *
     * @param renewal as it is written in the configuration
     * @param session how long the product's session should last
     */
    public Setup renewing(String renewal, Duration session) {
        return new Setup(
                """
                ## Visits that last while they are used

                Uses prolong the visits of this room: `%s`. Where the text below names the room's `admission-ttl`, it has %d
                seconds, three quarters of the first span. So the product logs its visitor in again before the visit ends, and
                that login is a use. A product that refreshes or asks userinfo by itself may have the second span.

                """
                                .formatted(renewal, session.toSeconds())
                        + text);
    }

    /** The requirements of this site's own settings, which no product's template has. */
    private static String beforehand(Site site) {
        if (site.isPublic()) {
            return """
                    ## Before all else

                    This site is public: it has no client secret. Leave the secret out of everything below, let the product
                    send its client id alone (`none`), and switch PKCE on with the method `S256`.

                    """;
        }
        if (site.hasKeys()) {
            return """
                    ## Before all else

                    This site signs its calls by a key (`private_key_jwt`), and has no client secret. Leave the secret out of
                    everything below, and give the product its private key.

                    """;
        }
        return site.needsPkce()
                ? """
                ## Before all else

                This site takes no login without PKCE (`require-pkce`): switch it on with the method `S256`.

                """
                : "";
    }

    /** The text in sections, for a screen. */
    public List<Section> sections() {
        return Section.read(text);
    }

    static Template template(String preset) {
        try (var stream = Objects.requireNonNull(Setup.class.getResourceAsStream(preset + ".md"), preset)) {
            return new Template(new String(stream.readAllBytes(), UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
