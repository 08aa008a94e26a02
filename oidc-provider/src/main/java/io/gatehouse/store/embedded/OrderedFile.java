package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;

/**
 * MVStore's file, with three additions that tell a torn commit from a damaged file.
 *
 * <p><b>Footer last.</b> MVStore believes a chunk with a header and a footer, and has no checksum over the
 * rest. So the last block of a chunk goes to the disk only when everything before it is there: after a loss
 * of power a chunk is either whole or not believed.
 *
 * <p><b>The note.</b> When the newest chunk is not believed, MVStore silently goes back to an older one. That
 * is right for an unacknowledged chunk, and wrong for an acknowledged one. So the newest acknowledged chunk
 * is noted in the unused part of the file's first block, and each opening of the file compares. The newest
 * written chunk is noted beside it, on disk together with it, so that it is found if it is whole.
 *
 * <p><b>The way to the newest chunk.</b> MVStore's own header names some chunk of the last twenty, and from
 * there each chunk leads to the next. One of those may have been overwritten, by the very commit after which
 * the header is to be written anew: a kill in between cuts the way short. Or the header names a chunk that
 * did not get to the disk. So MVStore is shown a second header that names the newest whole chunk that is
 * noted, which nothing has overwritten.
 */
final class OrderedFile extends SingleFileStore {

    /** MVStore's block; its own constant is not public. */
    private static final int BLOCK = 4096;

    private NewestChunks noted;

    OrderedFile(Map<String, Object> settings, Path file, NewestChunks noted) {
        super(settings);
        this.noted = noted;
        open(file.toString(), false, null);
    }

    /** Notes that everything written until now has been synchronized. */
    void acknowledge() {
        if (!noted.acknowledged().equals(noted.written())) {
            write(new NewestChunks(noted.written(), noted.written()));
        }
    }

    /** Reads {@code length} bytes as they are in the file, with our note in the first block. */
    byte[] raw(long position, int length) {
        return super.readFully((SFChunk) null, position, length).array();
    }

    @Override
    protected void writeFully(SFChunk chunk, long pos, ByteBuffer source) {
        if (chunk != null) {
            writeFooterLast(chunk, pos, source);
            write(new NewestChunks(noted.acknowledged(), new NewestChunks.At(chunk.version, chunk.id, chunk.block)));
        } else if (pos == 0) {
            source.put(NewestChunks.POSITION, noted.bytes());
            super.writeFully(null, pos, source);
        } else {
            super.writeFully(null, pos, source);
        }
    }

    @Override
    public ByteBuffer readFully(SFChunk chunk, long pos, int length) {
        var read = super.readFully(chunk, pos, length);
        if (chunk == null && pos == 0 && length == 2 * BLOCK) {
            // Behind its header MVStore expects nothing but blanks.
            read.put(NewestChunks.POSITION, new byte[NewestChunks.LENGTH]);
            nameNewest(read);
        }
        return read;
    }

    private void write(NewestChunks next) {
        noted = next;
        super.writeFully(null, NewestChunks.POSITION, ByteBuffer.wrap(next.bytes()));
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

    /**
     * Names the newest chunk in the header's second copy: the first may name an older chunk, or one that is
     * not whole.
     */
    private void nameNewest(ByteBuffer header) {
        var block = new byte[BLOCK];
        header.get(0, block);
        var text = new String(block, ISO_8859_1);
        var end = text.indexOf(",fletcher:");
        if (end < 0 || noted.equals(NewestChunks.NONE)) {
            return;
        }
        var written = noted.written();
        var isWhole = readChunkHeaderAndFooter(written.block(), written.chunk()) != null;
        var newest = isWhole ? written : noted.acknowledged();
        var fields = DataUtils.parseMap(text.substring(0, end));
        if (DataUtils.readHexLong(fields, "version", 0) == newest.version()) {
            return;
        }
        fields.put("version", Long.toHexString(newest.version()));
        fields.put("chunk", Integer.toHexString(newest.chunk()));
        fields.put("block", Long.toHexString(newest.block()));
        fields.remove("clean");
        header.put(BLOCK, Arrays.copyOf(checked(fields), BLOCK));
    }

    private static byte[] checked(Map<String, String> fields) {
        var text = DataUtils.appendMap(new StringBuilder(), new HashMap<>(fields));
        var bytes = text.toString().getBytes(ISO_8859_1);
        DataUtils.appendMap(text, "fletcher", DataUtils.getFletcher32(bytes, 0, bytes.length));
        return text.append('\n').toString().getBytes(ISO_8859_1);
    }
}
