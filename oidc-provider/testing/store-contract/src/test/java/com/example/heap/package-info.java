/**
 * A store of another author: it knows the published jars only, and keeps all in the heap. It shows that the
 * contracts can be extended from outside, and is copied into a project of its own by {@code .ci/release}.
 */
package com.example.heap;
