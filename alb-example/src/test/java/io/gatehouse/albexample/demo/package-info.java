@NullMarked
package io.gatehouse.albexample.demo;

import org.jspecify.annotations.NullMarked;
