/** Everything in one DynamoDB table, for any number of nodes; or all but who waits, which then is in Redis. */
@NullMarked
package io.gatehouse.store.dynamodb;

import org.jspecify.annotations.NullMarked;
