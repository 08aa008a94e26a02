package io.gatehouse.archive;

import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LatestWork;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Copies ledgers, minute history and reports into a bucket, as they become due.
 *
 * <p><b>Once over all nodes, and no leader.</b> Every node works out the same next object of a series, and
 * writes it on the condition that it does not exist. The node that comes second goes on behind it.
 *
 * <p><b>Where it goes on</b> the bucket itself says: a node lists each folder once, when it first gets
 * through. So a new bucket gets all that the store still has, and nothing beside the bucket can be wrong.
 *
 * <p><b>A store that is away</b> holds up a thread of the archive, and nothing else. Objects that are due
 * stay due.
 */
public final class Archive implements ApplicationListener<ApplicationStartedEvent>, AutoCloseable {

    private static final Pattern REQUEST_ID = Pattern.compile("Request ID: [^,)]*");
    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);

    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Optional<Bucket> bucket;
    private final Sources sources;
    private final Scheduler scheduler;
    private final List<String> warnings;
    private final Map<RoomId, RoomArchive> rooms = new ConcurrentHashMap<>();
    private final LatestWork<String> worker = new LatestWork<>("archive", 1);
    private volatile Repetition repetition = () -> {};
    private volatile String trouble = "";

    /** The sources of the copies, with the clock and the meters. */
    record Sources(
            Rooms rooms, Ledgers ledgers, History history, ReportSource reports, Clock clock, MeterRegistry meters) {}

    Archive(Optional<Bucket> bucket, List<String> warnings, Sources sources, Scheduler scheduler) {
        this.bucket = bucket;
        this.warnings = warnings;
        this.sources = sources;
        this.scheduler = scheduler;
    }

    /** The allowed settings that weaken the archive, a sentence each. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * The moment since which an object of a room has been due, as this node knows it; empty when none is due,
     * and without an archive.
     */
    public Optional<Instant> waitsSince(RoomId room) {
        return Optional.ofNullable(rooms.get(room)).flatMap(RoomArchive::since);
    }

    /** The failure of the last round; empty after a success. */
    String trouble() {
        return trouble;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent started) {
        warnings.forEach(LOG::warn);
        if (bucket.isPresent()) {
            repetition = scheduler.repeat(this::begin, PAUSE);
        }
    }

    private void begin() {
        bucket.ifPresent(present ->
                worker.add("round", () -> round(present, sources.clock().instant())));
    }

    /** Writes what is due now, and waits until that has been done or has failed: for callers that look next. */
    void settle() {
        begin();
        worker.settle();
    }

    private void round(Bucket present, Instant now) {
        var failure = "";
        var isAway = false;
        for (var room : rooms()) {
            var archive = rooms.computeIfAbsent(room, this::begin);
            if (isAway) {
                archive.late(now);
                continue;
            }
            try {
                var written = archive.goOn(present, now);
                if (written > 0) {
                    LOG.debug("room {}: the archive has {} more objects", room, written);
                }
            } catch (ReportSource.BusyException later) {
                LOG.debug("room {}: its report follows", room, later);
            } catch (StoreUnavailableException away) {
                LOG.debug("room {}: the store is away, the archive follows", room, away);
            } catch (NotArchivedException not) {
                archive.late(now);
                failure = "room " + room + ": " + not.getMessage();
                isAway = not.isOfStore();
            } catch (RuntimeException broken) {
                archive.late(now);
                failure = "room " + room + ": " + broken;
                if (trouble.isEmpty()) {
                    LOG.error("room {}: its archive cannot be written, the line goes on", room, broken);
                }
            }
        }
        told(failure);
    }

    /** All rooms, and the house, which has a ledger and nothing else. */
    private List<RoomId> rooms() {
        var all = sources.rooms().all().stream().map(Room::id);
        return Stream.concat(all, Stream.of(RoomId.HOUSE)).toList();
    }

    /** Logs a trouble once when it begins or changes, and once when it is over. */
    private void told(String failure) {
        if (!failure.isEmpty() && !kind(failure).equals(kind(trouble))) {
            LOG.warn("the archive cannot be written, and follows later: {}", failure);
        } else if (failure.isEmpty() && !trouble.isEmpty()) {
            LOG.info("the archive is written again");
        }
        trouble = failure;
    }

    /** The failure without the parts that differ at each request. */
    private static String kind(String failure) {
        return REQUEST_ID.matcher(failure).replaceAll("");
    }

    private RoomArchive begin(RoomId room) {
        Gauge.builder("gatehouse.archive.behind", () -> behind(room).toMillis() / 1000d)
                .description("How long something of the room has been due for the archive")
                .baseUnit("seconds")
                .tag("room", room.value())
                .register(sources.meters());
        var ledger = new LedgerSeries(room, sources.ledgers());
        if (room.equals(RoomId.HOUSE)) {
            return new RoomArchive(List.of(ledger));
        }
        var history = sources.history();
        return new RoomArchive(List.of(
                ledger,
                new DaySeries(room + "/minutes/", History.MINUTES_KEPT, (from, to) -> history.minutes(room, from, to)),
                new DaySeries(room + "/hours/", History.HOURS_KEPT, (from, to) -> history.hours(room, from, to)),
                new ReportSeries(room, sources.ledgers(), sources.reports())));
    }

    /** The time for which an object of a room has been due; zero when none is. */
    public Duration behind(RoomId room) {
        return waitsSince(room)
                .map(since -> Duration.between(since, sources.clock().instant()))
                .filter(late -> !late.isNegative())
                .orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        repetition.close();
        worker.close();
        bucket.ifPresent(Bucket::close);
    }
}
