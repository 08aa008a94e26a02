/** The rooms that answer the old API: their event ids, tokens' issuers and keys, and the request ids of places. */
@NullMarked
package io.gatehouse.awsapi.room;

import org.jspecify.annotations.NullMarked;
