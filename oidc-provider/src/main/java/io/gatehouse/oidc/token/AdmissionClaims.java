package io.gatehouse.oidc.token;

import com.nimbusds.jose.util.Base64URL;
import io.gatehouse.board.Boards;
import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SealedVisits;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.room.Place;
import io.gatehouse.secret.Digests;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/**
 * The claims of an admission in tokens. The synthetic e-mail and names exist because many relying parties
 * refuse a visitor without them. They are constant for a place and identify no person.
 */
public final class AdmissionClaims implements OAuth2TokenCustomizer<JwtEncodingContext> {

    /** OpenID Connect Core section 2: the value for a visitor who has not been authenticated as a person. */
    public static final String NOBODY_IN_PARTICULAR = "0";

    private static final String VISIT = "visit";
    private static final String LANE = "lane";
    private static final String DRAWN = "drawn";

    /** The claims of a scope (OpenID Connect Core section 5.4); {@code room} is a scope of our own. */
    private static final Map<String, List<String>> BY_SCOPE = Map.of(
            "room", List.of("room", "position", LANE, DRAWN, "joined_at", "admitted_at", "expires_at", VISIT),
            "email", List.of("email", "email_verified"),
            "profile", List.of("name", "given_name", "family_name", "preferred_username"));

    private static final String ACR = "acr";

    private final Sites sites;
    private final WaitingRooms rooms;
    private final Boards boards;
    private final TokenGenerators generators;
    private final SubjectIdentifiers subjects;
    private final SealedVisits visits;

    AdmissionClaims(
            Sites sites,
            WaitingRooms rooms,
            Boards boards,
            TokenGenerators generators,
            SubjectIdentifiers subjects,
            SealedVisits visits) {
        this.sites = sites;
        this.rooms = rooms;
        this.boards = boards;
        this.generators = generators;
        this.subjects = subjects;
        this.visits = visits;
    }

    @Override
    public void customize(JwtEncodingContext context) {
        if (OAuth2TokenType.ACCESS_TOKEN.equals(context.getTokenType())) {
            accessToken(context);
        } else {
            idToken(context);
        }
    }

    /** All that tokens and userinfo may have. */
    public static List<String> names() {
        var always = Stream.of("iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", ACR, "at_hash", "sid");
        var asked = Stream.of("email", "profile", "room")
                .flatMap(scope -> BY_SCOPE.getOrDefault(scope, List.of()).stream());
        return Stream.concat(always, asked).toList();
    }

    /** Whether a claim of this name may be asked for by itself, and is not in every ID token anyway. */
    static boolean isOne(String name) {
        return name.equals(ACR) || BY_SCOPE.values().stream().anyMatch(names -> names.contains(name));
    }

    /** Claims about the visitor: those that the scopes stand for, and those that are asked for by name. */
    Map<String, Object> about(Site site, Place place, String subject, Collection<String> scopes, Set<String> names) {
        Predicate<String> isAskedFor = name -> names.contains(name)
                || scopes.stream().anyMatch(scope -> BY_SCOPE.getOrDefault(scope, List.of())
                        .contains(name));
        var claims = all(site, place);
        claims.putAll(order(site, place));
        if (site.settings().claims()) {
            claims.putAll(person(site, claims, subject));
        }
        claims.keySet().removeIf(isAskedFor.negate());
        if (isAskedFor.test(VISIT)) {
            claims.put(VISIT, visits.seal(site.room(), place, subject));
        }
        claims.put("sub", subject);
        return claims;
    }

