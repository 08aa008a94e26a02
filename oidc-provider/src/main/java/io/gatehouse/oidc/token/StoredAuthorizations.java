package io.gatehouse.oidc.token;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.token.TokenFamilies.PresentedToken;
import io.gatehouse.oidc.token.TokenFamily.Issue;
import io.gatehouse.oidc.token.TokenText.Kind;
import io.gatehouse.oidc.token.TokenText.TokenContent;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredJson;
import io.gatehouse.value.StoredRecords;
import io.gatehouse.value.StoredRecords.Found;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Spring's authorizations, kept in the store: one value for each login, changed by compare-and-set.
 *
 * <pre>
 * key     family:{22 characters that begin each of its tokens}
 * value   {@link StoredJson} of {@link TokenFamily}; the code as a SHA-256 digest, of tokens only their times of issue
 * until   the end of its last token, or as far as a renewed visit may move that
 * </pre>
 *
 * <p><b>One redemption.</b> Spring reads, checks, and saves; between reading and saving others may do the
 * same. Each authorization remembers the bytes that it was read from, and a save succeeds only if they are
 * still there. Of many redemptions of a code at once one succeeds; the others are a second use, which revokes
 * the tokens of the first (RFC 6749 section 4.1.2) and is answered {@code invalid_grant}.
 *
 * <p><b>Refreshing.</b> Each refresh gives out the next issue of tokens, and the refresh token that it was
 * asked with is used up. A browser's requests come in parallel though, its site refreshes for each of them on
 * several nodes, and answers get lost. So the last refresh token but one is good for a short grace: it gives
 * out the latest issue once more, the same tokens to the letter; if its access token has run out by then,
 * that begins anew, and the grace does not. Of refreshes at the same moment one is written down, and all have
 * given out what it says. Every other refresh with a used-up token is a theft, its own or an earlier one's:
 * all tokens of the login are revoked (RFC 9700 section 4.14.2). A token that no caller ever got proves
 * nothing, and revokes nothing.
 *
 * <p><b>Alive.</b> Tokens rest on an admission. Once it has ended, none of them is found any more, even
 * before its own time is over. Where a site cannot refresh, its opaque access token lasts as long as a visit
 * that is renewed.
 */
public final class StoredAuthorizations implements OAuth2AuthorizationService {

    /** How long after a refresh its refresh token may be used again. */
    static final Duration GRACE = Duration.ofSeconds(60);

    private static final String LOOK = Look.class.getName();

    /** A code that was looked for in this call. */
    private record Look(String code, OAuth2Authorization found) {}

    private final ExpiringStore store;
    private final Admissions admissions;
    private final TokenFamilies families;
    private final TokenText tokens;
    private final Clock clock;
    private final StoredRecords<TokenFamily> records;

    StoredAuthorizations(
            ExpiringStore store, Admissions admissions, TokenFamilies families, TokenText tokens, Clock clock) {
        this.store = store;
        this.admissions = admissions;
        this.families = families;
        this.tokens = tokens;
        this.clock = clock;
        this.records = new StoredRecords<>(store, TokenFamily.class, clock);
    }

    @Override
    public void save(OAuth2Authorization authorization) {
        var name = TokenFamilies.name(authorization);
        var reading = FamilyContext.of(authorization);
        var before = reading.found();
        var issue = reading.next();
        var repeated = reading.repeated();
        var family = families.family(authorization, before.map(Found::value));
        if (repeated.isPresent() && repeated.equals(family.issue(issue))) {
            return;
        }
        if (replace(name, before, family)) {
            return;
        }
        if (issue == 0) {
            revoke(name);
        } else if (isGivenOut(name, issue)) {
            return;
        }
        throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        store.remove(key(TokenFamilies.name(authorization)), clock.instant());
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return get(id).flatMap(found -> families.authorization(id, found, Optional.empty(), Optional.empty()))
                .orElse(null);
    }

