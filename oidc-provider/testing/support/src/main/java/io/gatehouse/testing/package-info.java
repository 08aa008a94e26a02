/**
 * What tests of several modules share: free ports, a clock that can be moved, processes, crowds, a
 * certificate. Knows nothing of Gatehouse.
 */
@NullMarked
package io.gatehouse.testing;

import org.jspecify.annotations.NullMarked;
