/**
 * The provider. This package puts it together; each part has a package of its own. Which part may use which,
 * read by {@code ArchitectureTest}; beside these, every part may use {@code site}, {@code value} and what
 * this module may.
 *
 * <pre>
 * authorize      device token admission key client dpop http
 * device         token admission client http
 * gate           token admission key http
 * token          logout admission key client dpop http
 * logout         admission key client http
 * registration   client http
 * visit          admission http
 * client         http
 * dpop           -
 * admission      -
 * key            -
 * http           -
 * </pre>
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "board",
            "browser",
            "jwk",
            "outbound",
            "page",
            "pass",
            "room",
            "site",
            "value",
            "visitor",
            "secret",
            "setting",
            "time",
            "waitingroom",
            "web",
            "words",
            "door"
        })
package io.gatehouse.oidc;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
