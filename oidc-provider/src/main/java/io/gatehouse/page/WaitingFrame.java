package io.gatehouse.page;

import io.gatehouse.words.Texts;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The part of a waiting page that is the same for all visitors of a language and a stage. Model {@code page}
 * of the template {@code waiting-page/index}, which is rendered once for each ({@link RenderedPages}): it may
 * hold nothing of one visitor, and no outside input except the operators' words.
 *
 * @param texts those of a language, or of a room in it
 * @param stage what is shown: a {@link io.gatehouse.room.Stage}, or PAUSED, TAKEN, NEXT, SOLD_OUT, LOBBY,
 *     CLOSED, ENDED, RESTARTED, UNKNOWN. Class of the page's body
 * @param claimWindow how long a turn is kept
 * @param kept how long a waiting place is kept without a look
 * @param stale whether the numbers may be old
 * @param extendable whether a turn can be made longer
 * @param graced whether a visit has ended so short a while ago that its visitor may come back
 * @param drawing whether the place takes part in a draw
 * @param refreshing whether the page refreshes by itself without a script
 */
record WaitingFrame(
        Texts.Language texts,
        String stage,
        Duration claimWindow,
        Duration kept,
        boolean stale,
        boolean extendable,
        boolean graced,
        boolean drawing,
        boolean refreshing) {

    private static final Set<String> IN_LINE = Set.of("WAITING", "PAUSED", "TAKEN", "NEXT");
    private static final Set<String> LEAVABLE =
            Set.of("TURN", "READY", "LAPSED", "RETURNING", "LOBBY", "CLOSED", "SOLD_OUT");
    private static final Set<String> OVER =
            Set.of("COMPLETED", "ABANDONED", "EXPIRED", "LEFT", "RESTARTED", "UNKNOWN", "ENDED");

    /** The tag, for {@code lang}. */
    public String language() {
        return texts.tag();
    }

    /** Left to right or the other way, for {@code dir}. */
    public String dir() {
        return texts.direction();
    }

    /** Where style sheet and script lie. */
    public String assets() {
        return PageWriter.ASSETS;
    }

    public String headline() {
        return texts.text(stage + ".headline");
    }

    public String lead() {
        return texts.text((inGrace() ? "LAPSED" : stage) + ".lead");
    }

    public String notice() {
        return stale && (waiting() || stage.equals("LOBBY")) ? texts.text("stale") : "";
    }

    /** The order in which people are admitted. */
    public String order() {
        return texts.text(stage.equals("LOBBY") && drawing ? "next-order-draw" : "next-order");
    }

    /** Whether the visitor is in line, with a number ahead and an estimate. */
    public boolean waiting() {
        return IN_LINE.contains(stage);
    }

    /** Whether to say what happens next. */
    public boolean explaining() {
        return waiting() || stage.equals("RETURNING") || stage.equals("LOBBY");
    }

    public boolean continuing() {
        return stage.equals("TURN") || stage.equals("ADMITTED");
    }

    public boolean extending() {
        return stage.equals("TURN") && extendable;
    }

    public boolean returning() {
        return stage.equals("LAPSED") || inGrace();
    }

    private boolean inGrace() {
        return graced && stage.equals("EXPIRED");
    }

    public boolean leaving() {
        return waiting() || LEAVABLE.contains(stage);
    }

    public boolean entering() {
        return OVER.contains(stage) && !inGrace();
    }

    public String refreshText() {
        return texts.text(refreshing ? "refreshes" : "refreshes-not");
    }

    public String refreshLinkText() {
        return texts.text(refreshing ? "refresh-off" : "refresh-on");
    }

    /** A ring while waiting, a disc when there is something to do; the script draws the same. */
    public String icon() {
        String colours = continuing() ? "fill='%23087a4b' stroke='%23087a4b'" : "fill='none' stroke='%23687385'";
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
                + "%3Ccircle cx='8' cy='8' r='6' " + colours + " stroke-width='3'/%3E%3C/svg%3E";
    }

    /** All fixed texts by key. */
    public Map<String, String> words() {
        long minutes = claimWindow.toMinutes();
        var window = minutes == 0
                ? texts.count("seconds", claimWindow.toSeconds(), Map.of())
                : Estimate.duration(texts, minutes);
        return texts.words(Map.of("window", window, "kept", Estimate.duration(texts, kept.toMinutes())));
    }
}
