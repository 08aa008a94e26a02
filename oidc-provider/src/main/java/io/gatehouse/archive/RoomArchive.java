package io.gatehouse.archive;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The progress of one room's archive, as this node knows it. One thread at a time uses it. */
final class RoomArchive {

    /** The maximum number of objects of a series in one round: then the other rooms have their turn. */
    private static final int MOST = 50;

    private final List<Series> all;
    private final Set<Series> known = new HashSet<>();
    private volatile Optional<Instant> since = Optional.empty();

    RoomArchive(List<Series> all) {
        this.all = all;
    }

    /**
     * Writes what is due, and answers how many objects this node has written. A series that is refused holds
     * up no other.
     */
    int goOn(Bucket bucket, Instant now) {
        var written = 0;
        var refused = Optional.<NotArchivedException>empty();
        for (var series : all) {
            try {
                written += goOn(series, bucket, now);
            } catch (NotArchivedException one) {
                if (one.isOfStore()) {
                    throw one;
                }
                known.remove(series); // the bucket is asked anew
                refused = Optional.of(one);
            }
        }
        if (refused.isPresent()) {
            throw refused.get();
        }
        since = Optional.empty();
        return written;
    }

    private int goOn(Series series, Bucket bucket, Instant now) {
        if (!known.contains(series)) {
            var last = bucket.last(series.folder(), series.shape());
            if (last.isPresent()) {
                continueBehind(series, last.get(), bucket);
            } else {
                series.goOn(Optional.empty(), Map.of());
            }
            known.add(series);
        }
        var written = 0;
        for (int count = 0; count < MOST; count++) {
            var next = series.next(now);
            if (next.isEmpty()) {
                return written;
            }
            var item = next.get();
            late(item.due());
            var name = item.key().substring(series.folder().length());
            if (bucket.put(item, now)) {
                series.goOn(Optional.of(name), item.metadata());
                written++;
            } else {
                continueBehind(series, name, bucket);
            }
        }
        return written;
    }

    private static void continueBehind(Series series, String name, Bucket bucket) {
        var metadata = bucket.metadata(series.folder() + name)
                .orElseThrow(() -> NotArchivedException.object(
                        "the object " + series.folder() + name + " has gone while it was looked at"));
        series.goOn(Optional.of(name), metadata);
    }

    /** Notes that an object has been due since this moment at least. */
    void late(Instant when) {
        since = since.filter(before -> before.isBefore(when)).or(() -> Optional.of(when));
    }

    /** The moment since which an object has been due; empty when none is. */
    Optional<Instant> since() {
        return since;
    }
}
