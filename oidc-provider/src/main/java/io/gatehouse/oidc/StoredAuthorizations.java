package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Spring's authorizations, kept in the store: one value for each login, changed by compare-and-set.
 *
 * <pre>
 * key     family:{22 characters that begin each of its tokens}
 * value   JSON of {@link Family}; codes and tokens as SHA-256 digests only
 * until   the end of its last token
 * </pre>
 *
 * <p><b>One redemption.</b> Spring reads, checks, and saves; between reading and saving others may do the same. Each
 * authorization remembers the bytes that it was read from, and a save succeeds only if they are still there. Of many
 * redemptions of a code at once one succeeds; the others are a second use, which revokes the tokens of the first (RFC
 * 6749 section 4.1.2) and is answered {@code invalid_grant}. Of many uses of a refresh token at once one succeeds too, but
 * the others revoke nothing: a browser's requests come in parallel, and its site refreshes for each of them.
 *
 * <p><b>Alive.</b> Tokens rest on an admission. Once it has ended, none of them is found any more, whatever its own time.
 */
final class StoredAuthorizations implements OAuth2AuthorizationService {

    private final ExpiringStore store;
    private final Admissions admissions;
    private final Families families;
    private final Clock clock;
    private final JsonMapper json = new JsonMapper();

    StoredAuthorizations(ExpiringStore store, Admissions admissions, Families families, Clock clock) {
        this.store = store;
        this.admissions = admissions;
        this.families = families;
        this.clock = clock;
    }

    @Override
    public void save(OAuth2Authorization authorization) {
        var name = Families.name(authorization);
        var before = Families.readFrom(authorization);
        var seen = before.map(this::read);
        var next = families.family(authorization, seen);
        if (replace(name, before, next)) {
            return;
        }
        if (seen.filter(next::isRefreshOf).isEmpty()) {
            revoke(name);
        }
        throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        store.remove(key(Families.name(authorization)), clock.instant());
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return get(id).map(bytes -> families.authorization(id, bytes, read(bytes), Optional.empty()))
                .orElse(null);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        return TokenText.family(token).flatMap(name -> find(name, token, type)).orElse(null);
    }

    private Optional<OAuth2Authorization> find(String name, String token, @Nullable OAuth2TokenType type) {
        return get(name).flatMap(bytes -> Optional.of(read(bytes))
                .filter(family -> family.tokens().stream().anyMatch(kept -> kept.is(token)))
                .filter(families::isOfAClient)
                .filter(this::isAlive)
                .map(family -> families.authorization(name, bytes, family, Optional.of(token)))
                .filter(authorization -> Families.isOf(type, token, authorization)));
    }

    /** Revokes the tokens of a login, whatever happens to it at the same time. */
    private void revoke(String name) {
        for (var before = get(name); before.isPresent(); before = get(name)) {
            if (replace(name, before, read(before.get()).revoked())) {
                return;
            }
        }
    }

    private boolean replace(String name, Optional<byte[]> before, Family next) {
        var bytes = json.writeValueAsString(next).getBytes(UTF_8);
        return store.replace(key(name), before, bytes, Instant.ofEpochMilli(next.expiresAt()), clock.instant());
    }

    private boolean isAlive(Family family) {
        if (family.room() == null || family.place() == null) {
            return true;
        }
        var room = new RoomId(family.room());
        return admissions
                .admitted(room, new PlaceId(UUID.fromString(family.place())))
                .filter(place -> admissions.subject(room, place).equals(family.subject()))
                .isPresent();
    }

    private Optional<byte[]> get(String name) {
        return store.get(key(name), clock.instant());
    }

    private Family read(byte[] bytes) {
        return json.readValue(bytes, Family.class);
    }

    /** Where a login is kept. */
    static String key(String name) {
        return "family:" + name;
    }
}
