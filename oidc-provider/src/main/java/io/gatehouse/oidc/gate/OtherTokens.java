package io.gatehouse.oidc.gate;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.util.Optional;

/** Tokens that are not the provider's and admit their bearers to a room all the same. Each kind is a bean. */
@FunctionalInterface
public interface OtherTokens {

    /** The place of a visitor who is admitted now. */
    record Holder(RoomId room, Place place) {}

    /** The visitor inside by this token; empty if it is altered, expired or another kind, or the visit has ended. */
    Optional<Holder> find(String token);
}
