@NullMarked
package io.gatehouse.albexample.shop;

import org.jspecify.annotations.NullMarked;
