/**
 * Documents that are told to every listener, each time that they change: server-sent events, by connections
 * without threads.
 */
@NullMarked
@NamedInterface("stream")
package io.gatehouse.door.stream;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
