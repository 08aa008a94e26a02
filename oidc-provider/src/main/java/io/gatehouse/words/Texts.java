package io.gatehouse.words;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/**
 * The texts for visitors, in every language with a file {@code waiting-page/texts/<tag>.json}.
 *
 * <p>The page's script reads the same files, so that server and script use the same words. Texts of the
 * server alone are in {@code waiting-page/messages/<tag>.json}, so that no waiting page fetches them. A
 * further language needs two further files, which are found on the class path.
 */
public final class Texts {

    private static final String FILES = "classpath*:META-INF/resources/waiting-page/texts/*.json";
    private static final String MESSAGES = "classpath*:META-INF/resources/waiting-page/messages/*.json";
    private static final String FALLBACK = "en";
    /** No browser sends more languages, so a longer list is cut. */
    private static final int LONGEST_WISH = 500;

    private final Map<String, Language> languages;
    /** The key is each tag that leads to a language, in small letters. */
    private final Map<String, Language> known = new HashMap<>();

    Texts(Map<String, Language> languages) {
        if (!languages.containsKey(FALLBACK)) {
            throw new IllegalStateException("texts/en.json must be on the class path, found " + languages.keySet());
        }
        this.languages = languages;
        languages.values().forEach(language -> language.also.forEach(tag -> known.put(tag, language)));
        languages.forEach((tag, language) -> known.put(tag.toLowerCase(Locale.ROOT), language));
    }

    /** Reads all files once; they do not change while we run. */
    public static Texts load() {
        var messages = read(MESSAGES);
        Map<String, Language> languages = new TreeMap<>();
        read(FILES).forEach((tag, texts) -> {
            var more = messages.get(tag);
            if (more == null) {
                throw new IllegalStateException("messages/" + tag + ".json must be there, found " + messages.keySet());
            }
            languages.put(tag, new Language(tag, texts, more));
        });
        return new Texts(languages);
    }

    /** The content of the files by tag, which is the file's name. */
    private static Map<String, JsonNode> read(String pattern) {
        Map<String, JsonNode> files = new TreeMap<>();
        try {
            for (Resource file : new PathMatchingResourcePatternResolver().getResources(pattern)) {
                String name = Optional.ofNullable(file.getFilename()).orElseThrow();
                try (InputStream stream = file.getInputStream()) {
                    files.put(name.replace(".json", ""), JsonMapper.shared().readTree(stream));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Texts must be readable: " + pattern, unreadable);
        }
        return files;
    }

    /** All languages, by tag. */
    public List<Language> languages() {
        return List.copyOf(languages.values());
    }

    /** The tags of all languages. */
    public Set<String> tags() {
        return Collections.unmodifiableSet(languages.keySet());
    }

    /**
     * The texts of pages in this language, by key, that operators may replace. Texts that depend on a number,
     * and those of messages, are not among them.
     */
    public Map<String, String> of(String language) {
        var spoken = languages.get(language);
        return spoken == null ? Map.of() : spoken.ofPages();
    }

    /** The language that this tag leads to, else English. */
    public Language in(String tag) {
        return find(tag).orElseGet(() -> languages.get(FALLBACK));
    }

    /**
     * The best language for a visitor: what the site asked for ({@code ui_locales}, tags parted by spaces)
     * goes before what the browser prefers ({@code Accept-Language}). Either may be empty or malformed.
     */
    public Language negotiate(String uiLocales, String acceptLanguage) {
        return Stream.concat(Arrays.stream(cut(uiLocales).split(" ")), preferred(acceptLanguage))
                .map(this::find)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> in(FALLBACK));
    }

    /** The tags of an {@code Accept-Language}, best first: English if it is too long or blank, none if malformed. */
    public static Stream<String> preferred(String wish) {
        var acceptLanguage = cut(wish);
        try {
            return Locale.LanguageRange.parse(acceptLanguage.isBlank() ? FALLBACK : acceptLanguage).stream()
                    .filter(range -> range.getWeight() > 0)
                    .map(Locale.LanguageRange::getRange);
        } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
            return Stream.empty();
        }
    }

    private static String cut(String wish) {
        return wish.length() > LONGEST_WISH ? "" : wish;
    }

    /**
     * The lookup of RFC 4647, section 3.4: the tag, then the tag without its last part, and so on. A language
     * names further tags in {@code also}: zh-TW leads to zh-Hant, no to nb.
     */
    private Optional<Language> find(String tag) {
        for (String wanted = tag.toLowerCase(Locale.ROOT);
                !wanted.isEmpty();
                wanted = wanted.substring(0, Math.max(0, wanted.lastIndexOf('-')))) {
            var language = known.get(wanted);
            if (language != null) {
                return Optional.of(language);
            }
        }
        return Optional.empty();
    }

    /** One language: its texts, its plural forms and its way to write a number. */
    public static final class Language {

        /** The default pattern of a digit before a separator. */
        private static final String IN_THREES = "\\d(?=(\\d{3})+$)";

