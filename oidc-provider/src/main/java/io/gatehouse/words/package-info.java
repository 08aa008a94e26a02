/**
 * What is said to visitors: the texts that pages have in each language, and what operators say in a room,
 * messages and texts in place of the pages' own. These are kept as one document for each time that they are
 * edited; what it is called stands in the room's settings.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "value"})
package io.gatehouse.words;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
