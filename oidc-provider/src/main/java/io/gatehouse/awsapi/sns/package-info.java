/** Verifies deliveries of Amazon SNS over HTTP, and confirms subscriptions of the configured topics. */
@NullMarked
package io.gatehouse.awsapi.sns;

import org.jspecify.annotations.NullMarked;
