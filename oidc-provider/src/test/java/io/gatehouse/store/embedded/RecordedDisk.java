package io.gatehouse.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Remembers what is written to the file beneath and when it is synchronized, and can tell what a loss of
 * power at some moment may have left of it: all that was synchronized, and any blocks of what was written
 * since.
 */
public final class RecordedDisk extends FilePathWrapper {

    private static final int BLOCK = 4096;
    private static final List<Event> EVENTS = new ArrayList<>();

    /** For the library beneath, which makes one for each path. */
    public RecordedDisk() {}

    /** The path under which a file is recorded from now on. */
    static Path record(Path file) {
        EVENTS.clear();
        FilePath.register(new RecordedDisk());
        return Path.of("recorded:" + file);
    }

    /** How much has happened. */
    static int moment() {
        return EVENTS.size();
    }

    /** The file as it may be found after a loss of power at this moment, beginning with what it was. */
    static byte[] lossOfPower(byte[] image, int moment, Random random) {
        var isSafe = new boolean[moment];
        var safe = moment;
        while (safe > 0 && !EVENTS.get(safe - 1).isForce()) {
            safe--;
        }
        Arrays.fill(isSafe, 0, safe, true);
        var disk = image.clone();
        for (int i = 0; i < moment; i++) {
            disk = EVENTS.get(i).happenTo(disk, isSafe[i], random);
        }
        return disk;
    }

    @Override
    public String getScheme() {
        return "recorded";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new RecordedFile(getBase().open(mode));
    }

    private record Event(long at, ByteBuffer bytes, boolean isTruncation, boolean isForce) {

        byte[] happenTo(byte[] disk, boolean surely, Random random) {
            if (isTruncation) {
                return surely || random.nextBoolean() ? Arrays.copyOf(disk, (int) at) : disk;
            }
            var written = disk;
            for (int from = 0; from < bytes.capacity(); from += BLOCK) {
                if (surely || random.nextBoolean()) {
                    var length = Math.min(BLOCK, bytes.capacity() - from);
                    var end = (int) at + from + length;
                    written = end > written.length ? Arrays.copyOf(written, end) : written;
                    bytes.get(from, written, (int) at + from, length);
                }
            }
            return written;
        }
    }

    private static final class RecordedFile extends FileBaseDefault {

        private final FileChannel file;

        private RecordedFile(FileChannel file) {
            this.file = file;
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            var bytes = ByteBuffer.allocate(source.remaining()).put(source.duplicate());
            EVENTS.add(new Event(position, bytes, false, false));
            return file.write(source, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            EVENTS.add(new Event(size, ByteBuffer.allocate(0), true, false));
            file.truncate(size);
        }

        @Override
        public void force(boolean withMetadata) throws IOException {
            EVENTS.add(new Event(0, ByteBuffer.allocate(0), false, true));
        }

        @Override
        public FileLock tryLock(long position, long size, boolean isShared) throws IOException {
            return file.tryLock(position, size, isShared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }
    }
}
