/** Drives the waiting page in browsers, against a room that a test moves by hand. */
@NullMarked
package io.gatehouse.waitingpage;

import org.jspecify.annotations.NullMarked;
