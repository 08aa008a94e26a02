package io.gatehouse.room;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The places and counters of one room in memory, as {@link RoomStore} wants them kept: found by id, by
 * position, in call order and in due order, and counted by stage. It decides nothing.
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
    private final Ids places = new Ids();
    private final Blocks byPosition = new Blocks();

    /** The places that are called before those that wait for their first turn, by their order. */
    private final TreeMap<Long, Place> ahead = new TreeMap<>();

    private final NavigableSet<Deadline> deadlines = new TreeSet<>();
    private final Map<Stage.Count, Long> counts = new EnumMap<>(Stage.Count.class);
    private Counters counters;

    /** The places and counters as a store has kept them. */
    public PlacesInMemory(Counters counters, Iterable<Place> kept, Journal journal) {
        this.journal = journal;
        this.counters = counters;
        kept.forEach(this::enter);
    }

    /** See {@link RoomStore#join}. */
    public Joined join(PlaceId id, Instant now) {
        var known = places.get(id);
        var place = known != null ? known : take(id, now);
        var first = ahead.isEmpty()
                ? byPosition.waitingBehind(0)
                : Optional.of(ahead.firstEntry().getValue());
        return Joined.of(place, first.map(Place::callOrder).orElse(OptionalLong.empty()));
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
                .noneMatch(place -> places.get(place.id()) != null || byPosition.get(place.position()) != null);
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
        for (var place : ahead.tailMap(after, false).values()) { // A stream of these would first count them all.
            if (places.size() == most) {
                break;
            }
            places.add(place);
        }
        var next = byPosition.waitingBehind(Math.max(after, 0));
        while (next.isPresent() && places.size() < most) {
            places.add(next.get());
            next = byPosition.waitingBehind(next.get().position().packed());
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
            ahead.clear();
            deadlines.clear();
            counts.clear();
            counters = counters.opened(next.opening());
            journal.cleared();
        }
        return counters.opening();
    }

    /** The counters that a store keeps beside the places. */
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
        places.put(place);
        byPosition.put(place);
        counts.merge(place.stage().count(), 1L, Long::sum);
        place.dueAt().ifPresent(at -> deadlines.add(new Deadline(at, position)));
        place.callOrder().ifPresent(order -> {
            if (order < 0) {
                ahead.put(order, place);
            }
        });
    }

    private void drop(Place place) {
        places.remove(place.id());
        byPosition.remove(place.position());
        counts.merge(place.stage().count(), -1L, Long::sum);
        place.dueAt().ifPresent(at -> deadlines.remove(new Deadline(at, place.position())));
        place.callOrder().ifPresent(ahead::remove);
    }

    /**
     * The places by their id, in an open table: eight bytes each, where a map's node takes forty. Ids are
     * random and no visitor chooses one, so few want the same slot.
     */
    private static final class Ids {

        private static final int FEWEST = 16;

        private @Nullable Place[] slots = new Place[FEWEST];
        private int many;

        @Nullable
        Place get(PlaceId id) {
            return slots[slot(id)];
        }

        void put(Place place) {
            var slot = slot(place.id());
            many += slots[slot] == null ? 1 : 0;
            slots[slot] = place;
            if (3L * many > 2L * slots.length) {
                var all = slots;
                slots = new Place[2 * all.length];
                for (var each : all) {
                    move(each);
                }
            }
        }

        /** The places behind it up to the next free slot may have wanted its slot, and are put in anew. */
        void remove(PlaceId id) {
            var slot = slot(id);
            many -= slots[slot] == null ? 0 : 1;
            for (; slots[slot] != null; slot = behind(slot)) {
                var place = slots[slot];
                slots[slot] = null;
                move(place != null && place.id().equals(id) ? null : place);
            }
        }

        void clear() {
            slots = new Place[FEWEST];
            many = 0;
        }

        private void move(@Nullable Place place) {
            if (place != null) {
                slots[slot(place.id())] = place;
            }
        }

        /** Where the place of this id is, or would be. */
        private int slot(PlaceId id) {
            var slot = id.hashCode() & slots.length - 1;
            for (var there = slots[slot]; there != null && !there.id().equals(id); there = slots[slot]) {
                slot = behind(slot);
            }
            return slot;
        }

        private int behind(int slot) {
            return slot + 1 & slots.length - 1;
        }
    }

    /**
     * The places by their position, in blocks, and which of them wait for their first turn. Positions are
     * dense, so a place takes six bytes; in a map and in an ordered one it takes a hundred.
     */
    private static final class Blocks {

        private static final int BITS = 6;
        private static final int SIZE = 1 << BITS;

        private static final class Block {

            private final @Nullable Place[] places = new Place[SIZE];
            private int many;

            /** A bit for each that waits. */
            private long waiting;
        }

        private final TreeMap<Long, Block> blocks = new TreeMap<>();

        /** No place before this position waits: so those at the head that have ended are passed once. */
        private long head = Long.MAX_VALUE;

        @Nullable
        Place get(Position position) {
            var block = blocks.get(position.packed() >> BITS);
            return block == null ? null : block.places[index(position.packed())];
        }

        void put(Place place) {
            var position = place.position().packed();
            var block = blocks.computeIfAbsent(position >> BITS, number -> new Block());
            block.places[index(position)] = place;
            block.many++;
            if (place.stage() == Stage.WAITING) {
                block.waiting |= 1L << position;
                head = Math.min(head, position);
            }
        }

        void remove(Position position) {
            var number = position.packed() >> BITS;
            var block = Objects.requireNonNull(blocks.get(number), "the place is here");
            block.places[index(position.packed())] = null;
            block.waiting &= ~(1L << position.packed());
            if (--block.many == 0) {
                blocks.remove(number);
            }
        }

        void clear() {
            blocks.clear();
            head = Long.MAX_VALUE;
        }

        /** The first place behind this position that waits for its first turn. */
        Optional<Place> waitingBehind(long position) {
            var from = Math.max(position + 1, head);
            var found = first(from);
            if (from == head) {
                head = found.map(place -> place.position().packed()).orElse(Long.MAX_VALUE);
            }
            return found;
        }

        private Optional<Place> first(long from) {
            for (var entry : blocks.tailMap(from >> BITS, true).entrySet()) {
                var block = entry.getValue();
                var behind = entry.getKey() == from >> BITS ? -1L << from : -1L;
                if ((block.waiting & behind) != 0) {
                    return Optional.ofNullable(block.places[Long.numberOfTrailingZeros(block.waiting & behind)]);
                }
            }
            return Optional.empty();
        }

        private static int index(long position) {
            return (int) position & SIZE - 1;
        }
    }
}
