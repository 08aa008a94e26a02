package io.gatehouse.panel.room;

import io.gatehouse.words.Branding;
import io.gatehouse.words.Logo;
import io.gatehouse.words.Theme;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The looks of a room as they are typed. Colours are fields like {@code light.accent}; a field that is empty
 * says that ours is right. The logo is a field too, which the screen's script fills from a file: as a
 * {@code data:} URL, or in Base64 alone. While it is empty the logo stays, unless {@code no-logo} is ticked.
 */
final class BrandingForm {

    /**
     * A colour to type.
     *
     * @param typed empty: ours
     */
    record Field(String name, String colour, String ours, String typed) {}

    /** The colours of a theme. */
    record ThemeFields(String theme, List<Field> fields) {}

    private static final Pattern DATA_URL = Pattern.compile("^data:[^,]*;base64,");

    private BrandingForm() {}

    /** The form's values for a draft: with the logo, if it differs from the former one. */
    static Map<String, String> typed(Branding draft, Branding before) {
        var form = typed(draft);
        if (!draft.logo().equals(before.logo())) {
            draft.logo().ifPresentOrElse(logo -> form.put("logo", logo.base64()), () -> form.put("no-logo", "on"));
        }
        return form;
    }

    /** The form's values for what is so. */
    private static Map<String, String> typed(Branding looks) {
        var form = new HashMap<String, String>();
        form.put("name", looks.name());
        form.put("help", looks.help());
        form.put("imprint", looks.imprint());
        looks.colours()
                .forEach((theme, given) -> given.forEach((name, colour) -> form.put(theme + "." + name, colour)));
        return form;
    }

    static List<ThemeFields> themes(Map<String, String> form) {
        return Stream.of(Theme.values())
                .map(theme -> new ThemeFields(theme.word(), fields(theme, form)))
                .toList();
    }

    private static List<Field> fields(Theme theme, Map<String, String> form) {
        return Theme.GIVEN.stream()
                .map(colour -> new Field(
                        theme.word() + "." + colour,
                        colour,
                        theme.ours(colour),
                        form.getOrDefault(theme.word() + "." + colour, "").strip()))
                .toList();
    }

    /** @param before whose logo stays if none is sent */
    static Branding read(Map<String, String> form, Branding before) {
        var colours = new HashMap<String, Map<String, String>>();
        themes(form).forEach(theme -> {
            var given = new HashMap<String, String>();
            theme.fields().stream()
                    .filter(field -> !field.typed().isEmpty())
                    .forEach(field -> given.put(field.colour(), field.typed()));
            colours.put(theme.theme(), given);
        });
        return new Branding(text(form, "name"), text(form, "help"), text(form, "imprint"), colours, logo(form, before));
    }

    private static Optional<Logo> logo(Map<String, String> form, Branding before) {
        var sent = DATA_URL.matcher(text(form, "logo")).replaceFirst("");
        if (!sent.isEmpty()) {
            return Optional.of(new Logo(sent));
        }
        return form.containsKey("no-logo") ? Optional.empty() : before.logo();
    }

    private static String text(Map<String, String> form, String name) {
        return form.getOrDefault(name, "").strip();
    }
}
