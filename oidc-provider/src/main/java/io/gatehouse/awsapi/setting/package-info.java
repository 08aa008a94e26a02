/** The settings of the old API in a room, and the condition under which the API is there at all. */
@NullMarked
@NamedInterface("setting")
package io.gatehouse.awsapi.setting;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
