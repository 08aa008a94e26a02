package io.gatehouse.store;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a draw as one line of JSON in ASCII, the same in all stores; without a draw the text is
 * empty. Values that are not known yet are left out, above all the seed: no store has it before the public
 * does.
 */
public record KeptDraw(
        String room,
        String id,
        String source,
        String commitment,
        long base,
        @Nullable Long entrants,
        @Nullable String receipts,
        @Nullable String publicValue,
        @Nullable String seed,
        long called,
        @Nullable Integer mostPerNetwork,
        @Nullable String behind) {

    /** A text that has been read. */
    private record Read(LobbyDraw draw, boolean isKnown) {

        private static Read of(String text) {
            return new Read(
                    KeptJson.JSON.readValue(text, KeptDraw.class).draw(), KeptJson.isKnown(text, KeptDraw.class));
        }
    }

    /**
     * The maximum number of draws in each cache. A draw with {@link RankedBehind#MOST} ranked behind takes up
     * to half a megabyte, and a millisecond to be read or written; without the caches, at each look and each
     * change of the counters.
     */
    private static final int MOST = 20;

    private static final LoadingCache<String, Read> READ =
            Caffeine.newBuilder().maximumSize(MOST).build(Read::of);

    private static final LoadingCache<LobbyDraw, String> WRITTEN =
            Caffeine.newBuilder().maximumSize(MOST).build(draw -> KeptJson.JSON.writeValueAsString(of(draw)));

    /** The text to be kept. */
    public static String text(Optional<LobbyDraw> draw) {
        return draw.map(WRITTEN::get).orElse("");
    }

    /** Whether this release knows all that was kept; else nothing may be written in its place. */
    public static boolean isKnown(String text) {
        return text.isEmpty() || READ.get(text).isKnown;
    }

    /** The draw of a kept text. */
    public static Optional<LobbyDraw> read(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(READ.get(text).draw);
    }

    private static KeptDraw of(LobbyDraw draw) {
        return new KeptDraw(
                draw.draw().room(),
                draw.draw().id(),
                draw.draw().source(),
                draw.commitment(),
                draw.base(),
                draw.frozen().map(LobbyDraw.Frozen::entrants).orElse(null),
                draw.frozen().map(LobbyDraw.Frozen::receipts).orElse(null),
                draw.result().map(LobbyDraw.Result::publicValue).orElse(null),
                draw.result().map(result -> result.seed().hex()).orElse(null),
                draw.called(),
                draw.draw().mostPerNetwork() == 0 ? null : (Integer) draw.draw().mostPerNetwork(),
                draw.frozen()
                        .map(LobbyDraw.Frozen::behind)
                        .filter(behind -> !behind.equals(RankedBehind.NOBODY))
                        .map(RankedBehind::toString)
                        .orElse(null));
    }

    private LobbyDraw draw() {
        return new LobbyDraw(
                new Draw(room, id, source, Objects.requireNonNullElse(mostPerNetwork, 0)),
                commitment,
                base,
                entrants == null || receipts == null
                        ? Optional.empty()
                        : Optional.of(new LobbyDraw.Frozen(
                                entrants, receipts, RankedBehind.parse(Objects.requireNonNullElse(behind, "")))),
                publicValue == null || seed == null
                        ? Optional.empty()
                        : Optional.of(new LobbyDraw.Result(publicValue, new Seed(seed))),
                called);
    }
}
