package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.AddressLimit;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.client.SiteRefusals.Reason;
import io.gatehouse.oidc.dpop.DpopProofs;
import io.gatehouse.oidc.http.Parameters;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.http.TooManyRequests;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2PushedAuthorizationRequestAuthenticationToken;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code POST /par} (RFC 9126 section 2): a site brings an authorization request by itself, says who it is,
 * and hears at once what is wrong. The rules are those of {@code /authorize}. The request takes no place in
 * line; that begins when the visitor's browser comes with its name.
 */
final class PushedRequestGrant implements AuthenticationProvider {

    /** Parameters that identify the client, and are no part of the request. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of("client_id", "client_secret", "client_assertion", "client_assertion_type");

    private final Sites sites;
    private final PushedRequests pushed;
    private final OwnJwts hints;
    private final DpopProofs proofs;
    private final SiteRefusals refusals;
    private final AddressLimit limit;
    private final Clock clock;
    private final JsonMapper json = JsonMapper.shared();

    PushedRequestGrant(
            Sites sites,
            PushedRequests pushed,
            OwnJwts hints,
            DpopProofs proofs,
            SiteRefusals refusals,
            AddressLimit limit,
            Clock clock) {
        this.proofs = proofs;
        this.sites = sites;
        this.pushed = pushed;
        this.hints = hints;
        this.refusals = refusals;
        this.limit = limit;
        this.clock = clock;
    }

    /** The form as Spring carries it. The form filter sees to it that each parameter comes once and has a value. */
    static Authentication request(HttpServletRequest http) {
        var client = Objects.requireNonNull(SecurityContextHolder.getContext().getAuthentication());
        return new OAuth2PushedAuthorizationRequestAuthenticationToken(
                Paths.PUSHED, client.getName(), client, null, null, null, Parameters.ofForm(http));
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        var call = (OAuth2PushedAuthorizationRequestAuthenticationToken) authentication;
        var client = (OAuth2ClientAuthenticationToken) call.getPrincipal();
        var site = site(client);
        var parameters = new LinkedHashMap<String, String>();
        call.getAdditionalParameters().forEach((name, value) -> parameters.put(name, String.valueOf(value)));
        if (!parameters.getOrDefault("client_id", site.clientId()).equals(site.clientId())) {
            throw refused(OAuth2ErrorCodes.INVALID_REQUEST, "client_id is not that of the client that calls");
        }
        parameters.keySet().removeAll(OF_THE_CLIENT);
        if (client.getClientAuthenticationMethod().equals(ClientAuthenticationMethod.NONE)) {
            // Any caller can name a public client, and each request costs the store something.
            var length = parameters.values().stream().mapToInt(String::length).sum();
            TooManyRequests.beyond(limit, call, length);
        }
        check(site, parameters);
        bind(site, parameters);
        return new OAuth2PushedAuthorizationRequestAuthenticationToken(
                Paths.PUSHED,
                site.clientId(),
                client,
                pushed.push(site, parameters),
                clock.instant().plus(PushedRequests.LIFETIME),
                parameters.get("redirect_uri"),
                null,
                null);
    }

    @Override
    public boolean supports(Class<?> type) {
        return OAuth2PushedAuthorizationRequestAuthenticationToken.class.isAssignableFrom(type);
    }

    /** The answer, 201 (RFC 9126 section 2.2). */
    void answer(HttpServletRequest http, HttpServletResponse response, Authentication answered) throws IOException {
        var requestUri = ((OAuth2PushedAuthorizationRequestAuthenticationToken) answered).getRequestUri();
        var body = new LinkedHashMap<String, Object>();
        body.put("request_uri", requestUri);
        body.put("expires_in", PushedRequests.LIFETIME.toSeconds());
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        response.getOutputStream().write(json.writeValueAsString(body).getBytes(UTF_8));
    }

    private Site site(OAuth2ClientAuthenticationToken client) {
        return Optional.ofNullable(client.getRegisteredClient())
                .flatMap(registered -> sites.byClientId(registered.getClientId()))
                .filter(Site::pushesRequests)
                .orElseThrow(
                        () -> refused(OAuth2ErrorCodes.UNAUTHORIZED_CLIENT, "pushed-requests is off for this client"));
    }

    private void check(Site site, Map<String, String> parameters) {
        var redirectUri = parameters.getOrDefault("redirect_uri", "");
        if (!site.hasRedirectUri(redirectUri)) {
            refusals.count(Reason.UNKNOWN_REDIRECT_URI, Optional.of(site.clientId()), redirectUri);
            throw refused(OAuth2ErrorCodes.INVALID_REQUEST, "redirect_uri is not registered for this client");
        }
        var sent = MultiValueMap.fromSingleValue(parameters);
        var request = new AuthorizationRequest(site, redirectUri, sent, Optional.empty());
        AuthorizationRequestRules.refusal(request, hints).ifPresent(refusal -> {
            throw refused(refusal.code(), refusal.description());
        });
    }

    /** A proof beside a pushed request binds its code to the key (RFC 9449 section 10.1). */
    private void bind(Site site, Map<String, String> parameters) {
        if (site.provesPossession()) {
            proofs.keyOfForm(Paths.PUSHED).ifPresent(key -> {
                var named = parameters.putIfAbsent("dpop_jkt", key);
                if (named != null && !named.equals(key)) {
                    throw DpopProofs.refused("dpop_jkt is not the key of the proof");
                }
            });
        }
    }

    private static OAuth2AuthenticationException refused(String code, String description) {
        return new OAuth2AuthenticationException(new OAuth2Error(code, description, null));
    }
}
