package io.gatehouse.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw;
import org.jspecify.annotations.Nullable;

/** A draw as the public sees it; a part that is not public yet is absent. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PublishedDrawView(
        String format,
        String room,
        String id,
        String source,
        String commitment,
        @Nullable Long entrants,
        @Nullable String receipts,
        @Nullable String publicValue,
        @Nullable String seed,
        @Nullable String key,
        @Nullable Integer mostPerNetwork,
        @Nullable String behind) {

    /** The part of this draw that is public at present. */
    public static PublishedDrawView of(LobbyDraw draw) {
        return new PublishedDrawView(
                draw.draw().format(),
                draw.draw().room(),
                draw.draw().id(),
                draw.draw().source(),
                draw.commitment(),
                draw.frozen().map(LobbyDraw.Frozen::entrants).orElse(null),
                draw.frozen().map(LobbyDraw.Frozen::receipts).orElse(null),
                draw.result().map(LobbyDraw.Result::publicValue).orElse(null),
                draw.result().map(result -> result.seed().hex()).orElse(null),
                draw.published().map(PublishedDraw::key).orElse(null),
                draw.draw().mostPerNetwork() == 0 ? null : (Integer) draw.draw().mostPerNetwork(),
                draw.frozen()
                        .filter(who -> draw.draw().mostPerNetwork() > 0)
                        .map(who -> who.behind().toString())
                        .orElse(null));
    }
}
