package io.gatehouse.notice;

import io.gatehouse.words.Texts;
import java.time.Duration;
import java.util.Map;

/** What notices say, in the visitor's language. */
record NoticeWords(Texts texts) {

    Texts.Language in(Notice notice) {
        return texts.in(notice.language());
    }

    /** That it is the visitor's turn, or nearly so. */
    String says(Notice notice) {
        return in(notice).text(notice.isTurn() ? "TURN.headline" : "notice-soon");
    }

    /** How long the turn is kept. */
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
}
