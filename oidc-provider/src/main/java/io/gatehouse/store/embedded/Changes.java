package io.gatehouse.store.embedded;

/** Numbers the changes of a file, and notes the latest one that a command has made or been shown. */
final class Changes {

    private long made;
    private long seen;

    /** The number of one more change. */
    long next() {
        seen = ++made;
        return made;
    }

    void see(long change) {
        seen = Math.max(seen, change);
    }

    /** Notes that another command begins. */
    void begin() {
        seen = 0;
    }

    long made() {
        return made;
    }

    long seen() {
        return seen;
    }
}
