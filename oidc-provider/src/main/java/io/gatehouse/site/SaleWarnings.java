package io.gatehouse.site;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Terms;
import io.gatehouse.schedule.Mode;
import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Warnings of settings that harm a sale though they are allowed. */
public final class SaleWarnings {

    /**
     * A warning, as a sentence that begins with the setting.
     *
     * @param setting its full name
     * @param says the rest of the sentence, without a full stop
     */
    public record Warning(String setting, String says) {

        /** The setting as in forms: {@code Lobby work}. */
        public String label() {
            var words = setting.substring(setting.lastIndexOf('.') + 1).replace('-', ' ');
            return Character.toUpperCase(words.charAt(0)) + words.substring(1);
        }

        @Override
        public String toString() {
            return setting + " " + says;
        }
    }

    /** Web Content Accessibility Guidelines 2.2, success criterion 2.2.1: slow readers need more time. */
    private static final Duration SHORTEST_CLAIM = Duration.ofMinutes(2);

    private final Room room;
    private final RoomSettings settings;
    private final List<Warning> all = new ArrayList<>();

    private SaleWarnings(Room room, RoomSettings settings) {
        this.room = room;
        this.settings = settings;
    }

    /**
     * The warnings of one room.
     *
     * @param settings as they are in force
     * @param sites of the room
     */
    public static List<Warning> of(Room room, RoomSettings settings, Collection<Site> sites, Instant now) {
        var warnings = new SaleWarnings(room, settings);
        warnings.claimWindow(room.terms());
        if (settings.stock().isPresent()) {
            sites.stream().filter(Site::keepsSlot).forEach(warnings::keptSlots);
        }
        warnings.schedule(now);
        warnings.lobbyWork(now);
        warnings.offeredLane(now);
        return List.copyOf(warnings.all);
    }

    private void claimWindow(Terms terms) {
        if (terms.claimWindow().compareTo(SHORTEST_CLAIM) < 0) {
            add(
                    "claim-window",
                    "is " + Spans.text(terms.claimWindow())
                            + ": visitors who read slowly or use a screen reader lose their turn (WCAG 2.2.1). Set 2m or more");
        }
    }

    private void keptSlots(Site site) {
        all.add(new Warning(
                "gatehouse.sites." + site.name() + ".slot-after-logout",
                "is kept, and room " + site.room()
                        + " has a stock: after each visit that is over its slot is kept until the admission ends, and the sale"
                        + " stands still meanwhile. Set backchannel-logout-uri, or slot-after-logout to freed"));
    }

    private void schedule(Instant now) {
        var isOver = settings.schedule().dates().stream()
                .noneMatch(date -> date.closesAt().isAfter(now));
        if (settings.mode() == Mode.SCHEDULED && isOver) {
            add(
                    "schedule",
                    "has no date that is still to come, and its mode is"
                            + " scheduled: the room stays closed. Add a date, or set the mode to queueing");
        }
    }

    private void add(String setting, String says) {
        all.add(new Warning("gatehouse.rooms." + room.id() + "." + setting, says));
    }

    private boolean hasDraw(Instant now) {
        return settings.schedule().dates().stream()
                .filter(date -> date.closesAt().isAfter(now))
                .anyMatch(date -> date.draw().isPresent());
    }

    private void offeredLane(Instant now) {
        room.lanes()
                .offered()
                .filter(lane -> hasDraw(now))
                .ifPresent(lane -> add(
                        "lanes." + lane.name() + ".offered",
                        "is true, and a draw is in the schedule: the lane takes no part in a draw, so the"
                                + " waiting page does not offer it from that lobby on. Give a pass for the lane to visitors who"
                                + " need it"));
    }

    private void lobbyWork(Instant now) {
        if (hasDraw(now) && room.limits().lobbyWork() == 0 && room.limits().mostPerNetwork() == 0) {
            add(
                    "lobby-work",
                    "and most-per-network are 0, and a draw is in the"
                            + " schedule: a program enters as often as its addresses allow. Set one of them");
        }
    }
}
