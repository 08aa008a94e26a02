package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.Act;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import java.security.Principal;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenRevocationAuthenticationToken;

/**
 * A site gives its visitor's token back (RFC 7009): the visit is over, all tokens of the login are void, and the slot goes
 * to the next in line. So it does not where the visitor may have done it, who has the tokens of a public site; nor where
 * another site of the room may have tokens and would not hear of the end: then it is as for a logout. A token that is
 * unknown or void already changes nothing; one of another site is refused.
 */
final class TokenRevocation implements AuthenticationProvider {

    private final StoredAuthorizations authorizations;
    private final Admissions admissions;
    private final Sites sites;

    TokenRevocation(StoredAuthorizations authorizations, Admissions admissions, Sites sites) {
        this.authorizations = authorizations;
        this.admissions = admissions;
        this.sites = sites;
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        var request = (OAuth2TokenRevocationAuthenticationToken) authentication;
        var authorization = authorizations.findByToken(request.getToken(), null);
        if (authorization != null) {
            if (!authorization.getRegisteredClientId().equals(clientId(request))) {
                throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
            }
            // The visit first: if the store goes away between the two, the site asks again with a token that is still
            // good.
            if (authorization.getAttribute(Principal.class.getName()) instanceof AdmissionAuthentication holder) {
                admissions.apply(
                        holder, isOnItsWord(authorization.getRegisteredClientId()) ? Act.GIVE_BACK : Act.COMPLETE);
            }
            authorizations.revoke(TokenFamilies.name(authorization));
        }
        return request;
    }

    private boolean isOnItsWord(String clientId) {
        return sites.byClientId(clientId)
                .filter(site -> !site.isPublic())
                .filter(site -> sites.besides(site).noneMatch(Site::keepsSlot))
                .isPresent();
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return OAuth2TokenRevocationAuthenticationToken.class.isAssignableFrom(authentication);
    }

    /** The id of the client that asks; Spring's filter lets nobody through that has not said who it is. */
    static String clientId(Authentication request) {
        if (request.getPrincipal() instanceof OAuth2ClientAuthenticationToken client
                && client.isAuthenticated()
                && client.getRegisteredClient() != null) {
            return client.getRegisteredClient().getId();
        }
        throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
    }
}
