package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lines of all rooms of a store, with the usual terms where a question brings none. */
public record Lines(RoomStore store, Lanes lanes) {

    private static final Terms TERMS = terms(Duration.ofMinutes(10), Duration.ofHours(1));

    /** Those of rooms in which all stand in one lane. */
    public Lines(RoomStore store) {
        this(store, Lanes.NONE);
    }

    /** Those of a room of which no more is said than this. */
    public static Terms terms(Duration claimWindow, Duration admissionTtl) {
        return new Terms(claimWindow, admissionTtl, Terms.usualReturn(claimWindow), Duration.ofDays(1));
    }

    /** See {@link Line#join}. */
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return line(room).join(place, now);
    }

    /** See {@link Line#joinLanes}. */
    public List<Joined> joinLanes(RoomId room, Map<PlaceId, String> newcomers, Instant now) {
        return line(room).joinLanes(newcomers, now);
    }

    /** See {@link Line#find}. */
    public Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return line(room).find(place, now);
    }

    /** See {@link Line#at}; of the default lane. */
    public Optional<Place> at(RoomId room, long number, Instant now) {
        return line(room).at(Position.of(number), now);
    }

    /** The same of the default lane. */
    List<Place> places(RoomId room, long from, long to, Instant now) {
        return places(room, 0, from, to, now);
    }

    /** See {@link Line#places}; these may be as many as there are. */
    List<Place> places(RoomId room, int lane, long from, long to, Instant now) {
        var places = new ArrayList<Place>();
        for (var first = from; first <= to; first += store.most()) {
            places.addAll(line(room).places(lane, first, Math.min(to, first + store.most() - 1), now));
        }
        return places;
    }

    /** See {@link Line#restore}. */
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return line(room).restore(proof, now);
    }

    /** See {@link Line#apply}. */
    public Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        return line(room, terms).apply(place, act, now);
    }

    /** See {@link Line#apply}. */
    public Optional<Place> apply(RoomId room, Place read, Act act, Terms terms, Instant now) {
        return line(room, terms).apply(read, act, now);
    }

    /** See {@link Line#claim}. */
    public Optional<Place> claim(RoomId room, Place read, String browser, int most, Terms terms, Instant now) {
        return line(room, terms).claim(read, browser, most, now);
    }

    /** See {@link Line#apply}. */
    public Optional<Place> apply(RoomId room, PlaceProof proof, Act act, Terms terms, Instant now) {
        return line(room, terms).apply(proof, act, now);
    }

    /** See {@link Line#move}. */
    public Optional<Place> move(RoomId room, PlaceProof proof, String browser, Instant now) {
        return line(room).move(proof, proof.id().hashOf(browser), now);
    }

    /** See {@link Line#count}. */
    public Optional<Place> count(RoomId room, PlaceProof proof, Instant now) {
        return line(room).count(proof, now);
    }

    /** See {@link Line#snapshot}. */
    public RoomSnapshot snapshot(RoomId room, Instant now) {
        return line(room).snapshot(now);
    }

    /** Whether a call has moved anything; see {@link Line#serve}. */
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return called(room, seen, advance, terms, now).isPresent();
    }

    /** See {@link Line#serve}. */
    public Optional<List<Place>> called(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return line(room, terms).serve(seen, advance, true, now);
    }

    /** See {@link Line#seat}. */
    public Optional<List<Place>> seat(RoomId room, RoomSnapshot seen, long most, Optional<Duration> held, Instant now) {
        return line(room).seat(seen, most, held, now);
    }

    /** See {@link Line#draw}. */
    public boolean draw(RoomId room, RoomSnapshot seen, LobbyDraw next) {
        return line(room).draw(seen, next);
    }

    /** See {@link Line#idsForGood}. */
    public Optional<List<Optional<PlaceId>>> idsForGood(
            RoomId room, RoomSnapshot seen, long from, long to, Instant now) {
        return line(room).idsForGood(seen, from, to, now);
    }

    /** See {@link Line#serveOutOfTurn}. */
    public Optional<List<Place>> calledOutOfTurn(
            RoomId room, RoomSnapshot seen, List<PlaceId> places, Terms terms, Instant now) {
        return line(room, terms).serveOutOfTurn(seen, places, places.size(), now);
    }

    /** See {@link Line#letIn}. */
    public void letIn(RoomId room, long turns, Instant now) {
        line(room).letIn(turns, now);
    }

    /** See {@link Line#change}. */
    public boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return line(room).change(expected, next, now);
    }

    /** See {@link Line#open}. */
    public long open(RoomId room, NextOpening next, Instant now) {
        return line(room).open(next, now);
    }

    /** See {@link Line#close}. */
    public void close(RoomId room, Instant now) {
        line(room).close(now);
    }

    /** See {@link Line#sweep}. */
    public void sweep(RoomId room, Instant now) {
        line(room).sweep(now);
    }

    private Line line(RoomId room) {
        return line(room, TERMS);
    }

    private Line line(RoomId room, Terms terms) {
        return new Line(store, room, terms, lanes);
    }
}
