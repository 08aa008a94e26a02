package io.gatehouse.simulate;

import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room.Vacancy;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The crowd: it arrives, waits, comes or does not come, visits and leaves, by the verbs of the room. Each
 * visitor's chance is drawn on arrival and in that order. So the same crowd comes under all settings
 * of the room.
 */
final class Visitors {

    private static final String BROWSER = "browser";

    /** Milliseconds until the page of a visitor who is there goes on by itself. */
    private static final long PAGE = 1_000;

    private static final class Visitor {

        private final PlaceId id;
        private final boolean isBot;
        private final boolean showsUp;
        private final long delay;
        private final long patience;
        private final boolean leaves;
        private final long visit;
        private final boolean logsOut;
        private final long arrivedAt;
        private final Optional<String> lane;
        private Fate fate = Fate.WAITING;
        private boolean isThere = true;
        private boolean isEntering;

        private Visitor(PlaceId id, Crowd crowd, boolean isBot, Chance chance, long now) {
            this.id = id;
            this.isBot = isBot;
            this.showsUp = chance.share() < (isBot ? crowd.bots().showUp() : crowd.showUp());
            this.delay = crowd.delay().draw(chance);
            this.patience = crowd.patience().map(one -> one.draw(chance)).orElse(Long.MAX_VALUE);
            this.leaves = chance.share() < crowd.leaving();
            this.visit = crowd.visits().draw(chance);
            this.logsOut = chance.share() < crowd.logouts();
            this.arrivedAt = now;
            this.lane = crowd.lane(chance);
        }
    }

    private final WaitingRoom room;
    private final Crowd crowd;
    private final Agenda agenda;
    private final VirtualTime time;
    private final Arrivals.Moments moments;
    private final Chance chance;
    private final Chance ids;
    private final long start;
    private final Consumer<Duration> visits;
    private final Map<PlaceId, Visitor> inRoom = new LinkedHashMap<>();
    private final Map<Fate, Long> refused = new EnumMap<>(Fate.class);
    private final LongStream.Builder waits = LongStream.builder();
    private Minutes.Tally tally = new Minutes.Tally();
    private long present;
    private Optional<RoomSnapshot> seen = Optional.empty();

    /** @param visits hears how long each visit has lasted */
    Visitors(Scenario scenario, WaitingRoom room, Agenda agenda, VirtualTime time, Consumer<Duration> visits) {
        this.visits = visits;
        this.room = room;
        this.crowd = scenario.crowd();
        this.agenda = agenda;
        this.time = time;
        this.moments = new Arrivals.Moments(scenario.arrivals(), new Chance(scenario.seed(), 1));
        this.chance = new Chance(scenario.seed(), 2);
        this.ids = new Chance(scenario.seed(), 3);
        this.start = scenario.span().from().toEpochMilli();
    }

    /** Lets them come, one after the other. */
    void begin() {
        var next = moments.next();
        if (next >= 0) {
            agenda.note(start + next, this::arrives);
        }
    }

    /** Keeps the look that the door shows to newcomers until the next one. */
    void saw(RoomSnapshot snapshot) {
        seen = Optional.of(snapshot);
    }

    private void arrives() {
        begin();
        var isBot = chance.share() < crowd.bots().share();
        for (var browser = 0; browser < (isBot ? crowd.bots().places() : 1); browser++) {
            arrives(new Visitor(ids.place(), crowd, isBot, chance, now()));
        }
    }

    private void arrives(Visitor visitor) {
        tally.arrived++;
        var vacancy = seen.map(snapshot -> room.configuration().vacancy(snapshot, time.instant()))
                .orElse(Vacancy.AVAILABLE);
        if (vacancy != Vacancy.AVAILABLE) {
            tally.refused++;
            if (!visitor.isBot) {
                refused.merge(Fate.valueOf(vacancy.name()), 1L, Long::sum);
            }
            return;
        }
        inRoom.put(visitor.id, visitor);
        visitor.isEntering = true;
        join(visitor);
        visitor.isEntering = false;
        for (var tab = 1; visitor.isBot && tab < crowd.bots().tabs(); tab++) {
            join(visitor);
        }
        if (visitor.fate == Fate.WAITING) {
            waits(visitor);
        }
    }

    private void join(Visitor visitor) {
        visitor.lane.ifPresentOrElse(lane -> room.joinLane(visitor.id, lane), () -> room.join(visitor.id));
    }

    private void waits(Visitor visitor) {
        if (!visitor.isBot && visitor.patience < Long.MAX_VALUE) {
            agenda.note(now() + visitor.patience, () -> givesUp(visitor));
        }
        looks(visitor);
    }

    /** An open page asks for the place more often than a place is kept without a look. */
    private void looks(Visitor visitor) {
        var kept = room.configuration().terms().waitingTtl().toMillis();
        agenda.note(now() + kept / 2, () -> {
            if (visitor.fate == Fate.WAITING && visitor.isThere) {
                room.apply(visitor.id, Act.LOOK);
                looks(visitor);
            }
        });
    }

