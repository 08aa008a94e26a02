package io.gatehouse.words;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parsed text of an operator: paragraphs, one a line, of plain text and links. {@code https://} addresses
 * are links, and so is {@code [some words](https://...)}. Everything else is text, markup included. Only this
 * class parses it: the template and the page's script insert the parts as text or as an address.
 */
public final class LinkedText {

    /**
     * A part of a paragraph.
     *
     * @param text the visible text
     * @param href the address of a link; absent: plain text
     */
    public record Part(String text, @Nullable String href) {}

    /** Each repetition takes only characters that no later part could take, so no text makes it slow. */
    private static final Pattern LINK =
            Pattern.compile("\\[([^\\[\\]\n]{1,200}+)]\\((https://[^\\s()<>\"]++)\\)|https://[^\\s<>\"\\[\\]]++");

    /** These characters end a sentence more often than an address. */
    private static final String AFTER_ADDRESSES = ".,;:!?)'";

    private LinkedText() {}

    /** The paragraphs, none of them empty. */
    public static List<List<Part>> paragraphs(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .map(line -> parts(line.strip()))
                .toList();
    }

    private static List<Part> parts(String line) {
        var parts = new ArrayList<Part>();
        var links = LINK.matcher(line);
        var from = 0;
        while (links.find()) {
            var isLabelled = links.group(1) != null;
            var address = isLabelled ? links.group(2) : bare(links.group());
            if (isAddress(address)) {
                add(parts, line.substring(from, links.start()));
                parts.add(new Part(isLabelled ? links.group(1) : address, address));
                from = isLabelled ? links.end() : links.start() + address.length();
            }
        }
        add(parts, line.substring(from));
        return List.copyOf(parts);
    }

    private static void add(List<Part> parts, String text) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, null));
        }
    }

    private static String bare(String address) {
        var end = address.length();
        while (AFTER_ADDRESSES.indexOf(address.charAt(end - 1)) >= 0) {
            end--;
        }
        return address.substring(0, end);
    }

    /**
     * Whether a text is an address with a host and no user: {@code https://shop.example@elsewhere.example}
     * deceives.
     */
    static boolean isAddress(String text) {
        try {
            var uri = new URI(text);
            return uri.getHost() != null && uri.getRawUserInfo() == null;
        } catch (URISyntaxException none) {
            return false;
        }
    }
}
