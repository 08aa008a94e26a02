package io.gatehouse.oidc.visit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.Terms;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A visit for a page of the site.
 *
 * @param now the server's time: a visitor's clock may be wrong
 * @param endsAt when the visit ends, if it is not renewed
 * @param secondsLeft until then, in whole seconds, rounded down
 * @param renewableUntil how far a visitor who stays moves the end now; absent where it would not move
 * @param lastEnd when the visit ends at the latest, however often it is renewed
 * @param words sentences for the visitor
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record VisitView(
        String room,
        String now,
        String endsAt,
        long secondsLeft,
        @Nullable String renewableUntil,
        String lastEnd,
        Said words) {

    /** No warning comes earlier, in minutes. */
    private static final int EARLIEST = 10;

    /** @param last when the visit ends at the latest */
    static VisitView of(Room room, Place place, Instant last, Instant now, Texts.Language language) {
        var left = Math.max(0, Duration.between(now, place.until()).toSeconds());
        var renewed = place.after(Act.RENEW, room.terms(), now).until();
        return new VisitView(
                room.id().value(),
                now.toString(),
                place.until().toString(),
                left,
                renewed.equals(place.until()) ? null : renewed.toString(),
                last.toString(),
                Said.of(left, room.terms(), language));
    }

    /**
     * The sentences that a page may show, in the visitor's language.
     *
     * @param left the time that is left now
     * @param minutes the same for 0 minutes, which stands for less than one, and for each number up to ten
     * @param then what the end means; empty in a room with a {@code grace}, whose visitors may come back
     *     without a wait
     */
    record Said(
            String lang,
            String dir,
            String left,
            List<String> minutes,
            String then,
            String stay,
            String close,
            String over,
            String again,
            String failed,
            String label) {

        static Said of(long seconds, Terms terms, Texts.Language language) {
            return new Said(
                    language.tag(),
                    language.direction(),
                    left(seconds / 60, language),
                    IntStream.rangeClosed(0, EARLIEST)
                            .mapToObj(minutes -> left(minutes, language))
                            .toList(),
                    terms.grace().isZero() ? language.text("visit-then") : "",
                    language.text("visit-stay"),
                    language.text("visit-close"),
                    language.text("logged-out.headline"),
                    language.text("enter"),
                    language.text("bad-request.headline"),
                    language.text("waiting-room"));
        }

        /** Minutes as long as they are few enough to be counted, then hours and minutes. */
        private static String left(long minutes, Texts.Language language) {
            return language.text("visit-time", Map.of("left", span(minutes, language)));
        }

        private static String span(long minutes, Texts.Language language) {
            if (minutes == 0) {
                return language.text("under-a-minute");
            }
            return minutes < 60
                    ? language.count("minutes", minutes, Map.of())
                    : language.count("hours", minutes / 60, Map.of());
        }
    }
}
