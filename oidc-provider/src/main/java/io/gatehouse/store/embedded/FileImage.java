package io.gatehouse.store.embedded;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The file as it was at one moment, read while commits go on. MVStore overwrites two kinds of bytes: its
 * first blocks, of which this has a copy, and chunks that are no longer in use. Until the image is closed,
 * MVStore uses no space again: each commit goes behind the last chunk in use, so behind all chunks of the
 * moment.
 */
final class FileImage implements AutoCloseable {

    /** The length of MVStore's header and its copy. */
    private static final int HEAD = 2 * 4096;

    private static final int PIECE = 1 << 16;

    private final OrderedFile file;
    private final byte[] head;
    private final long length;
    private final Runnable end;

    /**
     * Made between two commits, when MVStore uses no space again.
     *
     * @param end lets it use space again
     */
    FileImage(OrderedFile file, Runnable end) {
        this.file = file;
        this.head = file.raw(0, HEAD);
        this.length = file.size();
        this.end = end;
    }

    long length() {
        return length;
    }

    /** Writes all of it; fails if the file has been closed meanwhile. */
    void writeTo(OutputStream out) throws IOException {
        out.write(head, 0, HEAD);
        for (var position = (long) HEAD; position < length; position += PIECE) {
            out.write(file.raw(position, (int) Math.min(PIECE, length - position)));
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
