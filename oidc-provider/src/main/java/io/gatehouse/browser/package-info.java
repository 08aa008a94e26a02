/**
 * Data that a browser sends and keeps: its place cookie, its session and its name, and whether a request is a
 * navigation.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"entrant", "room", "secret", "setting", "waitingroom", "web"})
package io.gatehouse.browser;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
