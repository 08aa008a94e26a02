/** Scripts of the tests on Node, with what they need from npm. */
@NullMarked
package io.gatehouse.albexample.node;

import org.jspecify.annotations.NullMarked;
