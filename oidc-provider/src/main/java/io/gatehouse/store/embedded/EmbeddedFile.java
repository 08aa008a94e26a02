package io.gatehouse.store.embedded;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one file in which everything is kept, and the one thread that commits to it.
 *
 * <pre>
 * data folder (mode 700)
 *   gatehouse.lock                  empty; locked by the process that uses the folder
 *   gatehouse.sock                  where the command backup asks for a copy while Gatehouse runs: see CopyServer
 *   gatehouse.mv.db                 H2 MVStore 2; a copy of it while Gatehouse runs is made by the command backup
 *     bytes 2048 to 2091            the newest acknowledged version, 8 bytes, its chunk, 4, that chunk's block, 8; the
 *                                   same of the newest written one; CRC32C of it all, 4: see OrderedFile
 *     map "gatehouse"
 *       "format"                    "3"; "2" until November 2026
 *       "totals.{map}"              number of entries of that map, sum of their checksums, 8 bytes each
 *       "probe"                     nothing; written to see whether a disk that failed takes writes again
 *     map "lines"
 *       "{room}"                    version, opening, issued, serving, noShows, completed, abandoned, expired, letIn,
 *                                   8 bytes each; pacedUntil; the operator's settings, the text of KeptSettings; a line
 *                                   feed; the draw, the text of KeptDraw; if a visitor has joined a lane beside the
 *                                   default one, a line feed and the text of KeptLanes
 *     map "places.{room}"
 *       {position}                  "t", 1 byte; place id, 16 bytes; opening, 8 bytes; the text of KeptPlace. Until
 *                                   November 2026 a binary layout, which RecordFormat still reads
 *     map "values"
 *       "{key}"                     until; the value as it was given
 *     map "ledgers"
 *       "{room}/{seq}"              a line of its ledger, in UTF-8; the number has 16 digits
 * </pre>
 *
 * Instants are seconds (8 bytes) and nanoseconds (4 bytes), numbers big-endian. Every value ends with its
 * checksum, CRC32C over map, key and value. A place lies under its position, so that a line's places lie
 * together and new ones come at the end. Nothing else expires by itself: what is over is removed in
 * housekeeping, or by the line as time passes.
 *
 * <p><b>Commands</b> run one at a time under one lock, each wholly in memory and in the uncommitted version
 * of the maps, so every commit holds whole commands of all maps.
 *
 * <p><b>Group commit.</b> The committer writes and synchronizes whenever a caller waits for it; what comes in
 * meanwhile goes into the next commit. A command returns when everything that it has changed or been shown is
 * on disk, and that holds for reads as well: a crash cannot take back an answer that a caller got. If a
 * second join of an id, or a look at a claimed place, could be answered before the first one's commit, a code
 * might be issued for an admission that is gone after a crash, and the slot be given to another visitor. A
 * read of values that are on disk waits for nothing: {@link Changes}. A command for which its caller does not
 * wait goes into the next commit as well: no later change is on disk without it.
 *
 * <p><b>Failure.</b> When a commit fails (full disk, I/O error), memory has what the disk has not. So
 * everything in memory is dropped, and all who wait get {@link StoreUnavailableException}. The next caller,
 * at most one a second, opens the file anew, reads and checks it, and tries whether it takes a write; until
 * that works everybody is refused at once. A command that fails half-way, which would be a fault in this
 * program, is treated the same way.
 */