    private static Map<String, Object> all(Site site, Place place) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("room", site.room().value());
        claims.put("position", place.number());
        claims.put("joined_at", place.joinedAt().getEpochSecond());
        claims.put("admitted_at", Admissions.admission(place).admittedAt().getEpochSecond());
        claims.put("expires_at", place.until().getEpochSecond());
        return claims;
    }

    /** For sites that need a person: named by the number that the waiting page shows, behind the lane's name. */
    private static Map<String, Object> person(Site site, Map<String, Object> claims, String subject) {
        var lane = claims.containsKey(LANE) ? claims.get(LANE) + " " : "";
        var number = lane + claims.getOrDefault(DRAWN, claims.get("position"));
        return Map.of(
                "email",
                subject + "@" + site.settings().emailDomain(),
                "email_verified",
                true,
                "name",
                "Visitor " + number,
                "given_name",
                "Visitor",
                "family_name",
                number,
                "preferred_username",
                subject);
    }

    /**
     * By the words of events: the lane beside the default one, and the number that a draw has given. The
     * board of the last tick says it, and the store only for a lane that is newer. An earlier opening is
     * forgotten.
     */
    private Map<String, Object> order(Site site, Place place) {
        var room = rooms.get(site.room().value());
        var claims = new LinkedHashMap<String, Object>();
        var drawn = boards.of(room).turnOf(place);
        if (drawn != place.number()) {
            claims.put(DRAWN, drawn);
        }
        boards.laneOf(room, place).ifPresent(lane -> claims.put(LANE, lane));
        return claims;
    }

    private void accessToken(JwtEncodingContext context) {
        context.getJwsHeader().type("at+jwt");
        context.getClaims()
                .id(generators.jwtId(context))
                .claim("client_id", context.getRegisteredClient().getClientId())
                .claims(claims ->
                        TokenBinding.key().ifPresent(key -> claims.put("cnf", TokenBinding.confirmation(key))))
                .expiresAt(generators.end(context))
                .claims(claims -> claims.remove("nbf"))
                .claims(claims -> claims.put("scope", String.join(" ", context.getAuthorizedScopes())));
        var algorithm = context.getRegisteredClient().getTokenSettings().getIdTokenSignatureAlgorithm();
        context.getJwsHeader().algorithm(algorithm);
    }

    private void idToken(JwtEncodingContext context) {
        var place = Arrival.place(context);
        var site = sites.byClientId(context.getRegisteredClient().getClientId()).orElseThrow();
        context.getJwsHeader().type("JWT");
        context.getClaims()
                .id(subjects.tokenId(place.id()))
                .expiresAt(generators.end(context))
                .claims(claims -> Set.of("azp", "nbf").forEach(claims::remove))
                .claim("sid", Admissions.session(holder(context).getName(), place))
                .claim("auth_time", holder(context).provenAt().getEpochSecond());
        var scopes = site.hasClaimsInIdToken() ? context.getAuthorizedScopes() : Set.<String>of();
        var asked = Optional.ofNullable(context.getAuthorization())
                .map(RequestedClaims::of)
                .orElse(RequestedClaims.NONE)
                .idToken();
        about(site, place, holder(context).getName(), scopes, asked)
                .forEach((name, value) -> context.getClaims().claim(name, value));
        if (asked.contains(ACR) || isAskedForAcr(context)) {
            context.getClaims().claim(ACR, NOBODY_IN_PARTICULAR);
        }
        accessTokenHash(context).ifPresent(hash -> context.getClaims().claim("at_hash", hash));
    }

    /** A site that names {@code acr_values} should be told which one holds (OpenID Connect Core section 3.1.2.1). */
    private static boolean isAskedForAcr(JwtEncodingContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(authorization -> authorization.<OAuth2AuthorizationRequest>getAttribute(
                        OAuth2AuthorizationRequest.class.getName()))
                .filter(request -> request.getAdditionalParameters().containsKey("acr_values"))
                .isPresent();
    }

    private static AdmissionAuthentication holder(JwtEncodingContext context) {
        if (context.getPrincipal() instanceof AdmissionAuthentication holder) {
            return holder;
        }
        throw new IllegalStateException("an ID token, but no visitor");
    }

    /** OpenID Connect Core section 3.1.3.6: the left half of the digest; SHA-256 goes with RS256 and ES256. */
    private static Optional<String> accessTokenHash(JwtEncodingContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(OAuth2Authorization::getAccessToken)
                .map(token -> token.getToken().getTokenValue().getBytes(StandardCharsets.US_ASCII))
                .map(text -> Base64URL.encode(Arrays.copyOf(Digests.sha256(text), 16))
                        .toString());
    }
}
