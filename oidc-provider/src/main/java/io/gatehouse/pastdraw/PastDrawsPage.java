package io.gatehouse.pastdraw;

import io.gatehouse.board.Boards;
import io.gatehouse.draw.Draw;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.RoomId;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Model {@code page} of the template {@code waiting-page/draws}.
 *
 * @param texts its words by their keys without {@code draws}
 * @param looks the address of the room's style sheet; empty: it has none
 * @param foot what operators say on each page, as HTML
 */
public record PastDrawsPage(
        String language,
        String dir,
        String title,
        Map<String, String> texts,
        List<Row> draws,
        boolean isValueFromOutside,
        String find,
        String looks,
        String foot) {

    /**
     * One draw.
     *
     * @param at its moment, in the format of ISO 8601: where scripts run, the page shows it in the visitor's
     *     zone
     * @param date the moment in the room's zone, in words
     * @param zip the address of all files; empty while the opening runs, and where they are too many
     */
    public record Row(
            String at,
            String date,
            String entrants,
            String commitment,
            String source,
            String value,
            String announced,
            String drawn,
            String zip) {}

    private static final List<String> WORDS = List.of(
            "draws.headline",
            "draws.lead",
            "draws.more",
            "draws-none",
            "draws-entrants",
            "draws-commitment",
            "draws-source",
            "draws-value",
            "draws-announced",
            "draws-result",
            "draws-files",
            "receipt-check",
            "receipt-find.headline");

    static PastDrawsPage of(
            RoomId room, List<PublicRecord> records, ZoneId zone, Boards.Printed printed, Texts.Language texts) {
        var words = new HashMap<String, String>();
        WORDS.forEach(key -> words.put(key.replaceFirst("^draws[.-]", ""), texts.text(key)));
        var title = printed.board().title();
        words.put("title", texts.text("title", Map.of("state", texts.text("draws.headline"), "room", title)));
        return new PastDrawsPage(
                texts.tag(),
                texts.direction(),
                title,
                Map.copyOf(words),
                records.stream()
                        .flatMap(record -> record.done().stream()
                                .sorted((one, other) -> other.at().compareTo(one.at()))
                                .map(draw -> row(room, record, draw, zone, texts)))
                        .toList(),
                records.stream().flatMap(record -> record.done().stream()).noneMatch(draw -> draw.source()
                        .equals(Draw.RECEIPTS)),
                RoomPaths.findReceipt(room),
                RoomPaths.looks(room.value(), printed.words().in(texts).style()),
                printed.words().in(texts).foot());
    }

    private static Row row(RoomId room, PublicRecord record, RecordedDraw draw, ZoneId zone, Texts.Language texts) {
        var files = RoomPaths.pastDraws(room) + "/" + draw.id();
        return new Row(
                draw.at().toString(),
                texts.date(draw.at(), zone),
                texts.number(draw.entrants()),
                draw.commitment(),
                draw.source().equals(Draw.RECEIPTS) ? texts.text("draws-receipts") : draw.source(),
                draw.publicValue(),
                files + "/announced.json",
                files + "/draw.json",
                PastDraws.hasZip(record) ? RoomPaths.pastDraws(room) + "/" + record.opening() + ".zip" : "");
    }

    /** The path of the style sheet and the icon. */
    public String assets() {
        return PageWriter.ASSETS;
    }
}
