package io.gatehouse.archive;

/** The store did not take, or show, an object. Whether it has taken it is seen at the next look. */
final class NotArchivedException extends RuntimeException {

    private final boolean isOfStore;
    private final int status;

    private NotArchivedException(String why, boolean isOfStore, int status) {
        super(why);
        this.isOfStore = isOfStore;
        this.status = status;
    }

    /**
     * The next request will hardly fare better.
     *
     * @param status of the store's answer; 0 without one
     */
    static NotArchivedException store(String why, int status) {
        return new NotArchivedException(why, true, status);
    }

    /** Others than this object may be taken. */
    static NotArchivedException object(String why) {
        return new NotArchivedException(why, false, 0);
    }

    boolean isOfStore() {
        return isOfStore;
    }

    /** Of the store's answer; 0 without one. */
    int status() {
        return status;
    }
}
