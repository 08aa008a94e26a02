package io.gatehouse.store.embedded;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The note about the newest chunks in the file's first block; see {@link OrderedFile}.
 *
 * @param acknowledged the newest one that was synchronized
 * @param written the newest one that was written; it may be torn
 */
record NewestChunks(At acknowledged, At written) {

    /** The middle of the first block, whose header is far shorter than half of it. */
    static final int POSITION = 2048;

    static final int LENGTH = 2 * At.LENGTH + Integer.BYTES;

    /** The note of a file to which nothing has been written. */
    static final NewestChunks NONE = new NewestChunks(new At(0, 0, 0), new At(0, 0, 0));

    /** The position of a version's chunk. */
    record At(long version, int chunk, long block) {

        private static final int LENGTH = Long.BYTES + Integer.BYTES + Long.BYTES;

        private static At read(ByteBuffer bytes) {
            return new At(bytes.getLong(), bytes.getInt(), bytes.getLong());
        }

        private void put(ByteBuffer bytes) {
            bytes.putLong(version).putInt(chunk).putLong(block);
        }
    }

    /** The note in a file that is not open. */
    static NewestChunks of(Path file) throws IOException {
        var bytes = ByteBuffer.allocate(LENGTH);
        try (var channel = FileChannel.open(file, READ)) {
            while (bytes.hasRemaining() && channel.read(bytes, POSITION + bytes.position()) > 0) {
                // A file may give less than was asked for.
            }
        }
        if (bytes.hasRemaining()) {
            throw new DataFolderException("it is too short");
        }
        bytes.flip();
        var noted = new NewestChunks(At.read(bytes), At.read(bytes));
        if (bytes.getInt() != noted.checksum()) {
            throw new DataFolderException("it is not a store of Gatehouse, or its first block is damaged");
        }
        return noted;
    }

    byte[] bytes() {
        return fields().putInt(checksum()).array();
    }

    private int checksum() {
        var crc = new CRC32C();
        crc.update(fields().flip());
        return (int) crc.getValue();
    }

    private ByteBuffer fields() {
        var bytes = ByteBuffer.allocate(LENGTH);
        acknowledged.put(bytes);
        written.put(bytes);
        return bytes;
    }
}