    /**
     * Finds by a code or token that is good now; a code that has been used is found too, so that Spring can
     * tell. In one call Spring looks for a code twice, for its verifier and for the grant: both see what the
     * first look has found, and a save is compared with that.
     */
    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        return isCode(type) ? findByCode(token, type) : look(token, type).orElse(null);
    }

    /** The site of this token, good or not any more; empty when none of ours is kept, or it is not genuine. */
    Optional<String> client(String token) {
        return TokenText.family(token)
                .filter(name -> tokens.read(token).isPresent())
                .flatMap(this::get)
                .map(found -> found.value().site());
    }

    /** Revokes the tokens of a login, also against concurrent changes. */
    void revoke(String name) {
        for (var before = get(name); before.isPresent(); before = get(name)) {
            if (replace(name, before, before.get().value().revoked())) {
                return;
            }
        }
    }

    private @Nullable OAuth2Authorization findByCode(String code, @Nullable OAuth2TokenType type) {
        var call = RequestContextHolder.getRequestAttributes();
        if (call != null && call.getAttribute(LOOK, SCOPE_REQUEST) instanceof Look seen && seen.code.equals(code)) {
            call.removeAttribute(LOOK, SCOPE_REQUEST);
            return seen.found;
        }
        var found = look(code, type).orElse(null);
        if (call != null && found != null) {
            call.setAttribute(LOOK, new Look(code, found), SCOPE_REQUEST);
        }
        return found;
    }

    private Optional<OAuth2Authorization> look(String token, @Nullable OAuth2TokenType type) {
        return TokenText.family(token).flatMap(name -> find(name, token, type));
    }

    private Optional<OAuth2Authorization> find(String name, String token, @Nullable OAuth2TokenType type) {
        var found = get(name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var family = found.get().value();
        var presented = new PresentedToken(token, isCode(type) ? Optional.empty() : tokens.read(token));
        if (type != null
                && type.equals(OAuth2TokenType.REFRESH_TOKEN)
                && presented.said().filter(said -> isReplay(said, family)).isPresent()) {
            revoke(name);
        }
        if (!isOf(type, presented, family) || !isGood(presented, family)) {
            return Optional.empty();
        }
        var holder = family.holder();
        var place = holder.flatMap(admissions::admitted);
        return holder.isPresent() && place.isEmpty()
                ? Optional.empty()
                : families.authorization(name, found.get(), Optional.of(presented), place);
    }

    private static boolean isCode(@Nullable OAuth2TokenType type) {
        return type != null && type.getValue().equals(OAuth2ParameterNames.CODE);
    }

    /** Whether what is shown is of this type; where none is asked for, a token will do, and a code will not. */
    private static boolean isOf(@Nullable OAuth2TokenType type, PresentedToken shown, TokenFamily family) {
        if (type == null) {
            return shown.said().isPresent();
        }
        return switch (type.getValue()) {
            case "code" ->
                Optional.ofNullable(family.code())
                        .filter(code -> code.is(shown.text()))
                        .isPresent();
            case "access_token" -> shown.is(Kind.ACCESS);
            case "refresh_token" -> shown.is(Kind.REFRESH);
            default -> false;
        };
    }

    private boolean isGood(PresentedToken shown, TokenFamily family) {
        var now = clock.millis();
        if (shown.said().isEmpty()) {
            return Optional.ofNullable(family.code())
                    .filter(code -> code.isSpent() || code.expiresAt() > now)
                    .isPresent();
        }
        return !family.isRevoked()
                && shown.said().filter(said -> isReplay(said, family)).isEmpty()
                && shown.said()
                        .flatMap(said -> family.issue(said.issue())
                                .map(issue -> said.kind() == Kind.ACCESS ? issue.accessUntil() : issue.refreshUntil()))
                        .filter(until -> until > now || shown.isOpaqueAccess() && families.endsWithVisit(family))
                        .isPresent();
    }

    /** Whether it is a refresh token that was used up, and longer ago than the grace. */
    private boolean isReplay(TokenContent said, TokenFamily family) {
        var latest = Optional.ofNullable(family.latest());
        return said.kind() == Kind.REFRESH
                && latest.filter(issue -> said.issue() < issue.number() && !isForgiven(said, issue))
                        .isPresent();
    }

    /** Also an issue of the time to come is too far away, by a clock that has been set back. */
    private boolean isForgiven(TokenContent said, Issue latest) {
        var away = Math.abs(clock.millis() - latest.issuedAt());
        return said.issue() == latest.number() - 1 && away <= GRACE.toMillis();
    }

    /** Whether another node has just given out the tokens of this issue, which are those that we would give out. */
    private boolean isGivenOut(String name, int issue) {
        return get(name)
                .map(Found::value)
                .filter(family -> !family.isRevoked())
                .flatMap(family -> family.issue(issue))
                .isPresent();
    }

    private boolean replace(String name, Optional<Found<TokenFamily>> before, TokenFamily next) {
        return records.replace(
                key(name), before, next, Instant.ofEpochMilli(next.expiresAt()).plus(renewable(next)));
    }

    /** The time by which uses may move the end of its last token. */
    private Duration renewable(TokenFamily family) {
        return family.holder()
                .filter(holder -> families.endsWithVisit(family))
                .map(holder -> admissions.renewable(holder.room()))
                .orElse(Duration.ZERO);
    }

    private Optional<Found<TokenFamily>> get(String name) {
        return records.get(key(name));
    }

    /** The key of a login in the store. */
    public static String key(String name) {
        return "family:" + name;
    }
}
