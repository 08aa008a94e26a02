package io.gatehouse.event;

import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;

/**
 * What all that tells of events on this node has in common.
 *
 * @param name its own, new at each start
 */
record Node(
        String name,
        EventProperties settings,
        Issuer issuer,
        ExpiringStore store,
        EventCounts counts,
        Clock clock,
        Ticker ticker) {}
