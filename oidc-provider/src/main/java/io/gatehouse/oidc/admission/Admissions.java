package io.gatehouse.oidc.admission;

import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.room.Act;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The admissions that tokens rest on: who holds one, under which name, and what becomes of it. */
public final class Admissions {

    /** So far may the clocks of two nodes be apart, and a time is in whole seconds. */
    private static final Duration BEHIND = Duration.ofSeconds(2);

    private final WaitingRooms rooms;
    private final SubjectIdentifiers subjects;

    Admissions(WaitingRooms rooms, SubjectIdentifiers subjects) {
        this.rooms = rooms;
        this.subjects = subjects;
    }

    /** The place, if it is admitted now. */
    public Optional<Place> admitted(RoomId room, PlaceId place) {
        return rooms.find(room.value()).flatMap(found -> found.find(place)).filter(Admissions::isAdmitted);
    }

    /** The place of the browser that has this cookie, if it is admitted now. */
    public Optional<Place> admitted(RoomId room, PlaceCookie cookie) {
        return cookie.hasPlace() ? admitted(room, cookie.id()).filter(cookie::holds) : Optional.empty();
    }

    /** Whether this browser may use the place's admission; see {@link WaitingRoom#isUsedBy}. */
    public boolean isUsedBy(RoomId room, Place place, String browser) {
        return rooms.find(room.value())
                .filter(found -> found.isUsedBy(place, browser))
                .isPresent();
    }

    /**
     * The holder's place, if it is the one that they were admitted with: an id may take a new place in a new
     * opening, and a place in grace a new admission. A second visit was proved after its claim, or by a node
     * whose clock is a little behind.
     */
    public Optional<Place> admitted(AdmissionAuthentication holder) {
        return admitted(holder.room(), holder.place())
                .filter(place -> subject(holder.room(), place).equals(holder.getName()))
                .filter(place -> !place.hasReturned()
                        || !holder.provenAt()
                                .isBefore(admission(place).admittedAt().minus(BEHIND)));
    }

    /** Does an act to the holder's place; the place if it is admitted afterwards. */
    public Optional<Place> apply(AdmissionAuthentication holder, Act act) {
        return admitted(holder).flatMap(place -> apply(holder.room(), place.id(), act));
    }

    /** Notes that the holder has arrived at a site, which may not hear of the visit's end; the place if admitted. */
    public Optional<Place> arrive(AdmissionAuthentication holder, boolean keepsSlot) {
        return admitted(holder)
                .flatMap(place -> rooms.find(holder.room().value()).flatMap(found -> found.arrive(place, keepsSlot)))
                .filter(Admissions::isAdmitted);
    }

    /** Notes that the visit of this admitted place is used; see {@link WaitingRoom#use}. */
    public Optional<Place> use(RoomId room, Place inside) {
        return rooms.find(room.value()).flatMap(found -> found.use(inside));
    }

    /** Whether a use would move the visit's end now. */
    public boolean isRenewedByUse(RoomId room, Place inside) {
        return rooms.find(room.value())
                .filter(found -> found.isRenewedByUse(inside))
                .isPresent();
    }

    /** Does an act to the place; the place if it is admitted afterwards. */
    public Optional<Place> apply(RoomId room, PlaceId place, Act act) {
        return rooms.find(room.value())
                .flatMap(found -> found.apply(place, act))
                .filter(Admissions::isAdmitted);
    }

    /** The visitor as Spring knows them. */
    public AdmissionAuthentication holder(RoomId room, Place place) {
        return new AdmissionAuthentication(
                subject(room, place), room, place.id(), admission(place).provenAt());
    }

    /** The {@code sub}. */
    public String subject(RoomId room, Place place) {
        return subjects.subject(room, place);
    }

    /** The {@code sid} of the visit that this place has, or has had last. */
    public static String session(String subject, Place place) {
        return SubjectIdentifiers.session(subject, admission(place).admittedAt());
    }

    /** All rooms that one can be admitted to. */
    public List<RoomId> rooms() {
        return rooms.all().stream().map(WaitingRoom::id).toList();
    }

    /** How long an admission to this room lasts at most. */
    public Duration longest(RoomId room) {
        return rooms.get(room.value()).configuration().terms().longestVisit();
    }

    /** The time by which the uses of a visit to this room can move its end in all. */
    public Duration renewable(RoomId room) {
        return rooms.find(room.value())
                .map(found -> found.configuration().terms())
                .map(terms -> terms.longestVisit().minus(terms.admissionTtl()))
                .orElse(Duration.ZERO);
    }

    /** The latest end of the visit of this admitted place, however much it is used. */
    public Instant last(RoomId room, Place inside) {
        var most = admission(inside).admittedAt().plus(longest(room));
        return inside.until().isAfter(most) ? inside.until() : most;
    }

    /** The admission of a place that has one. */
    public static Admission admission(Place place) {
        return place.admission().orElseThrow(() -> new IllegalStateException("the place was never admitted"));
    }

    private static boolean isAdmitted(Place place) {
        return place.stage() == Stage.ADMITTED;
    }
}
