@NullMarked
package io.gatehouse.setup;

import org.jspecify.annotations.NullMarked;
