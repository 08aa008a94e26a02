package io.gatehouse.notice;

import io.gatehouse.setting.Issuer;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** The texts and links of all carriers, in the visitor's language. */
record Speech(Texts texts, Addresses addresses, Issuer issuer, Clock clock) {

    Texts.Language in(Notice notice) {
        return texts.in(notice.language());
    }

    /** The sentence that the turn has come, or is near. */
    String says(Notice notice) {
        return in(notice).text(notice.isTurn() ? "TURN.headline" : "notice-soon");
    }

    /** The same sentence with the title of the room. */
    String title(Notice notice) {
        return in(notice).text("title", Map.of("state", says(notice), "room", notice.title()));
    }

    /** The sentence on how long the turn is kept. */
    String kept(Notice notice) {
        return kept(in(notice), notice.kept());
    }

    static String kept(Texts.Language texts, Duration kept) {
        var minutes = kept.toMinutes();
        var window = minutes == 0
                ? texts.count("seconds", kept.toSeconds(), Map.of())
                : texts.count("minutes", minutes, Map.of());
        return texts.text("notice-kept", Map.of("window", window));
    }

    /** The address of the page on which the visitor takes the turn. */
    String waitingPage(Notice notice) {
        return issuer.at(RoomPaths.of(notice.room()) + "wait");
    }

    /** The address of the page on which the holder of the notice's address stops all notices. */
    String stopPage(Notice notice) {
        return issuer.at(RoomPaths.of(notice.room()) + "notice/stop/" + addresses.link(notice.to()));
    }
}
