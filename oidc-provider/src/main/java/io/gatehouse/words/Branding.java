package io.gatehouse.words;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The looks and the name of a room's pages, as its operators have changed them.
 *
 * @param name replaces the room's configured title; empty: that title
 * @param help address of the site's help; empty: no link
 * @param imprint address of the site's imprint; empty: no link
 * @param colours by the word of a {@link Theme}, then by their names; a theme without any keeps our colours
 * @param logo above the name
 * @param darkLogo replaces the logo on dark screens; empty: the same one
 */
@SuppressWarnings("NullableOptional") // null only in what an earlier release has written
public record Branding(
        String name,
        String help,
        String imprint,
        Map<String, Map<String, String>> colours,
        Optional<Logo> logo,
        @Nullable Optional<Logo> darkLogo) {

    public static final Branding NONE = new Branding("", "", "", Map.of(), Optional.empty(), Optional.empty());

    /** The maximum of characters of a name. */
    public static final int LONGEST_NAME = 60;

    private static final int LONGEST_ADDRESS = 300;

    /** The logo for dark screens is absent in values of an earlier release. */
    public Branding {
        darkLogo = Objects.requireNonNullElse(darkLogo, Optional.empty());
        if (!name.isEmpty()) {
            Words.requireLine("name", name, LONGEST_NAME);
        }
        requireAddress("help", help);
        requireAddress("imprint", imprint);
        colours = colours.entrySet().stream()
                .filter(theme -> !theme.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, theme -> Map.copyOf(theme.getValue())));
        colours.forEach((theme, given) -> theme(theme).require(given));
    }

    @Override
    public Optional<Logo> darkLogo() {
        return Objects.requireNonNull(darkLogo);
    }

    /** The logo of this theme alone. */
    public Optional<Logo> logo(Theme theme) {
        return theme == Theme.DARK ? darkLogo() : logo;
    }

    private static Theme theme(String word) {
        return Stream.of(Theme.values())
                .filter(theme -> theme.word().equals(word))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("colours are for light and dark, was \"" + word + "\""));
    }

    private static void requireAddress(String what, String address) {
        if (!address.isEmpty()
                && !(address.startsWith("https://")
                        && address.length() <= LONGEST_ADDRESS
                        && LinkedText.isAddress(address))) {
            throw new IllegalArgumentException(what + " must be an https:// address of up to " + LONGEST_ADDRESS
                    + " characters, was \"" + address + "\"");
        }
    }

    /** Whether a style sheet is needed. */
    boolean areSeen() {
        return !colours.isEmpty() || logo.isPresent() || darkLogo().isPresent();
    }

    /**
     * The style sheet that follows waiting-page.css. It contains only colours of an operator's input, in our
     * notation.
     *
     * @param logo its address, relative to the style sheet; the logo for dark screens is below it
     */
    String css(String logo) {
        var themes = Stream.of(Theme.values())
                .filter(theme -> colours.containsKey(theme.word()))
                .map(theme -> "@media " + (theme == Theme.DARK ? "" : "not all and ")
                        + "(prefers-color-scheme:dark){:root{"
                        + theme.variables(colours.getOrDefault(theme.word(), Map.of())) + "}}");
        var pictures = Stream.of(
                this.logo.map(one -> picture(logo)).orElse(""),
                darkLogo()
                        .map(one -> "@media (prefers-color-scheme:dark){" + picture(logo + "/dark") + "}")
                        .orElse(""));
        var motif = Stream.of(Motif.of(name + new TreeMap<>(colours)).css()).filter(css -> !colours.isEmpty());
        return Stream.of(themes, pictures, motif)
                .flatMap(css -> css)
                .filter(css -> !css.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String picture(String logo) {
        return ".room::before{content:\"\";display:block;height:4rem;margin-block-end:1rem;background:url(" + logo
                + ") 0/contain no-repeat}[dir=rtl] .room::before{background-position:100%}";
    }

    /** A summary for the record of operators' acts. */
    public String described() {
        return "name \"" + name + "\", help \"" + help + "\", imprint \"" + imprint + "\", colours of "
                + new TreeSet<>(colours.keySet()) + ", "
                + logo.map(one -> "a logo, " + one.type()).orElse("no logo")
                + darkLogo().map(one -> ", one for dark screens, " + one.type()).orElse("");
    }
}
