package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import java.util.Locale;
import java.util.stream.Stream;

/** An act on several rooms. Its words are what the ledger says, by which a room that was paused so is found again. */
enum BulkAct {
    PAUSE("pause several", "Pause"),
    RESUME("resume several", "Resume");

    private final String words;
    private final String button;

    BulkAct(String words, String button) {
        this.words = words;
        this.button = button;
    }

    static BulkAct of(String name) {
        return Stream.of(values())
                .filter(act -> act.id().equals(name))
                .findFirst()
                .orElseThrow(() -> RefusedException.invalid("act must be pause or resume", "\"" + name + "\""));
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String button() {
        return button;
    }

    boolean pauses() {
        return this == PAUSE;
    }

    /** As the ledger of each room has it. */
    String what() {
        return words + ", paused -> " + pauses();
    }
}
