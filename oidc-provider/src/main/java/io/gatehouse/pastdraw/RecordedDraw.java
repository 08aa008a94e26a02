package io.gatehouse.pastdraw;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A draw as the ledger records it, where it stays when the store has forgotten it.
 *
 * @param data of its last entry: members of a published draw, and {@code base}
 * @param at the time of the first entry with its order; before that, of its last entry
 */
public record RecordedDraw(String room, Map<String, Object> data, Instant at) {

    private static final Set<String> AT_FIRST = Set.of("id", "source", "commitment", "mostPerNetwork");

    public String id() {
        return text("id");
    }

    /** Whether its order is published. */
    public boolean isDone() {
        return data.containsKey("key");
    }

    /** The draw by its later entry. */
    public RecordedDraw then(RecordedDraw later) {
        return isDone() ? new RecordedDraw(room, later.data, at) : later;
    }

    /** The number of entrants. */
    long entrants() {
        return ((Number) data.getOrDefault("entrants", 0)).longValue();
    }

    String commitment() {
        return text("commitment");
    }

    /** The source of the public value, as it was announced. */
    String source() {
        return text("source");
    }

    String publicValue() {
        return text("publicValue");
    }

    /** Its public data before its lobby opened, in the form of a published draw. */
    Map<String, Object> announced() {
        var members = published();
        members.keySet().removeIf(name -> data.containsKey(name) && !AT_FIRST.contains(name));
        return members;
    }

    /** Its present public data, in the form of a published draw. */
    Map<String, Object> published() {
        var members = new TreeMap<>(data);
        members.remove("base");
        members.put("format", draw().format());
        members.put("room", room);
        return members;
    }

    /** Whether the order of a draw that is done follows from the seed that was committed to. */
    public boolean isVerified() {
        try {
            var published = new PublishedDraw(
                    draw(),
                    commitment(),
                    entrants(),
                    text("receipts"),
                    RankedBehind.parse(String.valueOf(data.getOrDefault("behind", ""))),
                    publicValue(),
                    new Seed(text("seed")),
                    text("key"));
            return published.verify("").finding() == Finding.NO_RECEIPT;
        } catch (IllegalArgumentException unusable) {
            return false;
        }
    }

    private Draw draw() {
        var most = ((Number) data.getOrDefault("mostPerNetwork", 0)).intValue();
        return new Draw(room, id(), source(), most);
    }

    private String text(String name) {
        return String.valueOf(data.get(name));
    }
}