final class EmbeddedFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedFile.class);

    /** The longest wait of a caller for a disk that does not answer; then the store counts as away. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final DataFolder folder;
    private final Housekeeping housekeeping;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition settled = lock.newCondition();
    private final Thread committer;
    private final Scheduler scheduler;
    private @Nullable Contents contents;
    private @Nullable Throwable trouble;
    private Deadline nextTry;
    private volatile boolean isHousekeepingDue;
    private @Nullable CompletableFuture<FileImage> wantedImage;
    private boolean isClosing;

    private EmbeddedFile(DataFolder folder, Clock clock, Scheduler scheduler) {
        this.folder = folder;
        this.scheduler = scheduler;
        this.housekeeping = new Housekeeping(clock);
        this.nextTry = Deadline.after(Duration.ZERO, scheduler);
        this.contents = folder.read();
        this.committer = new Thread(this::commitUntilClosed, "gatehouse-committer-of-" + folder.path());
        committer.setDaemon(true);
    }

    /** Opens the file of this folder, or makes both; throws {@link DataFolderException} when that cannot be done. */
    static EmbeddedFile open(Path path, Clock clock, Scheduler scheduler) {
        var folder = DataFolder.lock(path);
        try {
            var file = new EmbeddedFile(folder, clock, scheduler);
            file.committer.start();
            return file;
        } catch (Throwable unusable) {
            folder.close();
            throw unusable;
        }
    }

    /** Runs one command, and returns its answer when it is on disk. */
    <T> T call(Function<Contents, T> command) {
        var end = Deadline.after(TIMEOUT, scheduler);
        acquire(end);
        try {
            var present = present();
            var answer = run(command, present);
            await(present, present.seen(), end);
            return answer;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs one command, and returns its answer before it is on disk. Its changes go there with the next
     * awaited commit, or in housekeeping: a second later at most.
     */
    <T> T callUnacknowledged(Function<Contents, T> command) {
        acquire(Deadline.after(TIMEOUT, scheduler));
        try {
            return run(command, present());
        } finally {
            lock.unlock();
        }
    }

    /** The file with all that has been acknowledged until now; at most one caller asks at a time, and closes it. */
    FileImage image() {
        var end = Deadline.after(TIMEOUT, scheduler);
        var answer = new CompletableFuture<FileImage>();
        acquire(end);
        try {
            present();
            wantedImage = answer;
            changed.signal();
        } finally {
            lock.unlock();
        }
        try {
            return answer.get(end.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            throw new StoreUnavailableException("the disk does not answer", slow);
        } catch (ExecutionException failed) {
            throw new StoreUnavailableException("cannot be copied: " + failed.getMessage(), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted", stopped);
        } finally {
            answer.cancel(false); // an image that comes too late is closed where it is made
        }
    }

    /** Commits what is left and closes the file. */
    @Override
    public void close() {
        lock.lock();
        try {
            isClosing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        joinCommitter();
        folder.close();
    }

    private void acquire(Deadline end) {
        try {
            if (!lock.tryLock(end.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreUnavailableException("the disk does not answer", null);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted", stopped);
        }
    }

    private Contents present() {
        if (isClosing) {
            throw new StoreUnavailableException("the store is closed", null);
        }
        return contents != null ? contents : reopened();
    }

    private Contents reopened() {
        if (!nextTry.isExpired()) {
            throw away();
        }
        Contents read = null;
        try {
            read = folder.read();
            read.probe();
            var changes = read.commit();
            read.synchronize();
            read.durable(changes);
        } catch (RuntimeException | Error stillAway) {
            if (read != null) {
                read.fail(stillAway);
            }
            trouble = stillAway;
            nextTry = Deadline.after(RETRY, scheduler);
            throw away();
        }
        LOG.info("{} can be used again", folder);
        contents = read;
        trouble = null;
        return read;
    }

    private <T> T run(Function<Contents, T> command, Contents present) {
        try {
            return present.run(command);
        } catch (IllegalArgumentException | ArithmeticException refused) {
            throw refused;
        } catch (RuntimeException | Error failed) {
            fail(present, failed);
            throw away();
        }
    }

    private void await(Contents present, long awaited, Deadline end) {
        try {
            if (present.durable() < awaited) {
                present.want(awaited);
                changed.signal();
            }
            while (present.durable() < awaited && present.failure().isEmpty()) {
                if (end.isExpired()) {
                    throw new StoreUnavailableException("the disk does not answer", null);
                }
                settled.awaitNanos(end.remaining().toNanos());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted", stopped);
        }
        present.failure().ifPresent(cause -> {
            throw new StoreUnavailableException("could not be written: " + cause.getMessage(), cause);
        });
    }

    /** If another thread has the lock, the committer sees it afterwards, or is woken the next time. */
    private void demandHousekeeping() {
        isHousekeepingDue = true;
        if (lock.tryLock()) {
            changed.signal();
            lock.unlock();
        }
    }

    private void commitUntilClosed() {
        var demands = scheduler.repeat(this::demandHousekeeping, Housekeeping.PAUSE);
        lock.lock();
        try {
            while (!isClosing) {
                var present = contents;
                var isDue = isHousekeepingDue;
                if (present != null && (isDue || present.isWanted() || wantedImage != null)) {
                    commit(present, isDue);
                } else {
                    changed.await();
                }
            }
        } catch (InterruptedException stopped) {
            LOG.warn("{}: the committer was interrupted", folder);
        } finally {
            demands.close();
            isClosing = true;
            closeContents();
            settled.signalAll();
            lock.unlock();
        }
    }

    private void commit(Contents present, boolean keepsHouse) {
        try {
            if (keepsHouse) {
                isHousekeepingDue = false;
                housekeeping.run(present);
            }
            var isWritten = present.isDirty();
            var changes = present.commit();
            if (isWritten) {
                synchronize(present);
            }
            if (present.failure().isEmpty()) {
                present.durable(changes);
                giveImage(present);
            }
        } catch (RuntimeException | Error failed) {
            fail(present, failed);
        }
        settled.signalAll();
    }

    /** Runs between two commits, so that the image's first block and its newest chunk belong together. */
    private void giveImage(Contents present) {
        var asked = wantedImage;
        if (asked != null) {
            wantedImage = null;
            var image = present.image();
            if (!asked.complete(image)) {
                image.close();
            }
        }
    }

    /** The disk works while further commands come in. */
    private void synchronize(Contents present) {
        lock.unlock();
        try {
            present.synchronize();
        } finally {
            lock.lock();
        }
    }

    private void fail(Contents present, Throwable cause) {
        if (present.failure().isEmpty()) {
            LOG.error("{} cannot be used until further notice: {}", folder, cause.toString());
            present.fail(cause);
            trouble = cause;
            nextTry = Deadline.after(RETRY, scheduler);
            contents = null;
        }
        settled.signalAll();
    }

    private StoreUnavailableException away() {
        var why = trouble == null ? "unknown" : trouble.getMessage();
        return new StoreUnavailableException(folder + " cannot be used just now: " + why, trouble);
    }

    private void closeContents() {
        var present = contents;
        contents = null;
        if (present == null) {
            return;
        }
        try {
            var changes = present.commit();
            present.synchronize();
            present.durable(changes);
            present.close();
        } catch (RuntimeException failed) {
            LOG.error("{} was not closed in order: {}", folder, failed.toString());
            present.fail(failed);
        }
    }

    private void joinCommitter() {
        try {
            committer.join(TIMEOUT.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
