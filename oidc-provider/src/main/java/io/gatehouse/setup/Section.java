package io.gatehouse.setup;

import java.util.ArrayList;
import java.util.List;

/** A part of a setup under a heading. Reads just the Markdown that the templates are written in. */
public record Section(String heading, List<Block> blocks) {

    /** What a block is. */
    public enum Kind {
        TEXT,
        LIST,
        CODE
    }

    /**
     * A paragraph, a list, or a piece of configuration to be copied.
     *
     * @param lines one for a paragraph, one for each item of a list, one with everything for code
     */
    public record Block(Kind kind, List<String> lines) {

        /** The lines cut at their backticks: every second piece is code. */
        public List<List<String>> pieces() {
            return lines.stream().map(line -> List.of(line.split("`", -1))).toList();
        }
    }

    static List<Section> read(String text) {
        var sections = new ArrayList<Section>();
        var lines = text.lines().toList();
        for (var start = 0; start < lines.size(); ) {
            var end = start + 1;
            for (var isCode = false; end < lines.size() && (isCode || !isHeading(lines.get(end))); end++) {
                isCode ^= lines.get(end).startsWith("```");
            }
            sections.add(new Section(lines.get(start).replaceFirst("^## ", ""), blocks(lines.subList(start + 1, end))));
            start = end;
        }
        return sections;
    }

    private static boolean isHeading(String line) {
        return line.startsWith("## ");
    }

    private static List<Block> blocks(List<String> lines) {
        var blocks = new ArrayList<Block>();
        for (var index = 0; index < lines.size(); ) {
            var line = lines.get(index);
            var end = index + 1;
            if (line.startsWith("```")) {
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                blocks.add(new Block(Kind.CODE, List.of(String.join("\n", lines.subList(index + 1, end)))));
                end++;
            } else if (!line.isBlank()) {
                while (end < lines.size() && !lines.get(end).isBlank()) {
                    end++;
                }
                var joined = String.join("\n", lines.subList(index, end));
                blocks.add(line.startsWith("- ") ? list(joined) : new Block(Kind.TEXT, List.of(unwrapped(joined))));
            }
            index = end;
        }
        return blocks;
    }

    private static Block list(String joined) {
        var items = joined.substring(2).split("\n- ", -1);
        return new Block(
                Kind.LIST, List.of(items).stream().map(Section::unwrapped).toList());
    }

    private static String unwrapped(String lines) {
        return lines.replaceAll("\n *", " ");
    }
}
