package io.gatehouse.panel.language;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a page of the panel would say in German, asked of the page in English. */
public final class GermanPanel {

    private static final Dictionary GERMAN = Dictionary.read("de");
    private static final Dictionary OF_SCRIPTS = new Dictionary("de", Dictionary.entries("/static/panel/de.json"));

    /** The same in both languages: a date with its zone. */
    private static final Pattern ALIKE = Pattern.compile("[\\d :-]*UTC");

    private GermanPanel() {}

    /** The English words that would be left on this page. */
    public static List<String> missing(String html) {
        if (!html.contains("href=\"/panel/panel.css\"")) {
            return List.of(); // a page for visitors, which speaks German by itself
        }
        return PageTranslation.of(GERMAN, html).missing().stream()
                .filter(text -> !ALIKE.matcher(text).matches())
                .toList();
    }

    /** Of these texts, which scripts write, those that scripts could not translate. */
    public static Set<String> missingInScripts(Stream<String> texts) {
        return texts.map(text -> text.replaceAll("\\s+", " ").strip())
                .filter(text -> text.matches(".*[a-zA-Z]{2}.*"))
                .filter(text -> OF_SCRIPTS.of(escaped(text)).isEmpty())
                .collect(Collectors.toSet());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
