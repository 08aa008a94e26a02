/** What pages of visitors ask of the old API: a place, its position, and the numbers of the line. */
@NullMarked
package io.gatehouse.awsapi.join;

import org.jspecify.annotations.NullMarked;
