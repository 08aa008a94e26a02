package io.gatehouse.door.stream;

/** Where documents are told, also those of which nothing has been said yet: who asks there hears the first one. */
@FunctionalInterface
public interface StreamPaths {

    /**
     * Whether there is a document at this path. Threads of the server ask at the same time, and none may wait
     * here.
     *
     * @param path as it was sent, nothing in it decoded
     */
    boolean has(String path);
}
