package io.gatehouse.inlet;

import io.gatehouse.draw.Seed;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** One room with a crowd before it and a turnstile that is turned by hand. */
public final class Turnstiles {

    public static final Duration TICK = Duration.ofSeconds(1);

    final MutableClock clock = MutableClock.standing();
    final MutableScheduler spans = new MutableScheduler();
    final TunedLimits limits = new TunedLimits();
    final Turnstile turnstile =
            new Turnstile(clock, spans, TICK, draw -> new Seed("5eed".repeat(16)), (room, why) -> {}, limits);
    final WaitingRoom room;

    Turnstiles(RoomSettings settings) {
        this(settings, Optional.empty());
    }

    Turnstiles(RoomSettings settings, Optional<Rate> ceiling) {
        this(settings, ceiling, new LinesInMemory());
    }

    Turnstiles(RoomSettings settings, RoomStore store) {
        this(settings, Optional.empty(), store);
    }

    private Turnstiles(RoomSettings settings, Optional<Rate> ceiling, RoomStore store) {
        this(settings, ceiling, Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)), store);
    }

    Turnstiles(RoomSettings settings, Terms terms, RoomStore store) {
        this(settings, Optional.empty(), terms, store);
    }

    private Turnstiles(RoomSettings settings, Optional<Rate> ceiling, Terms terms, RoomStore store) {
        var configured = new Room(new RoomId("shop"), "Shop", settings, terms, ceiling);
        room = new WaitingRooms(List.of(configured), store, turnstile, clock).get("shop");
    }

    static RoomSettings rate(String rate) {
        return new RoomSettings(Optional.of(Rate.parse(rate)), OptionalLong.empty(), false);
    }

    public static RoomSettings capacity(long capacity) {
        return new RoomSettings(Optional.empty(), OptionalLong.of(capacity), false);
    }

    static RoomSettings both(String rate, long capacity) {
        return new RoomSettings(Optional.of(Rate.parse(rate)), OptionalLong.of(capacity), false);
    }

    public static RoomSettings byHand() {
        return new RoomSettings(Optional.empty(), OptionalLong.empty(), false);
    }

    Turnstiles joinedBy(int visitors) {
        for (int i = 0; i < visitors; i++) {
            join();
        }
        return this;
    }

    Place join() {
        return room.join(new PlaceId(UUID.randomUUID()));
    }

    /** Moves on by a tick and says how many were called in it. */
    long tick() {
        return tick(TICK);
    }

    long tick(Duration time) {
        clock.advance(time);
        var before = serving();
        turnstile.tick(room.line());
        return serving() - before;
    }

    /** So much time goes by, with a look at the room each minute. */
    void goesOn(Duration span) {
        for (long minute = 0; minute < span.toMinutes(); minute++) {
            clock.advance(Duration.ofMinutes(1));
            spans.advance(Duration.ofMinutes(1));
            turnstile.tick(room.line());
        }
    }

    List<Long> ticks(int many) {
        var called = new ArrayList<Long>();
        for (int i = 0; i < many; i++) {
            called.add(tick());
        }
        return called;
    }

    long serving() {
        return room.snapshot().serving();
    }
}
