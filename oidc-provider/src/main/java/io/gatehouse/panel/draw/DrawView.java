package io.gatehouse.panel.draw;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.schedule.ScheduledDate;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A draw as operators and their programs see it. What is public of it by now has the names of a published
 * draw ({@code docs/operate/draw.md}); what is not known yet is absent.
 *
 * @param step how far it has come
 * @param says the same in words
 * @param lobby when its lobby opens, or has opened; absent once the schedule has gone on
 * @param doors likewise
 * @param zone the zone that both are announced in; likewise
 * @param entrants how many take part; while the lobby is open, how many do by now
 * @param called how many of the drawn positions are over
 * @param mostPerNetwork how many of a network are entries of their own; absent where all are
 * @param behind how many entries stand behind all others; absent before it is fixed, and where networks are
 *     not counted
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DrawView(
        String id,
        Step step,
        String says,
        @Nullable String lobby,
        @Nullable String doors,
        @Nullable String zone,
        String source,
        String commitment,
        long entrants,
        @Nullable String receipts,
        @Nullable String publicValue,
        @Nullable String seed,
        @Nullable String key,
        long called,
        @Nullable Integer mostPerNetwork,
        @Nullable Integer behind) {

    /** The steps of a draw. */
    enum Step {
        /** Its lobby has not opened. */
        ANNOUNCED("Announced. The commitment is public; who comes once the lobby is open takes part."),
        LOBBY("The lobby is open, and who comes takes part. How many they are is fixed when the doors open."),
        /** The doors' time has come; who takes part is being read, tick by tick. */
        COUNTING("The doors' time has come, and the entrants are being counted. Nobody is called meanwhile."),
        NEEDS_VALUE("How many take part is fixed and public. The doors stay shut until you tell the public value."),
        /** No further step happens, and no visitor is called. */
        OTHER_KEY(
                "It cannot be done, and nobody is called: the master key is not the one of its commitment. Set that one"
                        + " again, or make the date one without a draw."),
        /** The schedule has changed since its lobby opened. */
        DROPPED("It is not held: the schedule has changed since its lobby opened."),
        DONE("Drawn and published. From now on anybody can check every position.");

        private final String says;

        Step(String says) {
            this.says = says;
        }
    }

    static DrawView of(LobbyDraw draw, Step step, Optional<ScheduledDate> date, long comeBy) {
        return new DrawView(
                draw.draw().id(),
                step,
                step.says,
                date.map(ScheduledDate::lobbyAt).map(Object::toString).orElse(null),
                date.map(ScheduledDate::doorsAt).map(Object::toString).orElse(null),
                date.map(ScheduledDate::zone).map(ZoneId::getId).orElse(null),
                draw.draw().source(),
                draw.commitment(),
                draw.frozen().map(LobbyDraw.Frozen::entrants).orElse(comeBy),
                draw.frozen().map(LobbyDraw.Frozen::receipts).orElse(null),
                draw.result().map(LobbyDraw.Result::publicValue).orElse(null),
                draw.result().map(result -> result.seed().hex()).orElse(null),
                draw.published().map(PublishedDraw::key).orElse(null),
                draw.called(),
                draw.draw().mostPerNetwork() == 0 ? null : (Integer) draw.draw().mostPerNetwork(),
                draw.frozen()
                        .filter(who -> draw.draw().mostPerNetwork() > 0)
                        .map(who -> who.behind().entries().size())
                        .orElse(null));
    }

    /** Whether an operator has something to do. */
    public boolean needsValue() {
        return step == Step.NEEDS_VALUE;
    }

    /** Whether the number of entrants may still grow. */
    public boolean mayGrow() {
        return receipts == null;
    }
}
