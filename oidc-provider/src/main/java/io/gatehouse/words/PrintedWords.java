package io.gatehouse.words;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * An edition of a room's words, prepared for pages in each of their languages. {@link EditionPrinter} makes
 * it once.
 */
public final class PrintedWords {

    /** The page that explains how to report a wrong text. */
    public static final String WRONG_TEXT = "/waiting-page/wrong-text";

    /** The absence of words. */
    public static final PrintedWords NONE = new PrintedWords("", Map.of(), Branding.NONE);

    /**
     * The words for the page's script.
     *
     * @param texts replace the page's own, by key
     * @param looks true if a style sheet follows the page's own: a page on a CDN requests it; else absent
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Document(
            String edition, List<Message> messages, Map<String, String> texts, @Nullable Boolean looks) {}

    private record Message(Occasion on, Element says) {}

    /**
     * An element of a page: the server writes it and the script builds it from the same value, so both are
     * equal. Operators' input is in it only as text or as an address.
     *
     * @param children texts and elements
     */
    private record Element(String name, Map<String, String> attributes, List<?> children) {

        private static Element of(String name, Object... children) {
            return new Element(name, Map.of(), List.of(children));
        }

        @JsonValue
        private List<Object> forScript() {
            return Stream.concat(Stream.of(name, attributes), children.stream()).toList();
        }

        private String markup() {
            var own = attributes.entrySet().stream()
                    .map(attribute -> " " + attribute.getKey() + "=\"" + escaped(attribute.getValue()) + "\"")
                    .collect(Collectors.joining());
            var inside = children.stream()
                    .map(child -> child instanceof Element element ? element.markup() : escaped(child.toString()))
                    .collect(Collectors.joining());
            return "<" + name + own + ">" + inside + "</" + name + ">";
        }

        private static String escaped(String text) {
            return HtmlUtils.htmlEscape(text, "UTF-8");
        }
    }

    /**
     * The words for a page in one language.
     *
     * @param texts the page's, with the operator's replacements
     * @param json for the script: at its own address, and in the page; empty where there are no words
     * @param foot HTML of the links at the end of the page
     * @param style the name of a style sheet that follows the page's own; empty: there is none
     */
    public record Spoken(Texts.Language texts, List<Message> messages, String json, String foot, String style) {

        /** HTML of the messages at this stage of the page, made only of text and addresses; empty: there is none. */
        public String markup(String stage) {
            var now = stage.equals("ENDED") ? Occasion.CLOSED.name() : stage;
            return messages.stream()
                    .filter(message -> message.on() == Occasion.ALWAYS
                            || message.on().name().equals(now))
                    .map(message -> message.says().markup())
                    .collect(Collectors.joining());
        }
    }

    private static final JsonMapper JSON = JsonMapper.shared();

    private final String edition;
    private final Map<String, Spoken> byLanguage;
    private final Branding looks;
    private final String css;

    private PrintedWords(String edition, Map<String, Spoken> byLanguage, Branding looks) {
        this.edition = edition;
        this.byLanguage = byLanguage;
        this.looks = looks;
        this.css = looks.css(edition + "/logo");
    }

    /** An edition that cannot be read here: only its name is known. */
    static PrintedWords unread(String edition) {
        return new PrintedWords(edition, Map.of(), Branding.NONE);
    }

    public static PrintedWords of(String edition, Words words, Texts texts) {
        return new PrintedWords(
                edition,
                texts.languages().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Texts.Language::tag, language -> spoken(edition, words, texts, language))),
                words.looks());
    }

    private static Spoken spoken(String edition, Words words, Texts texts, Texts.Language language) {
        var own = words.texts().getOrDefault(language.tag(), Map.of());
        var messages = Stream.of(Occasion.values())
                .flatMap(occasion -> Optional.ofNullable(words.messages().get(occasion)).stream()
                        .map(message -> message(occasion, message, texts, language)))
                .toList();
        return new Spoken(
                language.saying(own),
                messages,
                JSON.writeValueAsString(
                        new Document(edition, messages, own, words.looks().areSeen() ? true : null)),
                foot(words.looks(), language),
                words.looks().areSeen() ? edition : "");
    }

    /** A wrong text is reported to the help of the site; without one, a page of ours says how. */
    private static String foot(Branding looks, Texts.Language language) {
        var reports = looks.help().isEmpty() ? WRONG_TEXT + "?ui_locales=" + language.tag() : looks.help();
        var links = Stream.of(
                        Map.entry("help", looks.help()),
                        Map.entry("report-text", reports),
                        Map.entry("imprint", looks.imprint()))
                .filter(link -> !link.getValue().isEmpty())
                .map(link -> link(language.text(link.getKey()), link.getValue()))
                .toArray();
        return Element.of("nav", links).markup();
    }

    /** The message in the page's language, else in English, else in its first language. */
    private static Message message(Occasion occasion, Words.Message message, Texts texts, Texts.Language page) {
        var spoken = new TreeMap<>(message.text());
        var tag = Stream.of(page.tag(), texts.in("").tag())
                .filter(spoken::containsKey)
                .findFirst()
                .orElseGet(spoken::firstKey);
        var language = texts.in(tag);
        var label = message.severity() == Severity.WARNING
                ? Stream.of(Element.of("p", Element.of("strong", language.text("important"))))
                : Stream.<Element>empty();
        var text = LinkedText.paragraphs(message.text().getOrDefault(tag, "")).stream()
                .map(parts -> new Element(
                        "p", Map.of(), parts.stream().map(PrintedWords::inline).toList()));
        // The element names its own language, because an operator may have left out the page's.
        var attributes = new TreeMap<>(
                Map.of("class", "message " + message.severity(), "dir", language.direction(), "lang", language.tag()));
        return new Message(
                occasion,
                new Element("div", attributes, Stream.concat(label, text).toList()));
    }

    private static Object inline(LinkedText.Part part) {
        return part.href() == null ? part.text() : link(part.text(), part.href());
    }

    private static Element link(String text, String address) {
        return new Element(
                "a", new TreeMap<>(Map.of("href", address, "rel", "noopener", "target", "_blank")), List.of(text));
    }

    /** Its name, in the room's settings and on the board; empty where there are no words. */
    public String edition() {
        return edition;
    }

    /** Whether these are the words of that name; else another node may know them. */
    public boolean isOf(String name) {
        return edition.equals(name) && !byLanguage.isEmpty();
    }

    /** The name of the room; empty: the configured one. */
    public String name() {
        return looks.name();
    }

    /**
     * The style sheet; its logo is at {@code logo} below the style sheet's own address, and that for dark
     * screens at {@code logo/dark}. Empty: pages have our looks.
     */
    public String css() {
        return css;
    }

    /** The logo of this theme alone. */
    public Optional<Logo> logo(Theme theme) {
        return looks.logo(theme);
    }

    /** The words for a page in this language. */
    public Spoken in(Texts.Language language) {
        var spoken = byLanguage.get(language.tag());
        return spoken == null ? new Spoken(language, List.of(), "", foot(Branding.NONE, language), "") : spoken;
    }
}
