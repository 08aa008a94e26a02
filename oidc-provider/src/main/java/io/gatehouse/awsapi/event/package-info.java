/** The events of the old stack: what happens in a room, in the words that its listeners know. */
@NullMarked
package io.gatehouse.awsapi.event;

import org.jspecify.annotations.NullMarked;
