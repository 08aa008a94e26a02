package io.gatehouse.room;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The places and counters of one room in memory, as {@link RoomStore} wants them kept: found by id, by
 * position, in the order in which they are called and in that in which they are due, and counted by stage. It
 * decides nothing.
 *
 * <p>Not safe for use by several threads; a store guards it. A {@link Journal} hears of every place that
 * changes.
 */
public final class PlacesInMemory {

    /** Hears of each place that changed, in the order of the changes. */
    public interface Journal {

        /** The place is new or has changed. */
        void kept(Place place);

        /** The place is gone for good. */
        void forgotten(Place place);

        /** All places are gone for good. */
        void cleared();
    }

    private record Deadline(Instant at, Position position) implements Comparable<Deadline> {
        @Override
        public int compareTo(Deadline other) {
            var byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : position.compareTo(other.position);
        }
    }

    private final Journal journal;
    private final Map<PlaceId, Place> places = new HashMap<>();
    private final Map<Position, Place> byPosition = new HashMap<>();
    private final TreeMap<Long, Place> callable = new TreeMap<>();
    private final NavigableSet<Deadline> deadlines = new TreeSet<>();
    private final Map<Stage.Count, Long> counts = new EnumMap<>(Stage.Count.class);
    private Counters counters;

    /** Those that these counters and places describe, as a store has kept them. */
    public PlacesInMemory(Counters counters, Iterable<Place> kept, Journal journal) {
        this.journal = journal;
        this.counters = counters;
        kept.forEach(this::enter);
    }

    /** See {@link RoomStore#join}. */
    public Joined join(PlaceId id, Instant now) {
        var known = places.get(id);
        var place = known != null ? known : take(id, now);
        return Joined.of(place, callable.isEmpty() ? OptionalLong.empty() : OptionalLong.of(callable.firstKey()));
    }

    /** See {@link RoomStore#joinInOrder}. */
    public Optional<List<Place>> joinInOrder(long opening, long first, List<PlaceId> ids, Instant now) {
        var next = counters.issued() + 1;
        for (int i = 0; i < ids.size(); i++) {
            var known = Optional.ofNullable(places.get(ids.get(i))).map(Place::position);
            var isTheirs = known.equals(Optional.of(Position.of(first + i)));
            if (!isTheirs && (known.isPresent() || first + i != next++)) {
                return Optional.empty();
            }
        }
        return counters.opening() == opening
                ? Optional.of(ids.stream().map(id -> join(id, now).place()).toList())
                : Optional.empty();
    }

    /** See {@link RoomStore#enter}. */
    public boolean enter(RoomSnapshot seen, Counters next, List<Place> newcomers) {
        var isFree = newcomers.stream()
                .noneMatch(place -> places.containsKey(place.id()) || byPosition.containsKey(place.position()));
        if (!isFree || counters.version() != seen.version() || counters.opening() != seen.opening()) {
            return false;
        }
        newcomers.forEach(this::keep);
        counters = counters.moved(next);
        return true;
    }

    /** See {@link RoomStore#find}. */
    public Optional<Place> find(PlaceId id) {
        return Optional.ofNullable(places.get(id));
    }

    /** See {@link RoomStore#at}. */
    public List<Place> at(List<Position> positions) {
        return positions.stream()
                .flatMap(position -> Stream.ofNullable(byPosition.get(position)))
                .toList();
    }

    /** See {@link RoomStore#replace}. */
    public boolean replace(List<RoomStore.Step> steps) {
        if (!areAsRead(steps)) {
            return false;
        }
        steps.forEach(this::replace);
        return true;
    }

    /** See {@link RoomStore#look}. */
    public RoomStore.Kept look(Instant now, int most) {
        var due = new ArrayList<Place>();
        for (var deadline : deadlines) {
            if (due.size() == most || deadline.at.isAfter(now)) {
                break;
            }
            due.add(Objects.requireNonNull(byPosition.get(deadline.position), "a deadline names a position"));
        }
        return new RoomStore.Kept(snapshot(), due);
    }

    /** See {@link RoomStore#next}. */
    public RoomStore.Next next(RoomSnapshot seen, long after, int most) {
        var places = new ArrayList<Place>();
        for (var place : callable.tailMap(after, false).values()) { // A stream of these would first count them all.
            if (places.size() == most) {
                break;
            }
            places.add(place);
        }
        return RoomStore.Next.of(places, seen);
    }

    /** See {@link RoomStore#move}. */
    public boolean move(RoomSnapshot seen, Counters next, RoomStore.Call call) {
        var present = snapshot();
        var isAsSeen = present.version() == seen.version()
                && present.opening() == seen.opening()
                && present.serving() == seen.serving()
                && !present.exceeds(seen);
        if (!isAsSeen || !areAsRead(call.steps())) {
            return false;
        }
        call.steps().forEach(this::replace);
        counters = counters.moved(next);
        return true;
    }

    /** See {@link RoomStore#open}. */
    public long open(NextOpening next) {
        if (counters.opening() == next.after()) {
            places.clear();
            byPosition.clear();
            callable.clear();
            deadlines.clear();
            counts.clear();
            counters = counters.opened(next.opening());
            journal.cleared();
        }
        return counters.opening();
    }

    /** What a store keeps beside the places. */
    public Counters counters() {
        return counters;
    }

    private RoomSnapshot snapshot() {
        return RoomSnapshot.of(counters, count -> counts.getOrDefault(count, 0L), 0);
    }

    private Place take(PlaceId id, Instant now) {
        counters = counters.joined();
        var place = Place.waiting(id, counters.opening(), Position.of(counters.issued()), now);
        enter(place);
        journal.kept(place);
        return place;
    }

    private boolean areAsRead(List<RoomStore.Step> steps) {
        return steps.stream().map(RoomStore.Step::before).allMatch(read -> read.equals(places.get(read.id())));
    }

    private void replace(RoomStore.Step step) {
        drop(step.before());
        counters = step.ending().map(counters::ended).orElse(counters);
        step.after().ifPresentOrElse(this::keep, () -> journal.forgotten(step.before()));
    }

    private void keep(Place place) {
        enter(place);
        journal.kept(place);
    }

    private void enter(Place place) {
        var position = place.position();
        places.put(place.id(), place);
        byPosition.put(position, place);
        counts.merge(place.stage().count(), 1L, Long::sum);
        place.dueAt().ifPresent(at -> deadlines.add(new Deadline(at, position)));
        place.callOrder().ifPresent(order -> callable.put(order, place));
    }

    private void drop(Place place) {
        places.remove(place.id());
        byPosition.remove(place.position());
        counts.merge(place.stage().count(), -1L, Long::sum);
        place.dueAt().ifPresent(at -> deadlines.remove(new Deadline(at, place.position())));
        place.callOrder().ifPresent(callable::remove);
    }
}
