/** Carrying a place from one browser to another: by a link, or its picture, that works once and for some minutes. */
@NullMarked
package io.gatehouse.visitor.moving;

import org.jspecify.annotations.NullMarked;
