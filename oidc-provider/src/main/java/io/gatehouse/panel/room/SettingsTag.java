package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.secret.Digests;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The entity tag (RFC 9110, 8.8.3) of a room's settings: another one as soon as any of them changes. */
record SettingsTag(String value) {

    static SettingsTag of(Room room, RoomSnapshot seen) {
        var text =
                RoomView.Settings.of(room.settings(seen)) + " " + seen.changed().isPresent();
        return new SettingsTag("\"" + Digests.sha256(text).substring(0, 16) + "\"");
    }

    /** Whether what a caller has seen ({@code If-Match}) is still so; a weak tag never is. */
    boolean isMatchedBy(String ifMatch) {
        return Stream.of(ifMatch.split(",")).map(String::strip).anyMatch(tag -> tag.equals(value) || tag.equals("*"));
    }

    /** Refuses an edit that was made without a look at the settings, or at old ones. */
    void require(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank()) {
            throw new RefusedException(
                    Problem.IF_MATCH_NEEDED, "send If-Match with the room's etag, which is " + value + " now");
        }
        if (!isMatchedBy(ifMatch)) {
            throw changedMeanwhile();
        }
    }

    static RefusedException changedMeanwhile() {
        return new RefusedException(
                Problem.CHANGED_MEANWHILE, "someone has changed the settings since you looked; look again");
    }
}
