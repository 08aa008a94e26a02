package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.words.Branding;
import io.gatehouse.words.Logo;
import io.gatehouse.words.Theme;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A room's looks as programs see and send them.
 *
 * @param colours by theme, then by name
 * @param logo the file in Base64; null: none
 * @param darkLogo the same for dark screens; null: as on light ones
 */
record BrandingView(
        String name,
        String help,
        String imprint,
        Map<String, Map<String, String>> colours,
        @Nullable String logo,
        @Nullable String darkLogo) {

    static final Set<String> MEMBERS = Set.of("name", "help", "imprint", "colours", "logo", "darkLogo");

    private static final Set<String> THEMES =
            Stream.of(Theme.values()).map(Theme::word).collect(Collectors.toUnmodifiableSet());

    static BrandingView of(Branding looks) {
        var colours = new TreeMap<String, Map<String, String>>();
        looks.colours().forEach((theme, given) -> colours.put(theme, new TreeMap<>(given)));
        return new BrandingView(
                looks.name(),
                looks.help(),
                looks.imprint(),
                colours,
                looks.logo().map(Logo::base64).orElse(null),
                looks.darkLogo().map(Logo::base64).orElse(null));
    }

    /** The branding that a client sent; a part that is left out is as our own pages have it. */
    static Branding read(Body body) {
        var colours = new HashMap<String, Map<String, String>>();
        body.object("colours", THEMES).ifPresent(all -> THEMES.forEach(theme -> colours.put(theme, all.texts(theme))));
        return OperatorInput.read(() -> new Branding(
                body.text("name").orElse(""),
                body.text("help").orElse(""),
                body.text("imprint").orElse(""),
                colours,
                logo(body, "logo"),
                logo(body, "darkLogo")));
    }

    private static Optional<Logo> logo(Body body, String member) {
        return body.isNull(member) ? Optional.empty() : body.text(member).map(Logo::new);
    }
}
