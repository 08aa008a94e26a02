/**
 * Texts for visitors: those of the pages in each language, and operators' messages and replacements in a
 * room. Each edit of the latter makes a new document, which the room's settings name.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "value"})
package io.gatehouse.words;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
