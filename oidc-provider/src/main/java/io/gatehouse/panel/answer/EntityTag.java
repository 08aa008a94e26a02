package io.gatehouse.panel.answer;

import io.gatehouse.secret.Digests;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An entity tag (RFC 9110, 8.8.3): another one as soon as anything changes that it stands for. */
public record EntityTag(String value) {

    /** The tag of all that this text says. */
    public static EntityTag of(String text) {
        return new EntityTag("\"" + Digests.sha256(text).substring(0, 16) + "\"");
    }

    /** Whether what a caller has seen ({@code If-Match}) is still so; a weak tag never is. */
    private boolean isMatchedBy(String ifMatch) {
        return Stream.of(ifMatch.split(",")).map(String::strip).anyMatch(tag -> tag.equals(value) || tag.equals("*"));
    }

    /** Refuses an edit that was made without a look at what it changes, or at what that was before. */
    public void require(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank()) {
            throw new RefusedException(
                    Problem.IF_MATCH_NEEDED,
                    "send If-Match with the etag of what you have seen, which is " + value + " now");
        }
        if (!isMatchedBy(ifMatch)) {
            throw changedMeanwhile();
        }
    }

    public static RefusedException changedMeanwhile() {
        return new RefusedException(
                Problem.CHANGED_MEANWHILE, "someone has changed the settings since you looked; look again");
    }
}
