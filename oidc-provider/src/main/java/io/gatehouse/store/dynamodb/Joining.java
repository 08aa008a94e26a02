package io.gatehouse.store.dynamodb;

import io.gatehouse.room.PlaceId;
import java.time.Instant;

/**
 * One who wants a position.
 *
 * @param over what this id took at this position or before does not count
 */
record Joining(PlaceId id, long opening, long over, Instant now) {}
