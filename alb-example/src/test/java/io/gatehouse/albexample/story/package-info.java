@NullMarked
package io.gatehouse.albexample.story;

import org.jspecify.annotations.NullMarked;
