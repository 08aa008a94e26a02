package io.gatehouse.archive;

/** The store did not accept, or show, an object. The next look shows whether it has accepted it. */
final class NotArchivedException extends RuntimeException {

    private final boolean isOfStore;
    private final int status;

    private NotArchivedException(String why, boolean isOfStore, int status) {
        super(why);
        this.isOfStore = isOfStore;
        this.status = status;
    }

    /**
     * A failure of the store: the next request will probably fail, too.
     *
     * @param status of the store's answer; 0 without one
     */
    static NotArchivedException store(String why, int status) {
        return new NotArchivedException(why, true, status);
    }

    /** A failure of one object: the store may accept others. */
    static NotArchivedException object(String why) {
        return new NotArchivedException(why, false, 0);
    }

    boolean isOfStore() {
        return isOfStore;
    }

    /** The status of the store's answer; 0 without one. */
    int status() {
        return status;
    }
}
