package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The end of each stored value: CRC32C over its map, its key and itself. MVStore checks no page's contents. */
final class Checksum {

    private static final int SIZE = Integer.BYTES;

    private Checksum() {}

    /** The value as it is stored. */
    static byte[] append(String map, Object key, byte[] value) {
        var checked = Arrays.copyOf(value, value.length + SIZE);
        ByteBuffer.wrap(checked).putInt(value.length, (int) compute(map, key, checked));
        return checked;
    }

    /**
     * The value as it was given.
     *
     * @throws DataFolderException if it is not what was stored there
     */
    static byte[] verify(String map, Object key, byte[] checked) {
        if (checked.length < SIZE || of(checked) != compute(map, key, checked)) {
            throw new DataFolderException("a value of \"" + map + "\" does not match its checksum");
        }
        return Arrays.copyOf(checked, checked.length - SIZE);
    }

    /** The checksum at the value's end, as an unsigned number. */
    static long of(byte[] checked) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(checked).getInt(checked.length - SIZE));
    }

    private static long compute(String map, Object key, byte[] checked) {
        var crc = new CRC32C();
        crc.update(map.getBytes(UTF_8));
        crc.update(0);
        crc.update(key.toString().getBytes(UTF_8));
        crc.update(0);
        crc.update(checked, 0, checked.length - SIZE);
        return crc.getValue();
    }
}
