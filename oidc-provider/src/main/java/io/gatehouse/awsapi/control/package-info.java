/** Calls of the old stack's control panels, functions and topics: move the counter, end visits, reset, take over. */
@NullMarked
package io.gatehouse.awsapi.control;

import org.jspecify.annotations.NullMarked;
