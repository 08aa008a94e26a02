package io.gatehouse.oidc.token;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.oidc.logout.LogoutNotices;
import io.gatehouse.room.Place;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * A visitor arrives at a site: what happens when tokens are asked for, by a code, a refresh token or a
 * device. It stands before the tokens are made, since Spring has checked by then all that there is to check,
 * and happens once a call: all tokens of one call speak of the same look at the line. Those that make the
 * tokens only read what it has found.
 *
 * <ol>
 *   <li>A site whose tokens are bound to a key proves that it holds the key.
 *   <li>It is written down that the site is to be told of the visit's end.
 *   <li>The admission gets its whole time, and keeps its slot till then if the site would not hear of an
 *       earlier end; one that has ended meanwhile is a grant that is no longer valid. The call is a use of
 *       the visit, so its tokens have the end that this has moved.
 *   <li>By a code: the way in works, so the loop guard forgets the place, and the arrival is counted.
 * </ol>
 */
final class Arrival {

    private static final String ARRIVED = Arrival.class.getName();

    /** A place as it was found at its visitor's arrival, and the latest end of the visit, however much it is used. */
    private record Arrived(Place place, Instant last) {}

    private final Admissions admissions;
    private final Sites sites;
    private final LogoutNotices notices;
    private final LoopGuard loops;
    private final SiteMetrics metrics;
    private final TokenBinding binding;
    private final Clock clock;

    Arrival(
            Admissions admissions,
            Sites sites,
            LogoutNotices notices,
            LoopGuard loops,
            SiteMetrics metrics,
            TokenBinding binding,
            Clock clock) {
        this.binding = binding;
        this.admissions = admissions;
        this.sites = sites;
        this.notices = notices;
        this.loops = loops;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Lets the visitor arrive before these make the first token of a call. */
    OAuth2TokenGenerator<OAuth2Token> before(OAuth2TokenGenerator<? extends OAuth2Token> tokens) {
        return context -> generate(context, tokens);
    }

    private @Nullable OAuth2Token generate(
            OAuth2TokenContext context, OAuth2TokenGenerator<? extends OAuth2Token> tokens) {
        if (context.getPrincipal() instanceof AdmissionAuthentication visitor && seen(visitor) == null) {
            binding.prove(context);
            var place = arrive(visitor, context);
            var arrived = new Arrived(place, admissions.last(visitor.room(), place));
            RequestContextHolder.currentRequestAttributes().setAttribute(ARRIVED, arrived, SCOPE_REQUEST);
        }
        return tokens.generate(context);
    }

    /** The place of the visitor whose tokens are being made, as it was found at their arrival. */
    static Place place(OAuth2TokenContext context) {
        return arrived(context).place;
    }

    /** The latest end of that visitor's visit, however much it is used. */
    static Instant last(OAuth2TokenContext context) {
        return arrived(context).last;
    }

    private static Arrived arrived(OAuth2TokenContext context) {
        var arrived = context.getPrincipal() instanceof AdmissionAuthentication visitor ? seen(visitor) : null;
        if (arrived == null) {
            throw new IllegalStateException("a token for a visitor, but none has arrived");
        }
        return arrived;
    }

    private Place arrive(AdmissionAuthentication visitor, OAuth2TokenContext context) {
        var site = sites.byClientId(context.getRegisteredClient().getClientId());
        // First of all, so that no end slips through between this and the look at the admission.
        site.filter(LogoutNotices::tells).ifPresent(known -> remember(known, visitor));
        var place = admissions
                .arrive(visitor, site.map(Site::keepsSlot).orElse(true))
                .flatMap(inside -> admissions.use(visitor.room(), inside))
                .orElseThrow(() -> new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT));
        if (AuthorizationGrantType.AUTHORIZATION_CODE.equals(context.getAuthorizationGrantType())) {
            loops.arrived(place.id());
            site.ifPresent(known -> count(known, place));
        }
        return place;
    }

    private void remember(Site site, AdmissionAuthentication visitor) {
        admissions
                .admitted(visitor)
                .map(place -> Admissions.session(visitor.getName(), place))
                .ifPresent(visit -> notices.remember(site, visit, admissions.longest(visitor.room())));
    }

    private void count(Site site, Place place) {
        var admittedAt = Admissions.admission(place).admittedAt();
        metrics.redeemedCode(site, Duration.between(admittedAt, clock.instant()));
    }

    private static @Nullable Arrived seen(AdmissionAuthentication visitor) {
        return RequestContextHolder.currentRequestAttributes().getAttribute(ARRIVED, SCOPE_REQUEST)
                                instanceof Arrived arrived
                        && arrived.place.id().equals(visitor.place())
                ? arrived
                : null;
    }
}
