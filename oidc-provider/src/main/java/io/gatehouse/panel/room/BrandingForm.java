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
 * says that ours is right. Each logo is a field too, which the screen's script fills from a file: as a
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

    /**
     * A logo to choose.
     *
     * @param name of its field
     * @param dark whether it is for dark screens alone
     * @param isThere whether the room has one
     * @param typed empty: it stays
     * @param off whether it is to be removed
     */
    record LogoField(String name, boolean dark, boolean isThere, String typed, boolean off) {}

    /** The form's values for a draft: with the logos that differ from the former ones. */
    static Map<String, String> typed(Branding draft, Branding before) {
        var form = typed(draft);
        for (var theme : Theme.values()) {
            var logo = draft.logo(theme);
            if (!logo.equals(before.logo(theme))) {
                logo.ifPresentOrElse(
                        file -> form.put(field(theme), file.base64()), () -> form.put("no-" + field(theme), "on"));
            }
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

    private static String field(Theme theme) {
        return theme == Theme.DARK ? "dark-logo" : "logo";
    }

    static List<LogoField> logos(Map<String, String> form, Branding before) {
        return Stream.of(Theme.values())
                .map(theme -> new LogoField(
                        field(theme),
                        theme == Theme.DARK,
                        before.logo(theme).isPresent(),
                        text(form, field(theme)),
                        form.containsKey("no-" + field(theme))))
                .toList();
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

    /** @param before whose logos stay if none are sent */
    static Branding read(Map<String, String> form, Branding before) {
        var colours = new HashMap<String, Map<String, String>>();
        themes(form).forEach(theme -> {
            var given = new HashMap<String, String>();
            theme.fields().stream()
                    .filter(field -> !field.typed().isEmpty())
                    .forEach(field -> given.put(field.colour(), field.typed()));
            colours.put(theme.theme(), given);
        });
        return new Branding(
                text(form, "name"),
                text(form, "help"),
                text(form, "imprint"),
                colours,
                logo(form, before, Theme.LIGHT),
                logo(form, before, Theme.DARK));
    }

    private static Optional<Logo> logo(Map<String, String> form, Branding before, Theme theme) {
        var sent = DATA_URL.matcher(text(form, field(theme))).replaceFirst("");
        if (!sent.isEmpty()) {
            return Optional.of(new Logo(sent));
        }
        return form.containsKey("no-" + field(theme)) ? Optional.empty() : before.logo(theme);
    }

    private static String text(Map<String, String> form, String name) {
        return form.getOrDefault(name, "").strip();
    }
}
