@NullMarked
package io.gatehouse.visitor;

import org.jspecify.annotations.NullMarked;
