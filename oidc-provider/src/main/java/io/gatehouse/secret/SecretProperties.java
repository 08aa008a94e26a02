package io.gatehouse.secret;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the master key comes from.
 *
 * @param masterKey The master key, 32 random bytes or more in Base64, the same on all nodes; without one, and
 *     with the embedded store, a key is made and kept in the data folder.
 */
@ConfigurationProperties("gatehouse")
record SecretProperties(@Nullable String masterKey) {}
