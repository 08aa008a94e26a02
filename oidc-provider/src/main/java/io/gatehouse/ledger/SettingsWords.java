package io.gatehouse.ledger;

import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.ScheduledOpening;
import java.util.Map;
import java.util.TreeMap;

/** A room's settings as the ledger has them, in the words of the panel's API. What is not set is left out. */
final class SettingsWords {

    private SettingsWords() {}

    static Map<String, Object> of(RoomSettings settings) {
        var words = new TreeMap<String, Object>();
        settings.rate().ifPresent(rate -> words.put("rate", rate.toString()));
        settings.capacity().ifPresent(capacity -> words.put("capacity", capacity));
        settings.stock().ifPresent(stock -> {
            words.put("stock", stock.most());
            words.put("consumedBy", stock.words());
        });
        settings.words().ifPresent(edition -> words.put("words", edition));
        words.put("paused", settings.isPaused());
        words.put("mode", settings.mode().word());
        words.put(
                "schedule",
                settings.schedule().openings().stream().map(SettingsWords::of).toList());
        return words;
    }

    private static Map<String, Object> of(ScheduledOpening opening) {
        var words = new TreeMap<String, Object>();
        words.put("zone", opening.zone().getId());
        words.put("lobby", opening.lobby().toString());
        words.put("doors", opening.doors().toString());
        opening.close().ifPresent(close -> words.put("close", close.toString()));
        words.put("atClose", opening.atClose().word());
        opening.draw().ifPresent(source -> words.put("draw", source));
        return words;
    }
}
