/** Wrong settings, and what the operator reads. */
@NullMarked
package io.gatehouse.setting;

import org.jspecify.annotations.NullMarked;
