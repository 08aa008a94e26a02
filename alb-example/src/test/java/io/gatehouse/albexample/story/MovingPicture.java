package io.gatehouse.albexample.story;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * PNG files of one size, made into one that moves (an animated PNG, <a
 * href="https://www.w3.org/TR/png-3/">PNG 3</a>): a program that does not know it shows the first one.
 */
final class MovingPicture {

    private static final int SIGNATURE = 8;

    private record Chunk(String type, byte[] data) {}

    private final List<List<Chunk>> frames = new ArrayList<>();
    private final Duration each;

    /**
     * Shows each frame for so long, once, and keeps the last one: what moves for more than five seconds
     * needs a way to stop it (WCAG 2.2.2), and a picture has none.
     */
    MovingPicture(Duration each) {
        this.each = each;
    }

    void add(byte[] png) {
        List<Chunk> chunks = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(png).position(SIGNATURE);
        while (bytes.hasRemaining()) {
            byte[] data = new byte[bytes.getInt()];
            byte[] type = new byte[4];
            bytes.get(type).get(data).getInt();
            chunks.add(new Chunk(new String(type, StandardCharsets.US_ASCII), data));
        }
        frames.add(chunks);
    }

    byte[] png() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            byte[] head = only("IHDR", frames.get(0)).get(0).data();
            out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
            write(out, "IHDR", head);
            write(
                    out,
                    "acTL",
                    ByteBuffer.allocate(8).putInt(frames.size()).putInt(1).array());
            int number = 0;
            for (List<Chunk> frame : frames) {
                if (!ByteBuffer.wrap(only("IHDR", frame).get(0).data()).equals(ByteBuffer.wrap(head))) {
                    throw new IllegalArgumentException("frames must have one size and one kind of colour");
                }
                write(out, "fcTL", control(number++, head));
                for (Chunk data : only("IDAT", frame)) {
                    if (frame == frames.get(0)) {
                        write(out, "IDAT", data.data());
                    } else {
                        write(out, "fdAT", numbered(number++, data.data()));
                    }
                }
            }
            write(out, "IEND", new byte[0]);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Number, width and height, no offset, the time in milliseconds; the frame replaces the one before. */
    private byte[] control(int number, byte[] head) {
        return ByteBuffer.allocate(26)
                .putInt(number)
                .put(head, 0, 8)
                .putLong(0)
                .putShort((short) each.toMillis())
                .putShort((short) 1000)
                .putShort((short) 0)
                .array();
    }

    private static byte[] numbered(int number, byte[] data) {
        return ByteBuffer.allocate(4 + data.length).putInt(number).put(data).array();
    }

    private static List<Chunk> only(String type, List<Chunk> chunks) {
        return chunks.stream().filter(chunk -> chunk.type().equals(type)).toList();
    }

    private static void write(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(name);
        check.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) check.getValue());
    }
}
