/** Stories: the started service, driven over HTTP as browsers and sites drive it. */
@NullMarked
package io.gatehouse.flow;

import org.jspecify.annotations.NullMarked;
