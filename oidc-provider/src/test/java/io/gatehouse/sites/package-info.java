/** Sites as their makers ship them, logging in through a waiting room. */
@NullMarked
package io.gatehouse.sites;

import org.jspecify.annotations.NullMarked;
