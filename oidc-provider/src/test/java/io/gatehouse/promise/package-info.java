/** What a release promises to those who use it, held against what was recorded of release 1.0. */
@NullMarked
package io.gatehouse.promise;

import org.jspecify.annotations.NullMarked;
