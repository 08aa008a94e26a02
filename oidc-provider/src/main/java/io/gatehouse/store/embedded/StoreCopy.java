package io.gatehouse.store.embedded;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.modulith.NamedInterface;
import org.springframework.util.FileSystemUtils;

/**
 * A copy of the embedded store in a folder of its own, for the commands {@code backup} and {@code restore}:
 * the file, the master key if it is kept beside the file, and a manifest with the SHA-256 of both.
 *
 * <p>A running node gives the file through {@link CopyServer}: it has all that was acknowledged before the
 * command began. While no node runs, the command holds the lock of the data folder and reads the file itself.
 * The copy is written under another name, synchronized, and then renamed, so that a copy is whole or absent.
 *
 * @param made when the command had begun
 * @param rooms what the copy has of each room
 * @param hasMasterKey whether the master key is in it
 */
@NamedInterface("copy")
public record StoreCopy(Instant made, List<KeptRoom> rooms, boolean hasMasterKey) {

    private static final int PIECE = 1 << 16;

    /**
     * The contents of one room in a copy.
     *
     * @param newest when its newest place or ledger entry was written
     */
    public record KeptRoom(String name, long waiting, long places, long entries, Optional<Instant> newest) {}

    /** A source of bytes. */
    private interface Source {

        void copy(FileChannel out) throws IOException;
    }

    /**
     * Copies the store of a data folder.
     *
     * @param folder is not there, or empty
     * @return whether the master key is in the copy
     * @throws IOException with a sentence; nothing is left of the copy then
     */
    public static boolean take(Path data, Path folder, Instant now) throws IOException {
        var from = data.toAbsolutePath().normalize();
        var to = folder.toAbsolutePath().normalize();
        if (!Files.isRegularFile(from.resolve(DataFolder.FILE))) {
            throw new IOException("there is no embedded store in " + from + "; name its folder with --gatehouse.data");
        }
        requireEmpty(to, "backup needs a folder that is not there, or is empty");
        var parent = Objects.requireNonNull(to.getParent(), "a root is never empty");
        var part = Files.createTempDirectory(Files.createDirectories(parent), to.getFileName() + ".part");
        try {
            var files = new ArrayList<CopyManifest.Item>();
            files.add(write(part.resolve(DataFolder.FILE), out -> copyStore(from, out)));
            var key = from.resolve(DataFolder.KEY);
            if (Files.exists(key)) {
                files.add(write(part.resolve(DataFolder.KEY), out -> copyFile(key, out)));
            }
            new CopyManifest(CopyManifest.FORMAT, now, files).write(part);
            synchronize(part.resolve(CopyManifest.FILE));
            DataFolder.keepToOurselves(part.resolve(CopyManifest.FILE));
            DataFolder.synchronizeFolder(part);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            DataFolder.synchronizeFolder(parent);
            return files.size() > 1;
        } catch (IOException | DataFolderException failed) {
            throw new IOException("no copy was made, and nothing is left of it: " + failed.getMessage(), failed);
        } finally {
            FileSystemUtils.deleteRecursively(part);
        }
    }

    /**
     * Tries a copy: checks it against its manifest and opens it, in a folder of its own.
     *
     * @throws IOException with a sentence; nothing is changed then
     */
    public static StoreCopy tried(Path copy) throws IOException {
        var scratch = Files.createTempDirectory("gatehouse-restore");
        try {
            return unpacked(copy, scratch);
        } finally {
            FileSystemUtils.deleteRecursively(scratch);
        }
    }

