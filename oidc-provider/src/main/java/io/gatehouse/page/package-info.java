/**
 * The pages that a visitor sees: the waiting page and the messages, rendered from templates in the visitor's
 * language.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"board", "door", "forecast", "room", "schedule", "stock", "web", "words"})
package io.gatehouse.page;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