        private final String tag;
        private final JsonNode file;
        private final JsonNode messages;
        private final String direction;
        private final String group;
        private final Pattern groups;
        private final String digits;
        private final List<String> also;
        private final Map<String, Pattern> plurals = new LinkedHashMap<>();
        private final Map<String, JsonNode> texts = new LinkedHashMap<>();

        /**
         * Makes a language from its two files.
         *
         * @param messages an object of texts by key, none of which depends on a number
         */
        Language(String tag, JsonNode file, JsonNode messages) {
            this(tag, file, messages, Map.of());
        }

        private Language(String tag, JsonNode file, JsonNode messages, Map<String, String> own) {
            this.tag = tag;
            this.file = file;
            this.messages = messages;
            this.direction = file.path("dir").asString();
            this.group = file.path("group").asString();
            this.groups = Pattern.compile(file.path("groups").asString(IN_THREES));
            this.digits = file.path("digits").asString("");
            this.also = Arrays.stream(file.path("also").asString("").split(" "))
                    .filter(other -> !other.isEmpty())
                    .toList();
            file.path("plurals")
                    .properties()
                    .forEach(form -> plurals.put(
                            form.getKey(), Pattern.compile(form.getValue().asString())));
            file.path("texts").properties().forEach(text -> texts.put(text.getKey(), text.getValue()));
            messages.properties().forEach(text -> texts.put(text.getKey(), text.getValue()));
            own.forEach((key, text) -> texts.put(key, StringNode.valueOf(text)));
        }

        /** This language with these texts in place of its own. */
        Language saying(Map<String, String> own) {
            return own.isEmpty() ? this : new Language(tag, file, messages, own);
        }

        private Map<String, String> ofPages() {
            var own = new LinkedHashMap<String, String>();
            file.path("texts").properties().forEach(text -> {
                if (text.getValue().isString()) {
                    own.put(text.getKey(), text.getValue().asString());
                }
            });
            return own;
        }

        /** The file's name, which is the page's {@code lang}. */
        public String tag() {
            return tag;
        }

        /** The author of its texts, and the native speaker who has read them, as the file names them. */
        public String made() {
            return file.path("by").asString("");
        }

        /** {@code ltr} or {@code rtl}, the page's {@code dir}. */
        public String direction() {
            return direction;
        }

        /** The number with the digits and the groups of the language. */
        public String number(long number) {
            return inDigits(groups.matcher(Long.toString(number)).replaceAll("$0" + group));
        }

        private String inDigits(String text) {
            return digits.isEmpty()
                    ? text
                    : Pattern.compile("[0-9]").matcher(text).replaceAll(digit -> digits.substring(
                                    digit.group().charAt(0) - '0')
                            .substring(0, 1));
        }

        public String text(String key) {
            return text(key, Map.of());
        }

        /** A text with its placeholders filled; a placeholder without a value stays, so that a test can find it. */
        public String text(String key, Map<String, String> values) {
            return fill(node(key).asString(), values);
        }

        /** The form of a text that fits a number; {@code {n}} is the number itself. */
        public String count(String key, long number, Map<String, String> values) {
            JsonNode forms = node(key);
            String form = plurals.entrySet().stream()
                    .filter(plural -> forms.has(plural.getKey()))
                    .filter(plural ->
                            plural.getValue().matcher(Long.toString(number)).find())
                    .findFirst()
                    .map(Map.Entry::getKey)
                    .orElse("other");
            Map<String, String> all = new LinkedHashMap<>(values);
            all.putIfAbsent("n", number(number));
            return fill(forms.path(form).asString(), all);
        }

        /** A moment as clocks of a zone show it, and the zone's name; by the Gregorian calendar in every language. */
        public String date(Instant moment, ZoneId zone) {
            var locale = Locale.forLanguageTag(tag);
            return inDigits(DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL, FormatStyle.SHORT)
                            .withLocale(locale)
                            .withChronology(IsoChronology.INSTANCE)
                            .withZone(zone)
                            .format(moment)
                    + " (" + zone.getDisplayName(TextStyle.FULL, locale) + ")");
        }

        /** All texts that do not depend on a number, for the fixed parts of a page. */
        public Map<String, String> words(Map<String, String> values) {
            return texts.entrySet().stream()
                    .filter(text -> text.getValue().isString())
                    .collect(Collectors.toUnmodifiableMap(
                            Map.Entry::getKey, text -> fill(text.getValue().asString(), values)));
        }

        private JsonNode node(String key) {
            JsonNode node = texts.get(key);
            if (node == null) {
                throw new IllegalArgumentException(
                        "Text must be in texts/ or messages/" + tag + ".json, was '" + key + "'");
            }
            return node;
        }

        /** Fills in one pass, so that a value which looks like a placeholder (a room's title may) stays unchanged. */
        private static String fill(String text, Map<String, String> values) {
            StringBuilder filled = new StringBuilder();
            int from = 0;
            for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
                int close = text.indexOf('}', open);
                if (close < 0) {
                    break;
                }
                String value = values.get(text.substring(open + 1, close));
                filled.append(text, from, open).append(value == null ? text.substring(open, close + 1) : value);
                from = close + 1;
            }
            return filled.append(text.substring(from)).toString();
        }
    }
}
