package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The acts on several rooms, as addresses and screens name them. */
enum BulkAct {
    PAUSE("Pause", "Pause rooms", "Pause"),
    RESUME("Resume", "Resume rooms", "Resume"),
    SAY("Say", "Say it in rooms", "Say it"),
    CLEAR("", "Say it no more in rooms", "Say it no more"),
    UNDO("", "Undo what was said in rooms", "Undo"),
    BRANDING("Branding", "Give rooms the same branding", "Give them this branding"),
    FREE_KEPT_SLOTS("Free kept slots", "Free slots that are kept by visits that are over", "Free these slots"),
    COPY("Copy", "Copy a room", "Copy");

    private final String tab;
    private final String heading;
    private final String button;

    BulkAct(String tab, String heading, String button) {
        this.tab = tab;
        this.heading = heading;
        this.button = button;
    }

    static BulkAct of(String name) {
        return Stream.of(values())
                .filter(act -> act.id().equals(name))
                .findFirst()
                .orElseThrow(() -> RefusedException.invalid(
                        "act must be one of "
                                + Stream.of(values()).map(BulkAct::id).collect(Collectors.joining(", ")),
                        "\"" + name + "\""));
    }

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String tab() {
        return tab;
    }

    String heading() {
        return heading;
    }

    String button() {
        return button;
    }

    /** The act whose form is shown with this one's page; the act itself where that has a form of its own or none. */
    BulkAct form() {
        return this == CLEAR || this == UNDO ? SAY : this;
    }

    /** Whether a form is filled in before the act. */
    boolean hasForm() {
        return List.of(SAY, BRANDING, COPY).contains(form());
    }
}
