/** Tells which caller of the private API sent a request, and which rooms this caller may look at or change. */
@NullMarked
package io.gatehouse.awsapi.auth;

import org.jspecify.annotations.NullMarked;
