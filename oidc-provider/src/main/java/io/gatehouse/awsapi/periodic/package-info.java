/** Who says whether a Periodic inlet may let anybody in: CloudWatch alarms, and sites themselves. */
@NullMarked
package io.gatehouse.awsapi.periodic;

import org.jspecify.annotations.NullMarked;
