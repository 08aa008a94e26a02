package io.gatehouse.room;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The line of one room as a pure state machine: commands go in with the time, what happened comes out.
 *
 * <p><b>Two counters.</b> {@code issued} is the last position handed out, {@code serving} the last one called.
 * Positions are dense, start at 1 and never change; {@code serving} never passes {@code issued}, so nobody can walk in
 * on turns that piled up while nobody waited.
 *
 * <p><b>Slots.</b> Open turns and admissions each take one slot. Only {@link #serve} raises their sum; a claim moves one
 * from the first part to the second; time, leaving and ending lower it. A caller that has seen a snapshot may therefore
 * hand out what the snapshot left free: whatever happened since can only have freed more. What must not have happened
 * since is another call, a change of settings or a new opening, and {@code version} says so.
 *
 * <p><b>Time.</b> Each command first lets time take effect: turns whose claim window has ended lapse, admissions whose
 * time has run out end, ended places are forgotten after a day. The stage that ends by itself next is found in
 * {@code deadlines}, so a command costs what has changed and not what there is.
 *
 * <p><b>Second chance.</b> A lapsed place may return once. It is called before all who still wait for their first turn,
 * lowest position first, because it was in line before them; it uses a turn like anyone else.
 *
 * <p><b>Arrival.</b> A claimed admission lasts one claim window until a site redeems a code for it; only then does it get
 * its whole time, counted from the claim. A visitor who never gets there does not hold a slot for an hour.
 *
 * <p><b>Rejected.</b> Counting {@code serving} up blindly (two nodes would double it); letting serving run ahead of
 * issued (a burst walks in); moving places up when someone leaves (positions would change).
 *
 * <p>Not safe for use by several threads; a store guards it. A {@link Journal} hears of every change.
 */
public final class Line {

    /** How long an ended or lapsed place is remembered, so that its visitor can be told what became of it. */
    public static final Duration MEMORY = Duration.ofDays(1);

    /** More than anyone lets in by hand, and few enough that no sum of turns overflows. */
    public static final long MOST_BY_HAND = 1_000_000_000;

    /** Hears of each place that changed, in the order of the changes. */
    public interface Journal {

        /** The place is new or has changed. */
        void kept(Place place);

        /** The place is gone for good. */
        void forgotten(Place place);
    }

    private record Deadline(Instant at, long position) implements Comparable<Deadline> {
        @Override
        public int compareTo(Deadline other) {
            var byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(position, other.position);
        }
    }

    private final Journal journal;
    private final Map<PlaceId, Place> places = new HashMap<>();
    private final TreeMap<Long, Place> byPosition = new TreeMap<>();
    private final NavigableSet<Deadline> deadlines = new TreeSet<>();
    private final NavigableSet<Long> returning = new TreeSet<>();
    private final Map<Stage, Long> counts = new EnumMap<>(Stage.class);
    private Counters counters;

    /** Nobody up to this position waits for a first turn: never again, so that looking for the head costs once. */
    private long passedOver;

    /** An empty line in its first opening. */
    public Line(Journal journal) {
        this(Counters.FIRST, List.of(), journal);
    }

    /** The line that these counters and places describe, as a store has kept them. */
    public Line(Counters counters, Iterable<Place> kept, Journal journal) {
        this.journal = journal;
        this.counters = counters;
        kept.forEach(this::enter);
    }

    /** See {@link RoomStore#join}. */
    public Joined join(PlaceId id, Instant now) {
        pass(now);
        var known = places.get(id);
        var place = known != null ? known : take(id, now);
        return new Joined(place, returning.isEmpty() && isHead(place));
    }

    /** See {@link RoomStore#find}. */
    public Optional<Place> find(PlaceId id, Instant now) {
        pass(now);
        return Optional.ofNullable(places.get(id));
    }

    /** See {@link RoomStore#at}. */
    public Optional<Place> at(long position, Instant now) {
        pass(now);
        return Optional.ofNullable(byPosition.get(position));
    }

    /** See {@link RoomStore#apply}. */
    public Optional<Place> apply(PlaceId id, Act act, Terms terms, Instant now) {
        pass(now);
        var before = places.get(id);
        if (before == null) {
            return Optional.empty();
        }
        var after = before.after(act, terms, now);
        if (!after.equals(before)) {
            replace(before, after);
        }
        return Optional.of(after);
    }

    /** See {@link RoomStore#snapshot}. */
    public RoomSnapshot snapshot(Instant now) {
        pass(now);
        return new RoomSnapshot(
                counters.version(),
                counters.opening(),
                counters.issued(),
                counters.serving(),
                count(Stage.WAITING),
                count(Stage.RETURNING),
                count(Stage.TURN),
                count(Stage.ADMITTED),
                counters.noShows(),
                counters.letIn(),
                counters.pacedUntil(),
                counters.changed());
    }

    /** See {@link RoomStore#serve}. */
    public boolean serve(RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        if (seen.version() != counters.version()) {
            return false;
        }
        pass(now);
        var until = now.plus(terms.claimWindow());
        var left = advance.turns();
        while (left > 0 && !returning.isEmpty()) {
            call(placeAt(returning.first()), until);
            left--;
        }
        var serving = counters.serving();
        while (left > 0 && serving < counters.issued()) {
            serving++;
            var next = byPosition.get(serving);
            if (next != null && next.stage() == Stage.WAITING) {
                call(next, until);
                left--;
            }
        }
        counters = counters.served(serving, Math.max(0, advance.letIn() - left), advance.pacedUntil());
        return true;
    }

    /** See {@link RoomStore#letIn}. */
    public void letIn(long turns) {
        if (turns < 1 || turns > MOST_BY_HAND - counters.letIn()) {
            throw new IllegalArgumentException("turns let in by hand must be 1 or more, and " + MOST_BY_HAND
                    + " at once in all, were " + turns + " and " + counters.letIn() + " unused ones");
        }
        counters = counters.lettingIn(turns);
    }

    /** See {@link RoomStore#change}. */
    public boolean change(Optional<RoomSettings> expected, Optional<RoomSettings> next) {
        if (!counters.changed().equals(expected)) {
            return false;
        }
        counters = counters.changedTo(next);
        return true;
    }

    /** See {@link RoomStore#open}. */
    public long open(NextOpening next) {
        if (counters.opening() != next.after()) {
            return counters.opening();
        }
        List.copyOf(byPosition.values()).forEach(this::forget);
        passedOver = 0;
        counters = counters.opened(next.opening());
        return counters.opening();
    }

    /** What a store keeps beside the places. */
    public Counters counters() {
        return counters;
    }

    /** All places, by position; a copy. */
    public List<Place> places() {
        return new ArrayList<>(byPosition.values());
    }

    private Place take(PlaceId id, Instant now) {
        counters = counters.joined();
        var place = Place.waiting(id, counters.opening(), counters.issued(), now);
        enter(place);
        journal.kept(place);
        return place;
    }

    private boolean isHead(Place place) {
        if (place.stage() != Stage.WAITING) {
            return false;
        }
        passedOver = Math.max(passedOver, counters.serving());
        var next = byPosition.higherEntry(passedOver);
        while (next != null && next.getValue().stage() != Stage.WAITING) {
            passedOver = next.getKey();
            next = byPosition.higherEntry(passedOver);
        }
        return next != null && next.getKey() == place.position();
    }

    /** Lets time take effect, in the order of the deadlines. */
    private void pass(Instant now) {
        while (!deadlines.isEmpty() && !deadlines.first().at.isAfter(now)) {
            var due = deadlines.first();
            expire(placeAt(due.position));
        }
    }

    private void expire(Place place) {
        if (place.stage() == Stage.TURN) {
            counters = counters.noShow();
        }
        place.expired().ifPresentOrElse(after -> replace(place, after), () -> forget(place));
    }

    private void call(Place place, Instant until) {
        replace(place, place.called(until));
    }

    private void replace(Place before, Place after) {
        drop(before);
        enter(after);
        journal.kept(after);
    }

    private void forget(Place place) {
        drop(place);
        journal.forgotten(place);
    }

    private void enter(Place place) {
        places.put(place.id(), place);
        byPosition.put(place.position(), place);
        counts.merge(place.stage(), 1L, Long::sum);
        if (!place.until().equals(Place.NEVER)) {
            deadlines.add(new Deadline(place.until(), place.position()));
        }
        if (place.stage() == Stage.RETURNING) {
            returning.add(place.position());
        }
    }

    private void drop(Place place) {
        places.remove(place.id());
        byPosition.remove(place.position());
        counts.merge(place.stage(), -1L, Long::sum);
        deadlines.remove(new Deadline(place.until(), place.position()));
        returning.remove(place.position());
    }

    private Place placeAt(long position) {
        return Objects.requireNonNull(byPosition.get(position), "an index names a position that is not there");
    }

    private long count(Stage stage) {
        return counts.getOrDefault(stage, 0L);
    }
}
