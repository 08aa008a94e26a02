/** Decides whether a Periodic inlet may grant turns: CloudWatch alarms, and the sites themselves. */
@NullMarked
package io.gatehouse.awsapi.periodic;

import org.jspecify.annotations.NullMarked;
