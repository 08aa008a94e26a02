/** Continues the numbers of a running event that comes from the old stack. */
@NullMarked
package io.gatehouse.awsapi.takeover;

import org.jspecify.annotations.NullMarked;
