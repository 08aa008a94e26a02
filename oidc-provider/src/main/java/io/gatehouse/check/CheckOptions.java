package io.gatehouse.check;

import java.time.Duration;

/**
 * How far a check goes.
 *
 * @param waitLimit how long it waits for its turn if it is not admitted at once
 * @param entry whether it looks at the site's entry; not where that cannot be reached from
 */
public record CheckOptions(Duration waitLimit, boolean entry) {}