    /** Tries a copy and puts it into this data folder, which is not there, or empty; as {@link #tried}. */
    public static StoreCopy restored(Path copy, Path data) throws IOException {
        var to = data.toAbsolutePath().normalize();
        requireEmpty(to, "restore needs a data folder that is not there, or is empty");
        var isNew = !Files.exists(to);
        var isOurs = false;
        try (var locked = DataFolder.lock(to)) {
            isOurs = true;
            var part = Files.createTempDirectory(locked.path(), "restore");
            try {
                var told = unpacked(copy, part);
                if (told.hasMasterKey()) {
                    Files.move(part.resolve(DataFolder.KEY), to.resolve(DataFolder.KEY));
                }
                // Last: a data folder with this file is whole.
                Files.move(part.resolve(DataFolder.FILE), to.resolve(DataFolder.FILE), StandardCopyOption.ATOMIC_MOVE);
                DataFolder.synchronizeFolder(to);
                return told;
            } finally {
                FileSystemUtils.deleteRecursively(part);
            }
        } catch (DataFolderException refused) {
            throw new IOException(refused.getMessage(), refused);
        } finally {
            if (isOurs && !Files.exists(to.resolve(DataFolder.FILE))) {
                Files.deleteIfExists(to.resolve(DataFolder.KEY));
                Files.deleteIfExists(to.resolve(DataFolder.LOCK));
                if (isNew) {
                    Files.deleteIfExists(to);
                }
            }
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static StoreCopy unpacked(Path copy, Path into) throws IOException {
        var manifest = CopyManifest.read(copy);
        for (var item : manifest.files()) {
            var file = copy.resolve(item.name());
            if (!Files.isRegularFile(file)) {
                throw new IOException("the copy " + copy + " is not whole: " + item.name() + " is missing");
            }
            if (!write(into.resolve(item.name()), out -> copyFile(file, out)).equals(item)) {
                throw new IOException("the copy " + copy + " was altered or cut off: " + item.name()
                        + " is not the file of its manifest");
            }
        }
        var store = into.resolve(DataFolder.FILE);
        try {
            var contents = Contents.read(store, NewestChunks.of(store));
            try {
                return new StoreCopy(
                        manifest.made(), contents.rooms(), manifest.files().size() > 1);
            } finally {
                contents.close();
            }
        } catch (RuntimeException | StackOverflowError unusable) {
            // As DataFolder says, damaged pages make MVStore stumble in many ways.
            throw new IOException("the copy " + copy + " cannot be used: " + unusable.getMessage(), unusable);
        }
    }

    private static void requireEmpty(Path folder, String need) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException(folder + " is no folder; " + need);
        }
        if (Files.isDirectory(folder)) {
            try (var inside = Files.list(folder)) {
                if (inside.findAny().isPresent()) {
                    throw new IOException(folder + " is not empty; " + need);
                }
            }
        }
    }

    private static CopyManifest.Item write(Path file, Source source) throws IOException {
        try (var out = FileChannel.open(file, CREATE_NEW, READ, WRITE)) {
            DataFolder.keepToOurselves(file);
            source.copy(out);
            out.force(true);
            var in = new DigestInputStream(Channels.newInputStream(out.position(0)), sha256());
            in.transferTo(OutputStream.nullOutputStream());
            return new CopyManifest.Item(
                    file.getFileName().toString(),
                    out.size(),
                    HexFormat.of().formatHex(in.getMessageDigest().digest()));
        }
    }

    private static void synchronize(Path file) throws IOException {
        try (var written = FileChannel.open(file, WRITE)) {
            written.force(true);
        }
    }

    private static void copyFile(Path file, FileChannel out) throws IOException {
        try (var in = Files.newInputStream(file)) {
            in.transferTo(Channels.newOutputStream(out));
        }
    }

    private static void copyStore(Path data, FileChannel out) throws IOException {
        var free = DataFolder.find(data);
        if (free.isPresent()) {
            try (var locked = free.get()) {
                copyFile(locked.path().resolve(DataFolder.FILE), out);
            }
            return;
        }
        var address = UnixDomainSocketAddress.of(data.resolve(CopyServer.SOCKET));
        try (var node = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            connect(node, address);
            receive(new DataInputStream(new BufferedInputStream(Channels.newInputStream(node))), out);
        }
    }

    private static void connect(SocketChannel node, UnixDomainSocketAddress address) throws IOException {
        try {
            node.connect(address);
        } catch (IOException closed) {
            throw new IOException(
                    "the node that uses the data folder gives no copy at " + address + ": " + closed.getMessage()
                            + ". Wait until it has started, be its user, or stop it",
                    closed);
        }
    }

    private static void receive(DataInputStream in, FileChannel out) throws IOException {
        var digest = sha256();
        var told = new byte[digest.getDigestLength()];
        var written = new DigestOutputStream(Channels.newOutputStream(out), digest);
        try {
            for (var left = in.readLong(); left > 0; ) {
                var piece = in.readNBytes((int) Math.min(PIECE, left));
                if (piece.length == 0) {
                    throw new EOFException();
                }
                written.write(piece);
                left -= piece.length;
            }
            in.readFully(told);
        } catch (EOFException ended) {
            throw new IOException("the node ended before the copy was whole", ended);
        }
        if (!MessageDigest.isEqual(told, digest.digest())) {
            throw new IOException("what arrived is not what the node has sent");
        }
    }
}
