/**
 * The key pairs that the private API is called with: those of the configuration, and those that operators
 * have made.
 */
@NullMarked
@NamedInterface("key")
package io.gatehouse.awsapi.key;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
