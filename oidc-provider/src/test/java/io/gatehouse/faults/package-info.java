/**
 * Faults: several nodes and real stores as processes that are killed, paused and cut off while visitors come
 * and go.
 */
@NullMarked
package io.gatehouse.faults;

import org.jspecify.annotations.NullMarked;
