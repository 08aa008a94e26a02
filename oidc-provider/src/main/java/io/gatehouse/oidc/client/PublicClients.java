package io.gatehouse.oidc.client;

import static org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames.CLIENT_ASSERTION;
import static org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames.CLIENT_ID;
import static org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames.CLIENT_SECRET;
import static org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames.GRANT_TYPE;

import io.gatehouse.oidc.http.Parameters;
import io.gatehouse.oidc.http.Paths;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/**
 * Public sites that name themselves and prove nothing: those of devices (RFC 8628 section 3.1), and any that
 * gives a token back (RFC 7009 section 5). Spring knows public clients only where they bring a PKCE verifier.
 */
public final class PublicClients implements AuthenticationProvider {

    private static final String PARAMETER = PublicClients.class.getName();

    private final RegisteredClientRepository clients;

    public PublicClients(RegisteredClientRepository clients) {
        this.clients = clients;
    }

    /**
     * A client that names itself and shows no secret: with a code, as Spring takes it, but also without the
     * verifier, so that what is wrong then is the grant (RFC 7636 section 4.6); and where a public client
     * need not prove anything. Null for all others, who are Spring's. Each parameter is known to come from
     * the form, and once, since the form filter has seen to that: what stands in a query cannot decide what
     * the form is taken for.
     */
    public static @Nullable Authentication named(HttpServletRequest http) {
        var clientId = http.getParameter(CLIENT_ID);
        if (clientId == null
                || clientId.isBlank()
                || http.getParameter(CLIENT_SECRET) != null
                || http.getParameter(CLIENT_ASSERTION) != null
                || http.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            return null;
        }
        if (asksForTokens(http, AuthorizationGrantType.AUTHORIZATION_CODE)) {
            return new OAuth2ClientAuthenticationToken(
                    clientId, ClientAuthenticationMethod.NONE, null, Parameters.ofForm(http));
        }
        return needsNoProof(http)
                ? new OAuth2ClientAuthenticationToken(
                        clientId, ClientAuthenticationMethod.NONE, null, Map.of(PARAMETER, true))
                : null;
    }

    private static boolean needsNoProof(HttpServletRequest http) {
        return http.getServletPath().equals(Paths.PUSHED)
                || http.getServletPath().equals(Paths.DEVICE_AUTHORIZATION)
                || http.getServletPath().equals(Paths.REVOCATION)
                || asksForTokens(http, AuthorizationGrantType.DEVICE_CODE);
    }

    private static boolean asksForTokens(HttpServletRequest http, AuthorizationGrantType grant) {
        return http.getServletPath().equals(Paths.TOKEN) && grant.getValue().equals(http.getParameter(GRANT_TYPE));
    }

    @Override
    public @Nullable Authentication authenticate(Authentication authentication) {
        var named = (OAuth2ClientAuthenticationToken) authentication;
        if (!named.getAdditionalParameters().containsKey(PARAMETER)) {
            return null;
        }
        return Optional.ofNullable(clients.findByClientId(String.valueOf(named.getPrincipal())))
                .filter(client -> client.getClientAuthenticationMethods().contains(ClientAuthenticationMethod.NONE))
                .map(client -> new OAuth2ClientAuthenticationToken(client, ClientAuthenticationMethod.NONE, null))
                .orElse(null);
    }

    @Override
    public boolean supports(Class<?> type) {
        return OAuth2ClientAuthenticationToken.class.isAssignableFrom(type);
    }
}
