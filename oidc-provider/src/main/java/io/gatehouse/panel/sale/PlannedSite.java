package io.gatehouse.panel.sale;

import java.util.Map;
import java.util.Optional;

/**
 * The site that a sale is for.
 *
 * @param name empty: it is made later
 * @param made the settings of one that is new
 */
record PlannedSite(String name, Optional<Map<String, String>> made) {

    static final PlannedSite LATER = new PlannedSite("", Optional.empty());
}
