package io.gatehouse.awsapi.auth;

import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.key.AccessKey;
import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.BearerScheme;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/** Identifies callers of the private API, by a signature with one of our key pairs or by a token of ours. */
public final class PrivateAccess {

    /**
     * The caller.
     *
     * @param name for the ledger
     * @param rooms accepts the rooms that the caller may look at
     * @param mayChange whether the caller may do more than look
     */
    public record Caller(String name, Predicate<RoomId> rooms, boolean mayChange) {

        /** Refuses a caller who may not look at this room, or may not change it. */
        public void require(RoomId room, boolean isChange) {
            if (!rooms.test(room) || isChange && !mayChange) {
                throw AwsErrorException.forbidden("Forbidden");
            }
        }
    }

    private static final String LOOKS = "SCOPE_rooms.read";
    private static final Set<String> CHANGES = Set.of("SCOPE_rooms.operate", "SCOPE_rooms.write");

    private final AccessKeys keys;
    private final SignatureV4 signatures;
    private final OpaqueTokenIntrospector tokens;
    private final Clock clock;

    /**
     * @param issuer whose host clients may have signed, before a proxy changed it
     * @param tokens reads the scopes of a token of ours
     */
    public PrivateAccess(AccessKeys keys, Issuer issuer, OpaqueTokenIntrospector tokens, Clock clock) {
        this.keys = keys;
        this.signatures = new SignatureV4(
                id -> keys.find(id).map(AccessKey::secret),
                URI.create(issuer.value()).getAuthority());
        this.tokens = tokens;
        this.clock = clock;
    }

    /** The caller; empty when the request has no proof of one, refused when the proof is wrong. */
    public Optional<Caller> callerIfAny(HttpServletRequest http, byte[] body) {
        var request = SignedRequest.of(http, body);
        return SignatureV4.isOn(request) || token(request).isPresent()
                ? Optional.of(caller(request))
                : Optional.empty();
    }

    /** The caller; refused when the request has no valid proof of one. */
    public Caller caller(HttpServletRequest http, byte[] body) {
        return caller(SignedRequest.of(http, body));
    }

    private Caller caller(SignedRequest request) {
        if (SignatureV4.isOn(request)) {
            var id = signatures.keyId(request, clock.instant());
            return new Caller("AWS key " + id, room -> isFor(id, room), true);
        }
        return bearer(token(request).orElseThrow(() -> AwsErrorException.forbidden("Missing Authentication Token")));
    }

    private boolean isFor(String id, RoomId room) {
        return keys.find(id).filter(key -> key.rooms().contains(room.value())).isPresent();
    }

    private static Optional<String> token(SignedRequest request) {
        return BearerScheme.token(request.header("authorization"));
    }

    private Caller bearer(String token) {
        try {
            var client = tokens.introspect(token);
            var granted = client.getAuthorities().stream()
                    .map(GrantedAuthority::getAuthority)
                    .toList();
            var mayChange = granted.stream().anyMatch(CHANGES::contains);
            var mayLook = mayChange || granted.contains(LOOKS);
            return new Caller("API client " + client.getName(), room -> mayLook, mayChange);
        } catch (BadOpaqueTokenException unknown) {
            throw new AwsErrorException(HttpStatus.UNAUTHORIZED, "Unauthorized");
        }
    }
}
