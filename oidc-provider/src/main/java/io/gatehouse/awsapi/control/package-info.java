/** What control panels, functions and topics of the old stack ask: move the counter, end visits, reset, take over. */
@NullMarked
package io.gatehouse.awsapi.control;

import org.jspecify.annotations.NullMarked;
