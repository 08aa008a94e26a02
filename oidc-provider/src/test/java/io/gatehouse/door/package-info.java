/** What comes to the server itself: slow, many, broken. */
@NullMarked
package io.gatehouse.door;

import org.jspecify.annotations.NullMarked;
