package io.gatehouse.panel.site;

import org.jspecify.annotations.Nullable;

/**
 * A site as operators see it, without its secret.
 *
 * @param entry absent when it is not known where its visitors log in anew
 */
record SiteView(String site, String preset, String product, String room, String clientId, @Nullable String entry) {}
