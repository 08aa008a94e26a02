package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A stored value with a checksum over its map, its key and itself, since MVStore checks no page's contents. */
final class Sealed {

    private static final int SEAL = Integer.BYTES;

    private Sealed() {}

    static byte[] seal(String map, Object key, byte[] value) {
        var sealed = Arrays.copyOf(value, value.length + SEAL);
        ByteBuffer.wrap(sealed).putInt(value.length, (int) checksum(map, key, sealed));
        return sealed;
    }

    static byte[] open(String map, Object key, byte[] sealed) {
        if (sealed.length < SEAL || number(sealed) != checksum(map, key, sealed)) {
            throw new DataFolderException("a value of \"" + map + "\" does not match its checksum");
        }
        return Arrays.copyOf(sealed, sealed.length - SEAL);
    }

    /** The checksum that a value was sealed with. */
    static long number(byte[] sealed) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(sealed).getInt(sealed.length - SEAL));
    }

    private static long checksum(String map, Object key, byte[] sealed) {
        var crc = new CRC32C();
        crc.update(map.getBytes(UTF_8));
        crc.update(0);
        crc.update(key.toString().getBytes(UTF_8));
        crc.update(0);
        crc.update(sealed, 0, sealed.length - SEAL);
        return crc.getValue();
    }
}
