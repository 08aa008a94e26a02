/** The calls of visitors' pages in the old API: a place, its position, and the numbers of the line. */
@NullMarked
package io.gatehouse.awsapi.join;

import org.jspecify.annotations.NullMarked;
