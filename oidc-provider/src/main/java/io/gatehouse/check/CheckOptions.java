package io.gatehouse.check;

import java.time.Duration;

/**
 * How far a check goes.
 *
 * @param waitLimit how long it waits for its turn if it is not admitted at once
 * @param pagesLimit how long the site's own pages may take, all together
 * @param entry whether it looks at the site's entry; not where that cannot be reached from
 */
public record CheckOptions(Duration waitLimit, Duration pagesLimit, boolean entry) {

    /** Enough for a site of many pages that answers slowly. */
    public static final Duration PAGES_LIMIT = Duration.ofMinutes(1);
}
