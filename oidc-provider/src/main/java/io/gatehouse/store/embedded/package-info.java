/** The default store: everything in one file of a data folder, for one node. */
@NullMarked
package io.gatehouse.store.embedded;

import org.jspecify.annotations.NullMarked;
