package io.gatehouse.panel.room;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The entity tag (RFC 9110, 8.8.3) of a room's settings: another one as soon as any of them changes. */
record SettingsTag(String value) {

    static SettingsTag of(Room room, RoomSnapshot seen) {
        var text =
                RoomView.Settings.of(room.settings(seen)) + " " + seen.changed().isPresent();
        var digest = sha256().digest(text.getBytes(UTF_8));
        return new SettingsTag("\""
                + Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, 16) + "\"");
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

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
