/** How the numbers of an event go on that has come from the old stack while it ran. */
@NullMarked
package io.gatehouse.awsapi.takeover;

import org.jspecify.annotations.NullMarked;