    private void givesUp(Visitor visitor) {
        if (visitor.fate == Fate.WAITING) {
            visitor.fate = Fate.GAVE_UP;
            visitor.isThere = false;
            if (visitor.leaves) {
                tally.left++;
                room.apply(visitor.id, Act.LEAVE);
            }
        }
    }

    void called(Place place) {
        var visitor = inRoom.get(place.id());
        if (visitor == null || place.stage() != Stage.TURN) {
            return;
        }
        var isFirst = visitor.fate == Fate.WAITING || visitor.fate == Fate.GAVE_UP;
        if (isFirst) {
            tally.called++;
            tally.waits = tally.waits.and(Duration.ofMillis(now() - visitor.arrivedAt));
        }
        if (isFirst && visitor.isThere && !visitor.isBot) {
            waits.add(now() - visitor.arrivedAt);
        }
        if (!visitor.isThere) {
            return;
        }
        // A visitor who passes through is there, and so is one who has asked to be called once more.
        var isPresent = visitor.isEntering || !isFirst;
        visitor.fate = visitor.fate == Fate.ADMITTED ? Fate.ADMITTED : Fate.CALLED;
        if (isPresent || visitor.showsUp) {
            agenda.note(now() + (visitor.isEntering ? 0 : isPresent ? PAGE : visitor.delay), () -> comes(visitor));
        }
    }

    /** The visitor takes the turn, or asks for another one when it has gone by. */
    private void comes(Visitor visitor) {
        var place = room.find(visitor.id).orElse(null);
        if (place == null || visitor.fate == Fate.ADMITTED) {
            return;
        }
        if (place.stage() == Stage.LAPSED) {
            room.apply(visitor.id, Act.RETURN);
            return;
        }
        var claimed = room.claim(place, BROWSER).filter(after -> after.stage() == Stage.ADMITTED);
        if (claimed.isPresent()) {
            visitor.fate = Fate.ADMITTED;
            tally.claimed++;
            present++;
            var gone = now() + visitor.visit;
            room.arrive(claimed.get(), false).ifPresent(inside -> uses(inside, gone));
            agenda.note(gone, () -> ends(visitor));
            var lasted = lasted(visitor);
            agenda.note(now() + lasted.toMillis(), () -> tally.visits = tally.visits.and(lasted));
        }
    }

    /** If the room renews visits, their visitors use them until they are gone: in time each time, and at last. */
    private void uses(Place inside, long gone) {
        var last = Math.min(gone, inside.until().toEpochMilli() - 1);
        if (room.configuration().terms().renewal().isPresent() && last > now()) {
            agenda.note(last, () -> room.find(inside.id())
                    .filter(place -> place.stage() == Stage.ADMITTED)
                    .flatMap(room::use)
                    .ifPresent(place -> uses(place, gone)));
        }
    }

    /** The length of the admission: without a logout, the longest that the terms allow. */
    private Duration lasted(Visitor visitor) {
        var visit = Duration.ofMillis(visitor.visit);
        var most = room.configuration().terms().visit(visit);
        return visitor.logsOut && visit.compareTo(most) < 0 ? visit : most;
    }

    private void ends(Visitor visitor) {
        present--;
        visits.accept(lasted(visitor));
        if (visitor.logsOut) {
            room.apply(visitor.id, Act.COMPLETE);
        }
    }

    private long now() {
        return time.instant().toEpochMilli();
    }

    /** How many are inside now. */
    long present() {
        return present;
    }

    /** The counts since the last call. */
    Minutes.Tally minute() {
        var over = tally;
        tally = new Minutes.Tally();
        return over;
    }

    /** Waits of the visitors who were there when they were called, the shortest first. */
    List<Long> waits() {
        return waits.build().sorted().boxed().toList();
    }

    /** How many visitors have met each fate by now; programs do not count. */
    Map<Fate, Long> fates() {
        var fates = new EnumMap<Fate, Long>(refused);
        Arrays.stream(Fate.values()).forEach(fate -> fates.putIfAbsent(fate, 0L));
        for (var visitor : inRoom.values()) {
            if (!visitor.isBot) {
                fates.merge(fate(visitor), 1L, Long::sum);
            }
        }
        return fates;
    }

    private Fate fate(Visitor visitor) {
        if (visitor.fate != Fate.WAITING && visitor.fate != Fate.CALLED) {
            return visitor.fate;
        }
        var stage = room.find(visitor.id).map(Place::stage).orElse(Stage.EXPIRED);
        if (visitor.fate == Fate.WAITING) {
            return stage.isInLine() ? Fate.WAITING : Fate.SHUT_OUT;
        }
        return stage.isCalled() || stage.isInLine() ? Fate.CALLED : Fate.NO_SHOW;
    }

    /** When the last visitor who still waits has come. */
    Optional<Instant> lastWaiting() {
        var all = new ArrayList<>(inRoom.values());
        for (var n = all.size() - 1; n >= 0; n--) {
            if (!all.get(n).isBot && fate(all.get(n)) == Fate.WAITING) {
                return Optional.of(Instant.ofEpochMilli(all.get(n).arrivedAt));
            }
        }
        return Optional.empty();
    }
}
