@NullMarked
package io.gatehouse.albexample.alb;

import org.jspecify.annotations.NullMarked;
