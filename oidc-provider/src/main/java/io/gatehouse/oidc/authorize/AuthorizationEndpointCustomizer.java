package io.gatehouse.oidc.authorize;

import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.dpop.DpopProofs;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.oidc.token.TokenGenerators;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2PushedAuthorizationRequestEndpointConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.web.OAuth2AuthorizationEndpointFilter;
import org.springframework.security.web.authentication.AuthenticationConverter;

/**
 * Puts the waiting room into Spring's authorization endpoint, which believes the request that our filters
 * have read and checked; our own classes write the answers.
 */
public final class AuthorizationEndpointCustomizer {

    private static final Authentication ANONYMOUS =
            new AnonymousAuthenticationToken("nobody", "nobody", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
    private static final List<String> PARAMETERS =
            List.of("nonce", "code_challenge", "code_challenge_method", "prompt", "acr_values", "dpop_jkt");

    private final TokenGenerators tokens;
    private final AuthorizationResponses responses;
    private final ParkedRequests parked;
    private final PushedRequests pushed;
    private final PushedRequestGrant pushing;
    private final SiteMetrics metrics;

    /** Makes the provider of pushed requests, which is no bean: Spring would ask it a second time. */
    AuthorizationEndpointCustomizer(
            TokenGenerators tokens,
            AuthorizationResponses responses,
            ParkedRequests parked,
            PushedRequests pushed,
            Sites sites,
            OwnJwts hints,
            DpopProofs proofs,
            SiteRefusals refusals,
            AddressLimits limits,
            SiteMetrics metrics,
            Clock clock) {
        this.pushed = pushed;
        this.pushing = new PushedRequestGrant(sites, pushed, hints, proofs, refusals, limits.parked(), clock);
        this.tokens = tokens;
        this.responses = responses;
        this.parked = parked;
        this.metrics = metrics;
    }

    public void endpoint(OAuth2AuthorizationEndpointConfigurer endpoint) {
        endpoint.authorizationRequestConverters(AuthorizationEndpointCustomizer::onlyWhatTheFilterHasChecked)
                .authenticationProviders(this::adapt)
                .authorizationResponseHandler(this::answer)
                .errorResponseHandler(this::refuse);
    }

    /** The endpoint where sites push their requests. */
    public OAuth2PushedAuthorizationRequestEndpointConfigurer pushed(
            OAuth2PushedAuthorizationRequestEndpointConfigurer endpoint) {
        return endpoint.pushedAuthorizationRequestConverters(converters -> {
                    converters.clear();
                    converters.add(PushedRequestGrant::request);
                })
                .authenticationProviders(providers -> {
                    providers.clear();
                    providers.add(pushing);
                })
                .pushedAuthorizationResponseHandler(pushing::answer);
    }

    /** Spring's own converters would take a request that has come past the filter. */
    private static void onlyWhatTheFilterHasChecked(List<AuthenticationConverter> converters) {
        converters.clear();
        converters.add(AuthorizationEndpointCustomizer::request);
    }

    /** The request that the filter has read and checked, as the token that Spring takes. */
    private static @Nullable Authentication request(HttpServletRequest http) {
        if (!(http.getAttribute(AuthorizationRequest.ATTRIBUTE) instanceof AuthorizationRequest request)) {
            return null;
        }
        var visitor = SecurityContextHolder.getContext().getAuthentication();
        var parameters = new HashMap<String, Object>();
        PARAMETERS.forEach(name -> request.parameter(name).ifPresent(value -> parameters.put(name, value)));
        parameters.putAll(request.claims().kept());
        return new OAuth2AuthorizationCodeRequestAuthenticationToken(
                Paths.AUTHORIZE,
                request.site().clientId(),
                visitor == null ? ANONYMOUS : visitor,
                request.redirectUri(),
                request.state().orElse(null),
                request.scopes(),
                parameters);
    }

    private void adapt(List<AuthenticationProvider> providers) {
        for (var provider : providers) {
            if (provider instanceof OAuth2AuthorizationCodeRequestAuthenticationProvider codes) {
                codes.setAuthorizationCodeGenerator(tokens::code);
                codes.setAuthenticationValidator(AuthorizationEndpointCustomizer::checkedAlready);
                codes.setAuthorizationConsentRequired(context -> false);
            }
        }
    }

    /** Client, redirect URI and scopes: {@link AuthorizationRequestFilter} has compared them byte for byte. */
    private static void checkedAlready(OAuth2AuthorizationCodeRequestAuthenticationContext context) {}

    private void answer(HttpServletRequest http, HttpServletResponse response, Authentication result)
            throws IOException {
        var request = AuthorizationRequest.of(http);
        var answered = (OAuth2AuthorizationCodeRequestAuthenticationToken) result;
        var code = answered.getAuthorizationCode();
        if (code == null || !(answered.getPrincipal() instanceof AdmissionAuthentication holder)) {
            throw new IllegalStateException("an answer without a code or a visitor");
        }
        if (!request.pushedAs().map(pushed::take).orElse(true)) {
            var before = new AuthorizationRequestRules.Refusal("invalid_request", "request_uri was answered before");
            responses.error(request, before, http, response);
            return;
        }
        parked.overtake(request.site(), holder.place(), response);
        metrics.issuedCode(request.site());
        responses.code(request, code.getTokenValue(), http, response);
    }

    private void refuse(HttpServletRequest http, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        var error = ((OAuth2AuthenticationException) failure).getError();
        var description = error.getDescription() == null ? "" : error.getDescription();
        responses.error(
                AuthorizationRequest.of(http),
                new AuthorizationRequestRules.Refusal(error.getErrorCode(), description),
                http,
                response);
    }

    /** Spring would open a session at each success and register it in this node's memory. */
    public static ObjectPostProcessor<OAuth2AuthorizationEndpointFilter> withoutSessions() {
        return new ObjectPostProcessor<>() {
            @Override
            public <O extends OAuth2AuthorizationEndpointFilter> O postProcess(O filter) {
                filter.setSessionAuthenticationStrategy((authentication, request, response) -> {});
                return filter;
            }
        };
    }
}
