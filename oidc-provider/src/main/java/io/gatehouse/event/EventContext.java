package io.gatehouse.event;

import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;

/**
 * The objects that all writers and deliveries of events on this node share.
 *
 * @param name the name of the node, new at each start
 */
record EventContext(
        String name,
        EventProperties settings,
        Issuer issuer,
        ExpiringStore store,
        EventCounts counts,
        Clock clock,
        Ticker ticker) {}
