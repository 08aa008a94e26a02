package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.dpop.DpopProofs;
import io.gatehouse.oidc.http.BearerChallenge;
import io.gatehouse.oidc.http.DpopScheme;
import io.gatehouse.room.Place;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthentication;
import org.springframework.web.filter.ServerHttpObservationFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Userinfo (OpenID Connect Core section 5.3), also under the name that the AWS waiting room's adapter had. It
 * is the end of the chain that has believed the token, as Spring's endpoints of the provider are; other
 * methods go on.
 */
public final class UserInfoFilter extends HttpFilter {

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
    private static final JsonMapper JSON = new JsonMapper();

    private final Sites sites;
    private final Admissions admissions;
    private final DpopProofs proofs;
    private final AdmissionClaims claims;
    private final BearerChallenge challenge = new BearerChallenge();

    public UserInfoFilter(Sites sites, Admissions admissions, DpopProofs proofs, AdmissionClaims claims) {
        this.proofs = proofs;
        this.sites = sites;
        this.admissions = admissions;
        this.claims = claims;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (METHODS.contains(request.getMethod())
                && SecurityContextHolder.getContext().getAuthentication() instanceof BearerTokenAuthentication token) {
            ServerHttpObservationFilter.findObservationContext(request)
                    .ifPresent(observed -> observed.setPathPattern(request.getServletPath()));
            if (isHeld(token, request, response)) {
                answer(token, request, response);
            }
        } else {
            chain.doFilter(request, response);
        }
    }

    /**
     * Whether the caller may use the token: a bearer token by its scheme, and one that is bound to a key by
     * its own, with a proof (RFC 9449 section 7). The caller has been told when not.
     */
    private boolean isHeld(BearerTokenAuthentication token, HttpServletRequest request, HttpServletResponse response) {
        var key = Optional.ofNullable(token.getTokenAttributes().get(AccessTokens.KEY));
        var isProved = DpopScheme.isIn(request);
        try {
            if (key.isEmpty() != isProved && key.equals(isProved ? proved(token, request) : Optional.empty())) {
                return true;
            }
            challenge.commence(request, response, DpopScheme.refusal(request, key.isPresent()));
        } catch (OAuth2AuthenticationException wrongProof) {
            challenge.commence(request, response, wrongProof);
        }
        return false;
    }

    private Optional<Object> proved(BearerTokenAuthentication token, HttpServletRequest request) {
        var text = Optional.of(token.getToken().getTokenValue());
        return proofs.key(request, request.getServletPath(), text).map(key -> key);
    }

    /** Asking is a use of the visit. */
    private void answer(BearerTokenAuthentication token, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var holder = (AdmissionAuthentication) token.getTokenAttributes().get(AdmissionAuthentication.class.getName());
        var place = (Place) token.getTokenAttributes().get(Place.class.getName());
        var site = sites.byClientId(String.valueOf(token.getTokenAttributes().get(AccessTokens.CLIENT)));
        if (holder == null || place == null || site.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            return;
        }
        var used = admissions.use(holder.room(), place);
        if (used.isEmpty()) {
            var over = BearerTokenErrors.invalidToken("the visit of this token is over");
            challenge.commence(request, response, new OAuth2AuthenticationException(over));
            return;
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        var document = JSON.writeValueAsBytes(about(site.get(), used.get(), holder, token));
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }

    private Map<String, Object> about(
            Site site, Place place, AdmissionAuthentication holder, BearerTokenAuthentication token) {
        var scopes = token.getAuthorities().stream()
                .map(authority -> String.valueOf(authority.getAuthority()).replace("SCOPE_", ""))
                .collect(Collectors.toSet());
        var asked = token.getTokenAttributes().get(AccessTokens.CLAIMS) instanceof RequestedClaims requested
                ? requested
                : RequestedClaims.NONE;
        return claims.about(site, place, holder.getName(), scopes, asked.userinfo());
    }
}
