/** The tokens of the old API, which claim a turn, and the sessions that begin with them. */
@NullMarked
package io.gatehouse.awsapi.token;

import org.jspecify.annotations.NullMarked;
