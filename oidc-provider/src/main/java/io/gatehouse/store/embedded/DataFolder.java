package io.gatehouse.store.embedded;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The folder that one process has to itself, and the file in it. */
final class DataFolder implements AutoCloseable {

    static final String FILE = "gatehouse.mv.db";
    static final String KEY = "master.key";

    private static final String NEW_FILE = "gatehouse.mv.db.new";
    static final String LOCK = "gatehouse.lock";

    private final Path path;
    private final FileChannel lock;

    private DataFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Takes the folder for this process; makes it if it is not there. */
    static DataFolder lock(Path path) {
        return find(path)
                .orElseThrow(() -> new DataFolderException("the data folder "
                        + path.toAbsolutePath().normalize()
                        + " is in use by another process; two must not share one"));
    }

    /** Takes the folder as {@link #lock} does; empty while another process has it. */
    static Optional<DataFolder> find(Path path) {
        var folder = path.toAbsolutePath().normalize();
        make(folder);
        FileChannel lock;
        try {
            lock = FileChannel.open(folder.resolve(LOCK), CREATE, WRITE);
        } catch (IOException denied) {
            throw new DataFolderException("cannot write to the data folder " + folder + ": " + denied, denied);
        }
        if (!isLocked(lock, folder)) {
            closeQuietly(lock);
            return Optional.empty();
        }
        return Optional.of(new DataFolder(folder, lock));
    }

    Path path() {
        return path;
    }

    /** Opens the file, which is made if there is none. A file that is not ours or not whole stays as it is. */
    Contents read() {
        var file = path.resolve(FILE);
        try {
            if (!Files.exists(file, NOFOLLOW_LINKS)) {
                create(file);
            }
            if (!Files.isRegularFile(file) || !Files.isWritable(file)) {
                throw new DataFolderException("it is not a file that can be written to");
            }
            keepToOurselves(file);
            return Contents.read(file, NewestChunks.of(file));
        } catch (IOException | RuntimeException | Error unusable) {
            // Damaged pages make MVStore stumble in many ways: wrong indexes, negative lengths, endless
            // recursion.
            throw new DataFolderException(
                    "cannot use " + file + ", it was left as it is: " + unusable.getMessage(), unusable);
        }
    }

    @Override
    public void close() {
        closeQuietly(lock);
    }

    @Override
    public String toString() {
        return "the data folder " + path;
    }

    /** Makes the file under another name first: a crash meanwhile leaves no incomplete file. */
    private void create(Path file) throws IOException {
        var fresh = path.resolve(NEW_FILE);
        Files.deleteIfExists(fresh);
        Files.createFile(fresh);
        keepToOurselves(fresh);
        Contents.create(fresh);
        Files.move(fresh, file, ATOMIC_MOVE);
        synchronizeFolder(path);
    }

    /** The file holds ids of places and sealed keys, and may lie in a folder that others can read. */
    static void keepToOurselves(Path file) throws IOException {
        if (isPosix()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    static void synchronizeFolder(Path path) throws IOException {
        try (var folder = FileChannel.open(path, READ)) {
            folder.force(true);
        } catch (AccessDeniedException notOnThisSystem) {
            // Windows keeps the entries of a folder by itself and does not open folders.
            return;
        }
    }

    private static void make(Path folder) {
        try {
            if (Files.isDirectory(folder)) {
                return;
            }
            if (isPosix()) {
                var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
                Files.createDirectories(folder, mine);
            } else {
                Files.createDirectories(folder);
            }
        } catch (IOException denied) {
            throw new DataFolderException("cannot make the data folder " + folder + ": " + denied, denied);
        }
    }

    private static boolean isLocked(FileChannel lock, Path folder) {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException byThisProcess) {
            return false;
        } catch (IOException denied) {
            closeQuietly(lock);
            throw new DataFolderException("cannot lock the data folder " + folder + ": " + denied, denied);
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException closedAnyway) {
            return;
        }
    }
}
