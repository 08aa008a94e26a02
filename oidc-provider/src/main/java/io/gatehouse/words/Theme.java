package io.gatehouse.words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The colours of a light or dark page, and the shades that follow from an operator's colours. WCAG 2.2,
 * 1.4.3: all text has a contrast of 4.5 at least with its background.
 */
public enum Theme {
    LIGHT(Map.of("page", "#f3f1ec", "card", "#ffffff", "ink", "#18212b", "accent", "#0b6150"), "#566070", "#fdf3d7"),
    DARK(Map.of("page", "#0f1318", "card", "#181e26", "ink", "#eef2f5", "accent", "#62d8b6"), "#a9b4c1", "#3a3116");

    /** The colours that an operator may set: around the page, the page, its text, and what is to be done or clicked. */
    public static final List<String> GIVEN = List.of("page", "card", "ink", "accent");

    private static final double READABLE = 4.5;

    @SuppressWarnings("ImmutableEnumChecker") // a map that nothing changes
    private final Map<String, String> ours;

    private final String soft;
    private final String notice;

    /** The values are those of waiting-page.css. */
    Theme(Map<String, String> ours, String soft, String notice) {
        this.ours = ours;
        this.soft = soft;
        this.notice = notice;
    }

    /** The word of the API and of forms: {@code light}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The default colour of pages, by one of the names in {@link #GIVEN}. */
    public String ours(String colour) {
        return ours.getOrDefault(colour, "");
    }

    /**
     * Refuses invalid colours, and unreadable combinations.
     *
     * @param given by name
     * @throws IllegalArgumentException names the colour, and its contrast
     */
    void require(Map<String, String> given) {
        given.keySet().stream()
                .filter(name -> !GIVEN.contains(name))
                .findFirst()
                .ifPresent(unknown -> {
                    throw new IllegalArgumentException("colours are " + GIVEN + ", was \"" + unknown + "\"");
                });
        var all = all(given);
        require(all, "ink", "card");
        require(all, "ink", "page");
        require(all, "accent", "card");
    }

    private void require(Map<String, Colour> all, String name, String ground) {
        var contrast = colour(all, name).contrast(colour(all, ground));
        if (contrast < READABLE) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s %s on %s %s (%s) has a contrast of %.2f, 4.5 is needed",
                    name,
                    all.get(name),
                    ground,
                    all.get(ground),
                    word(),
                    Math.floor(contrast * 100) / 100));
        }
    }

    /** All variables of waiting-page.css, as its style sheet sets them. */
    String variables(Map<String, String> given) {
        var all = all(given);
        var ground = colour(all, "card");
        var text = colour(all, "ink");
        var act = colour(all, "accent");
        var washed = ground.mixed(act, 0.1);
        var wash = isReadable(text, washed) && isReadable(act, washed) ? washed : ground;
        var heeded = Colour.parse(notice);
        var onAct = act.contrast(Colour.WHITE) >= act.contrast(Colour.BLACK) ? Colour.WHITE : Colour.BLACK;
        var variables = new LinkedHashMap<String, Colour>(all);
        variables.put("soft", first(text, Stream.of(Colour.parse(soft), text.mixed(ground, 0.3)), ground, wash));
        variables.put("rule", ground.mixed(text, 0.15));
        variables.put("on-accent", onAct);
        variables.put("accent-wash", wash);
        variables.put("notice", isReadable(text, heeded) ? heeded : ground);
        return variables.entrySet().stream()
                .map(variable -> "--" + variable.getKey() + ":" + variable.getValue())
                .collect(Collectors.joining(";"));
    }

    private static Colour first(Colour last, Stream<Colour> wanted, Colour... grounds) {
        return wanted.filter(colour -> Stream.of(grounds).allMatch(ground -> isReadable(colour, ground)))
                .findFirst()
                .orElse(last);
    }

    private static boolean isReadable(Colour colour, Colour ground) {
        return colour.contrast(ground) >= READABLE;
    }

    private Map<String, Colour> all(Map<String, String> given) {
        var all = new LinkedHashMap<String, Colour>();
        GIVEN.forEach(name -> all.put(name, Colour.parse(given.getOrDefault(name, ours(name)))));
        return all;
    }

    private static Colour colour(Map<String, Colour> all, String name) {
        return all.getOrDefault(name, Colour.BLACK);
    }
}
