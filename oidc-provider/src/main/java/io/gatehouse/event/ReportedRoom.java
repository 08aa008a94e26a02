package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.secret.Digests;
import io.gatehouse.setting.Setting;
import java.time.Instant;

/**
 * A room as its receivers know it.
 *
 * @param version of the room then; -1 before the first look
 * @param minute the last one, since 1970, whose numbers were told
 * @param settings as they were, without the other members here: a digest
 * @param words the edition of the words to visitors; empty for none
 */
record ReportedRoom(
        long version, long minute, long opening, String phase, boolean isPaused, String settings, String words) {

    static final ReportedRoom NONE = new ReportedRoom(-1, 0, 0, "", false, "", "");

    static ReportedRoom of(Room room, RoomSnapshot seen, Instant now) {
        var own = room.settings(seen);
        return new ReportedRoom(
                seen.version(),
                now.getEpochSecond() / 60,
                seen.opening(),
                own.phase(now).name(),
                own.isPaused(),
                digest(own),
                own.words().orElse(""));
    }

    private static String digest(RoomSettings own) {
        var settings = Setting.set(RoomSettings.SETTINGS, own.paused(false)).toString();
        return Digests.hex(settings.getBytes(UTF_8)).substring(0, 16);
    }

    boolean isUnknown() {
        return version < 0;
    }

    /** Whether it calls visitors: the doors are open, or every visitor passes through. */
    boolean isOpen() {
        return phase.equals(Phase.OPEN.name()) || phase.equals(Phase.PASS_THROUGH.name());
    }

    /** Whether newcomers get no place. */
    boolean isClosed() {
        return !Phase.valueOf(phase).givesPlaces();
    }

    /** Whether this is the same room but for its version and the time. */
    boolean isLike(ReportedRoom other) {
        return at(0, 0).equals(other.at(0, 0));
    }

    /** This room at another version and minute. */
    ReportedRoom at(long otherVersion, long otherMinute) {
        return new ReportedRoom(otherVersion, otherMinute, opening, phase, isPaused, settings, words);
    }
}
