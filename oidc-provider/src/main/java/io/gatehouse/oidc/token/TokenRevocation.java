package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.Act;
import java.security.Principal;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenRevocationAuthenticationToken;

/**
 * A site gives its visitor's token back (RFC 7009): the visit is over, all tokens of the login are void, and
 * what becomes of the slot is as for a logout: the site ends the session of one login, and the visit may have
 * had others. A token that is unknown or void already changes nothing; one of another site is refused.
 */
public final class TokenRevocation implements AuthenticationProvider {

    private final StoredAuthorizations authorizations;
    private final Admissions admissions;

    TokenRevocation(StoredAuthorizations authorizations, Admissions admissions) {
        this.authorizations = authorizations;
        this.admissions = admissions;
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        var request = (OAuth2TokenRevocationAuthenticationToken) authentication;
        var authorization = authorizations.findByToken(request.getToken(), null);
        if (authorization != null) {
            if (!authorization.getRegisteredClientId().equals(clientId(request))) {
                throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
            }
            // The visit first: if the store goes away between the two, the site asks again with a token that
            // is still good.
            if (authorization.getAttribute(Principal.class.getName()) instanceof AdmissionAuthentication holder) {
                admissions.apply(holder, Act.COMPLETE);
            }
            authorizations.revoke(TokenFamilies.name(authorization));
        }
        return request;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return OAuth2TokenRevocationAuthenticationToken.class.isAssignableFrom(authentication);
    }

    /** The id of the client that asks; Spring's filter rejects clients without authentication. */
    static String clientId(Authentication request) {
        if (request.getPrincipal() instanceof OAuth2ClientAuthenticationToken client
                && client.isAuthenticated()
                && client.getRegisteredClient() != null) {
            return client.getRegisteredClient().getId();
        }
        throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
    }
}
