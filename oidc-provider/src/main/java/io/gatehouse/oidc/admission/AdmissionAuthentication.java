package io.gatehouse.oidc.admission;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.FactorGrantedAuthority;

/**
 * An admitted visitor, as Spring Security's {@code Authentication}: having waited is having logged in. Its
 * name is the {@code sub} of tokens.
 */
public final class AdmissionAuthentication extends AbstractAuthenticationToken {

    private final String subject;
    private final transient RoomId room;
    private final transient PlaceId place;
    private final Instant provenAt;

    /** @param provenAt when the admission was last proved: {@code auth_time} */
    public AdmissionAuthentication(String subject, RoomId room, PlaceId place, Instant provenAt) {
        // Spring reads the time of authentication from such an authority (spring-security issue 19140).
        super(List.of(
                FactorGrantedAuthority.withFactor("WAITING").issuedAt(provenAt).build()));
        this.subject = subject;
        this.room = room;
        this.place = place;
        this.provenAt = provenAt;
        setAuthenticated(true);
    }

    public RoomId room() {
        return room;
    }

    public PlaceId place() {
        return place;
    }

    public Instant provenAt() {
        return provenAt;
    }

    @Override
    public String getName() {
        return subject;
    }

    @Override
    public Object getPrincipal() {
        return subject;
    }

    @Override
    public Object getCredentials() {
        return "";
    }
}
