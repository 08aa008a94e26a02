/**
 * The master key and what is derived from it: the signatures of cookies, the wrapping of stored secrets. And
 * the hashes of passwords.
 */
@NullMarked
@ApplicationModule(allowedDependencies = "setting")
package io.gatehouse.secret;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
