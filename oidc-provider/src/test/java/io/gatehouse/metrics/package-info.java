@NullMarked
package io.gatehouse.metrics;

import org.jspecify.annotations.NullMarked;
