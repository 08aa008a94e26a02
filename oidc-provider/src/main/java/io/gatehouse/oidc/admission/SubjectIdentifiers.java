package io.gatehouse.oidc.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import java.nio.ByteBuffer;

/** How tokens name a visitor and their visit. A place is one visit, so each name stands for the other; no site need know. */
public final class SubjectIdentifiers {

    private static final int LENGTH = 22;

    private final MasterKey master;

    SubjectIdentifiers(MasterKey master) {
        this.master = master;
    }

    /** The {@code sub}: stable for a place, and tells nothing about its id. */
    public String subject(RoomId room, Place place) {
        var name = (room.value() + "\u0000" + place.opening() + "\u0000" + place.position()).getBytes(UTF_8);
        var text = ByteBuffer.allocate(16 + name.length).put(place.id().bytes()).put(name);
        return master.pseudonym("sub", text.array());
    }

    /** The {@code sid}: the visit, in ID tokens and logout tokens (OpenID Connect Back-Channel Logout section 2.1). */
    public static String session(String subject) {
        return Digests.sha256("sid " + subject).substring(0, LENGTH);
    }
}
