package io.gatehouse.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gatehouse.words.PrintedWords;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.web.util.HtmlUtils;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;

/**
 * Renders a template once for each frame, with a gap for each value that is a visitor's own
 * ({@link WaitingPage#own}, {@link MessagePage#own}), and fills the gaps for each request. The template sees
 * no value of a visitor, only whether there is one, so no page can show what another one was rendered with.
 */
final class RenderedPages {

    /**
     * Up to ten kilobytes each. A room shows a dozen in each language, if all its visitors are seen together;
     * messages are as many as there are forms of them.
     */
    private static final int MOST = 500;

    /**
     * Stands on both sides of a gap's name. Of Unicode's private use: neither template nor texts have it, nor
     * those of operators ({@link io.gatehouse.words.Words}), and the template sees nothing else.
     */
    private static final String GAP = "\uE000";

    /**
     * The part of a page that all its visitors share.
     *
     * @param frame the template's model {@code page}, compared by its values
     * @param own its model {@code own}: a gap for each value that is there, nothing for one that is empty and
     *     hidden with its surroundings
     */
    private record Shape(String template, Object frame, Map<String, String> own) {}

    /** A page's pieces in UTF-8, and between each two of them a gap. */
    private record Gapped(List<byte[]> pieces, List<String> gaps) {

        byte[] filled(Map<String, String> own, Map<String, String> markup) {
            var page = new ByteArrayOutputStream(4 * 1024);
            page.writeBytes(pieces.get(0));
            for (var n = 0; n < gaps.size(); n++) {
                var text = own.get(gaps.get(n));
                var html = text == null ? markup.get(gaps.get(n)) : HtmlUtils.htmlEscape(text, "UTF-8");
                page.writeBytes(Objects.requireNonNull(html).getBytes(UTF_8));
                page.writeBytes(pieces.get(n + 1));
            }
            return page.toByteArray();
        }
    }

    private final ITemplateEngine templates;
    private final LoadingCache<Shape, Gapped> shapes =
            Caffeine.newBuilder().maximumSize(MOST).build(this::rendered);

    RenderedPages(ITemplateEngine templates) {
        this.templates = templates;
    }

    /** The page in UTF-8, with everything escaped that came from anywhere else than our files. */
    byte[] page(WaitingPage page) {
        return page("waiting-page/index", page.frame(), page.own(), page.markup());
    }

    /** A message by this template, likewise. */
    byte[] page(String template, MessagePage page) {
        return page(template, page.frame(), page.own(), page.markup());
    }

    /** A page that has no value of a visitor. */
    byte[] rendered(String template, Object page) {
        return templates
                .process(template, new Context(null, Map.of("page", page)))
                .getBytes(UTF_8);
    }

    /** @param markup values that are HTML already, see {@link PrintedWords}; all others are escaped */
    private byte[] page(String template, Object frame, Map<String, String> own, Map<String, String> markup) {
        var gaps = new HashMap<>(own);
        gaps.putAll(markup);
        gaps.replaceAll((name, value) -> value.isEmpty() ? "" : GAP + name + GAP);
        return shapes.get(new Shape(template, frame, gaps)).filled(own, markup);
    }

    private Gapped rendered(Shape shape) {
        var html = templates.process(shape.template, new Context(null, Map.of("page", shape.frame, "own", shape.own)));
        var pieces = new ArrayList<byte[]>();
        var gaps = new ArrayList<String>();
        for (var part : html.split(GAP, -1)) {
            if (pieces.size() == gaps.size()) {
                pieces.add(part.getBytes(UTF_8));
            } else {
                gaps.add(part);
            }
        }
        return new Gapped(pieces, gaps);
    }
}
