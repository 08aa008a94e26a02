package io.gatehouse.door.stream;

/** The paths of documents, also of those not published yet: a listener gets the first version. */
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
