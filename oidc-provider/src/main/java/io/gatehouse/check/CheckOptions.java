package io.gatehouse.check;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The extent of a check. A check of doors or of the end of a visit leaves the other steps out.
 *
 * @param waitLimit how long it waits for its turn if it is not admitted at once
 * @param pagesLimit how long the site's own pages may take, all together
 * @param entry whether it looks at the site's entry; not where that cannot be reached from
 * @param doors the paths of the site that it tries without an admission, beside those of the preset; empty if
 *     it tries none
 * @param endLimit how long it stays inside to see the visit end; empty if it does not stay
 */
public record CheckOptions(
        Duration waitLimit,
        Duration pagesLimit,
        boolean entry,
        Optional<List<String>> doors,
        Optional<Duration> endLimit) {

    /** The time suffices for a slow site with many pages. */
    public static final Duration PAGES_LIMIT = Duration.ofMinutes(1);

    boolean isWhole() {
        return doors.isEmpty() && endLimit.isEmpty();
    }
}
