package io.gatehouse.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * A part of a setup under a heading.
 *
 * @param html safe as it stands, with all its values
 */
public record Section(String heading, String html) {

    private static final Parser PARSER = Parser.builder().build();
    private static final TextContentRenderer PLAIN =
            TextContentRenderer.builder().build();
    private static final HtmlRenderer HTML = HtmlRenderer.builder()
            .escapeHtml(true)
            .sanitizeUrls(true)
            .attributeProviderFactory(context -> Section::reachable)
            .build();

    static List<Section> read(String text) {
        var sections = new ArrayList<Section>();
        for (var node = PARSER.parse(text).getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                sections.add(new Section(PLAIN.render(node), ""));
            } else {
                sections.add(sections.remove(sections.size() - 1).with(node));
            }
        }
        return sections;
    }

    private Section with(Node block) {
        return new Section(heading, html + HTML.render(block));
    }

    /** Code may be wider than the screen; a visitor without a mouse scrolls it by keys. */
    private static void reachable(Node node, String tag, Map<String, String> attributes) {
        if (tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
    }
}
