package io.gatehouse.door;

import java.util.List;
import java.util.function.IntFunction;

/**
 * Addresses whose programs know another form of errors than problem documents, wherever no endpoint has an
 * answer. A side that has such names its own in a bean.
 *
 * @param paths as servlets map them
 * @param of what is sent, by the status
 */
public record ErrorDocuments(List<String> paths, IntFunction<ErrorPages.Page> of) {}
