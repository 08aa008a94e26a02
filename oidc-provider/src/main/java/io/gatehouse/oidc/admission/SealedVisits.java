package io.gatehouse.oidc.admission;

import com.nimbusds.jose.util.Base64URL;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.IdCipher;
import io.gatehouse.secret.MasterKey;
import java.util.Base64;
import java.util.Optional;

/**
 * The claim {@code visit}: an opaque text by which a page of a site asks for the end of its visitor's visit,
 * and for more time. It is no token, and opens no other address. It names one place in one room, and is worth
 * nothing while that has no visit. The same each time, as the other claims are: sites compare them.
 *
 * <pre>
 * {sub}.{place}.{proof}
 * place   the place's id, encrypted
 * proof   HMAC-SHA256 of room, sub and place
 * </pre>
 */
public final class SealedVisits {

    private static final String PURPOSE = "visit";

    private final MasterKey master;
    private final IdCipher places;
    private final Admissions admissions;

    SealedVisits(MasterKey master, Admissions admissions) {
        this.master = master;
        this.places = new IdCipher(master, "visit-place");
        this.admissions = admissions;
    }

    /** The text for the visit of this {@code sub}. */
    public String seal(RoomId room, Place place, String subject) {
        var id = Base64URL.encode(places.encrypt(place.id().bytes()));
        return proved(room, subject + "." + id);
    }

    /** The visit that a text names; empty if the text is altered, not ours, or for another room. */
    public Optional<Named> open(RoomId room, String text) {
        var end = text.lastIndexOf('.');
        if (end < 0 || !Digests.isEqual(proved(room, text.substring(0, end)), text)) {
            return Optional.empty();
        }
        var parts = text.split("\\.", -1);
        var id = places.decrypt(Base64.getUrlDecoder().decode(parts[1]));
        return Optional.of(new Named(room, PlaceId.of(id), parts[0]));
    }

    private String proved(RoomId room, String text) {
        return text + "." + master.fingerprint(PURPOSE, room.value() + "\u0000" + text);
    }

    /** Its place, if the visit goes on. */
    public Optional<Place> find(Named visit) {
        return admissions
                .admitted(visit.room, visit.place)
                .filter(place -> admissions.subject(visit.room, place).equals(visit.subject));
    }

    /** A visit that has been opened; it may be over. */
    public record Named(RoomId room, PlaceId place, String subject) {

        @Override
        public String toString() {
            return "a visit to " + room;
        }
    }
}
