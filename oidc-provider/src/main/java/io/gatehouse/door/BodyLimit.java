package io.gatehouse.door;

import java.util.List;

/**
 * Addresses that read what is sent to them. Each side names its own in a bean; at any other address, and with
 * any method but POST, PUT and PATCH, a body is not read at all, as if it had not been sent.
 *
 * @param longest bytes; what is longer is answered 413
 * @param paths as servlets map them: a path, or one that ends in {@code /*} for all below it
 */
public record BodyLimit(int longest, List<String> paths) {}
