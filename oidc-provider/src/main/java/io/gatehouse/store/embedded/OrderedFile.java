package io.gatehouse.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;

/**
 * MVStore's file, with two things added that make a torn write and a damaged file tell apart.
 *
 * <p><b>Footer last.</b> MVStore believes a chunk whose header and footer are there, and has no checksum over what is in
 * between. So the last block of a chunk goes to the disk only when everything before it is there: after a loss of power
 * a chunk is either whole or not believed.
 *
 * <p><b>The mark.</b> When the newest chunk is not believed, MVStore silently goes back to an older one. That is right
 * for a chunk that nobody was told of, and wrong for one that was acknowledged. So the newest acknowledged version is
 * noted in the unused part of the file's first block; whoever opens the file compares.
 */
final class OrderedFile extends SingleFileStore {

    /** MVStore's block; its own constant is not public. */
    private static final int BLOCK = 4096;

    /** The header's text is far shorter than half of its block. */
    private static final int MARK_AT = BLOCK / 2;

    private static final int MARK_LENGTH = Long.BYTES + Integer.BYTES;

    private long written;
    private long acknowledged;

    OrderedFile(Map<String, Object> settings, Path file, long mark) {
        super(settings);
        this.acknowledged = mark;
        open(file.toString(), false, null);
    }

    /** Notes that everything written until now has been synchronized. */
    void acknowledge() {
        if (written > acknowledged) {
            acknowledged = written;
            super.writeFully(null, MARK_AT, mark());
        }
    }

    @Override
    protected void writeFully(SFChunk chunk, long pos, ByteBuffer source) {
        if (chunk != null) {
            writeFooterLast(chunk, pos, source);
            written = chunk.version;
        } else if (pos == 0) {
            source.put(MARK_AT, mark(), 0, MARK_LENGTH);
            super.writeFully(null, pos, source);
        } else {
            super.writeFully(null, pos, source);
        }
    }

    private void writeFooterLast(SFChunk chunk, long pos, ByteBuffer source) {
        var body = source.remaining() - BLOCK;
        if (body > 0) {
            var start = source.position();
            var limit = source.limit();
            source.limit(start + body);
            super.writeFully(chunk, pos, source);
            sync();
            source.limit(limit).position(start + body);
        }
        super.writeFully(chunk, pos + Math.max(0, body), source);
    }

    private ByteBuffer mark() {
        return ByteBuffer.allocate(MARK_LENGTH)
                .putLong(acknowledged)
                .putInt(checksum(acknowledged))
                .flip();
    }

    /** The newest acknowledged version of a file that is not open. */
    static long markOf(FileChannel file) throws IOException {
        var bytes = ByteBuffer.allocate(MARK_LENGTH);
        while (bytes.hasRemaining() && file.read(bytes, MARK_AT + bytes.position()) > 0) {
            // a file may give less than was asked for
        }
        bytes.flip();
        if (bytes.remaining() < MARK_LENGTH) {
            throw new DataFolderException("it is too short");
        }
        var version = bytes.getLong();
        if (bytes.getInt() != checksum(version)) {
            throw new DataFolderException("it is not a store of Gatehouse, or its first block is damaged");
        }
        return version;
    }

    private static int checksum(long version) {
        var crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(version).flip());
        return (int) crc.getValue();
    }
}
