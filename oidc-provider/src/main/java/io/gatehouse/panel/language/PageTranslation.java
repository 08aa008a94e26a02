package io.gatehouse.panel.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One page on its way into another language. It copies the page as it is, but for texts and attributes that
 * the dictionary has.
 *
 * <p>A text is looked up as far as it goes: with the elements in it, each of which is written {@code <>}, and
 * stays where it is between the words. A text that is not found so is looked up word group by word group,
 * between the elements.
 *
 * <p>What lies in an element with {@code translate="no"} is left alone, and so is code. The pages are ours:
 * attributes stand in double quotation marks, and each tag is closed.
 */
final class PageTranslation {

    private static final Pattern TAG = Pattern.compile(
            "<!--.*?-->|<!?(/?)([a-zA-Z][a-zA-Z0-9]*+)((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>", Pattern.DOTALL);
    private static final Pattern ATTRIBUTE = Pattern.compile("([a-zA-Z][\\w:-]*+)=\"([^\"]*+)\"");
    private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]+");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z]{2}");
    private static final Pattern ENTITY = Pattern.compile("&(?:#39|quot|hellip|rarr|larr|middot|times|ndash|nbsp);");

    /** The entities that cannot be markup: a value that was escaped stays so. */
    private static final Map<String, String> ENTITIES = Map.of(
            "&#39;", "'",
            "&quot;", "\"",
            "&hellip;", "\u2026",
            "&rarr;", "\u2192",
            "&larr;", "\u2190",
            "&middot;", "\u00b7",
            "&times;", "\u00d7",
            "&ndash;", "\u2013",
            "&nbsp;", "\u00a0");

    private static final Set<String> WITHIN_TEXTS = Set.of(
            "a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "q", "small", "span", "strong", "sub", "sup", "time",
            "var");
    private static final Set<String> NO_TEXTS = Set.of("code", "pre", "script", "style", "textarea", "var", "iframe");
    private static final Set<String> EMPTY = Set.of("br", "col", "hr", "img", "input", "link", "meta", "source", "wbr");

    /** The style sheet shows the last one before a cell, on a narrow screen. */
    private static final Set<String> SPOKEN = Set.of("alt", "aria-label", "label", "placeholder", "title", "data-is");

    /** A text with elements in it: the pieces of the page between them. */
    private final class Text {

        private final List<List<Integer>> parts = new ArrayList<>(List.of(new ArrayList<>()));

        void add(String piece) {
            parts.get(parts.size() - 1).add(pieces.size());
            pieces.add(piece);
        }

        void gap() {
            parts.add(new ArrayList<>());
        }

        void translate() {
            var english = parts.stream().map(this::text).toList();
            var whole = String.join("<>", english);
            var found = parts.size() == 1 ? List.<String>of() : sentence(whole);
            for (var at = 0; at < parts.size(); at++) {
                var word = english.get(at);
                if (!found.isEmpty()) {
                    replace(parts.get(at), found.get(at));
                } else if (!word.isBlank()) {
                    var said = dictionary.of(word.strip());
                    if (said.isPresent()) {
                        replace(parts.get(at), around(word, said.get()));
                    } else if (WORD.matcher(word).find()) {
                        missing.add(parts.size() == 1 ? word.strip() : word.strip() + "   of: " + whole.strip());
                    }
                }
            }
        }

        /** The translation of each part; empty if the dictionary has no such sentence. */
        private List<String> sentence(String whole) {
            return dictionary
                    .of(whole.strip())
                    .map(said -> List.of(around(whole, said).split("<>", -1)))
                    .filter(said -> said.size() == parts.size())
                    .orElse(List.of());
        }

        private String text(List<Integer> part) {
            return plain(part.stream().map(pieces::get).collect(Collectors.joining()));
        }

        private void replace(List<Integer> part, String said) {
            for (var at = 0; at < part.size(); at++) {
                pieces.set(part.get(at), at == 0 ? said : "");
            }
        }
    }

    private final Dictionary dictionary;
    private final List<String> pieces = new ArrayList<>();
    private final Deque<Text> texts = new ArrayDeque<>();
    private final Set<String> missing = new TreeSet<>();
    private String silent = "";
    private int depth;

    private PageTranslation(Dictionary dictionary, String html) {
        this.dictionary = dictionary;
        texts.push(new Text());
        var tag = TAG.matcher(html);
        var from = 0;
        while (tag.find()) {
            text(html.substring(from, tag.start()));
            tag(tag.toMatchResult());
            from = tag.end();
        }
        text(html.substring(from));
        end();
    }

    static PageTranslation of(Dictionary dictionary, String html) {
        return new PageTranslation(dictionary, html);
    }

    String html() {
        return String.join("", pieces);
    }

    /** The English that is left, in alphabetical order. */
    Set<String> missing() {
        return missing;
    }

    private void text(String text) {
        if (!silent.isEmpty() || text.isEmpty()) {
            pieces.add(text);
        } else {
            texts.element().add(text);
        }
    }

    private void tag(MatchResult tag) {
        var raw = tag.group();
        if (tag.group(2) == null || raw.startsWith("<!")) {
            pieces.add(raw);
            return;
        }
        var name = tag.group(2).toLowerCase(Locale.ROOT);
        var closes = tag.group(1).equals("/");
        if (!silent.isEmpty()) {
            depth += !name.equals(silent) ? 0 : closes ? -1 : 1;
            silent = depth == 0 ? "" : silent;
            pieces.add(raw);
        } else if (closes) {
            close(name, raw);
        } else {
            open(name, raw, tag.group(3));
        }
    }

    private void close(String name, String raw) {
        if (WITHIN_TEXTS.contains(name) && texts.size() > 1) {
            texts.pop().translate();
        } else {
            end();
        }
        pieces.add(raw);
    }

    private void open(String name, String raw, String attributes) {
        var isWithinText = WITHIN_TEXTS.contains(name);
        if (isWithinText) {
            texts.element().gap();
        } else {
            end();
        }
        var isLeftAlone = attributes.contains("translate=\"no\"");
        pieces.add(isLeftAlone ? raw : ATTRIBUTE.matcher(raw).replaceAll(one -> attribute(name, attributes, one)));
        var hasOwnWords = name.equals("option") && !attributes.contains("value=");
        if (EMPTY.contains(name)) {
            return;
        }
        if (isLeftAlone || hasOwnWords || NO_TEXTS.contains(name)) {
            silent = name;
            depth = 1;
        } else if (isWithinText) {
            texts.push(new Text());
        }
    }

    private String attribute(String element, String attributes, MatchResult one) {
        var name = one.group(1);
        var whole = Matcher.quoteReplacement(one.group());
        if (element.equals("html") && name.equals("lang")) {
            return "lang=\"" + dictionary.language() + "\"";
        }
        var isButton = element.equals("input") && name.equals("value") && attributes.contains("type=\"submit\"");
        var english = plain(one.group(2)).strip();
        if (english.isEmpty() || !SPOKEN.contains(name) && !isButton) {
            return whole;
        }
        var said = dictionary.of(english);
        if (said.isEmpty() && WORD.matcher(english).find()) {
            missing.add(english);
        }
        return said.map(words -> Matcher.quoteReplacement(
                        name + "=\"" + words.replace("\"", "&quot;").replace("'", "&#39;") + "\""))
                .orElse(whole);
    }

    /** Before and behind an element that stands by itself. */
    private void end() {
        while (!texts.isEmpty()) {
            texts.pop().translate();
        }
        texts.push(new Text());
    }

    /** The text in one line, and with letters for entities that are no markup. */
    private static String plain(String html) {
        var letters = ENTITY.matcher(html).replaceAll(entity -> ENTITIES.getOrDefault(entity.group(), entity.group()));
        return SPACE.matcher(letters).replaceAll(" ");
    }

    /** The words with the spaces of the text that they replace. */
    private static String around(String text, String words) {
        return (text.startsWith(" ") ? " " : "") + words + (text.endsWith(" ") ? " " : "");
    }
}
