/** The store whose lines are in Redis, and all else in DynamoDB. */
@NullMarked
package io.gatehouse.store.combined;

import org.jspecify.annotations.NullMarked;
