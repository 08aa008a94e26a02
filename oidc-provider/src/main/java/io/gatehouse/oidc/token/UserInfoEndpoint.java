package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.room.Place;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthentication;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** Userinfo (OpenID Connect Core section 5.3), also under the name that the AWS waiting room's adapter had. */
@RestController
class UserInfoEndpoint {

    private final Sites sites;

    UserInfoEndpoint(Sites sites) {
        this.sites = sites;
    }

    @RequestMapping(
            path = {Paths.USERINFO, Paths.USERINFO_OF_AWS},
            method = {RequestMethod.GET, RequestMethod.POST})
    ResponseEntity<Map<String, Object>> userInfo(BearerTokenAuthentication token) {
        var holder = (AdmissionAuthentication) token.getTokenAttributes().get(AdmissionAuthentication.class.getName());
        var place = (Place) token.getTokenAttributes().get(Place.class.getName());
        var site = sites.byClientId(String.valueOf(token.getTokenAttributes().get(AccessTokens.CLIENT)));
        return holder == null || place == null || site.isEmpty()
                ? ResponseEntity.status(403).build()
                : ok(site.get(), place, holder, token);
    }

    private static ResponseEntity<Map<String, Object>> ok(
            Site site, Place place, AdmissionAuthentication holder, BearerTokenAuthentication token) {
        var scopes = token.getAuthorities().stream()
                .map(authority -> String.valueOf(authority.getAuthority()).replace("SCOPE_", ""))
                .collect(Collectors.toSet());
        var asked = token.getTokenAttributes().get(AccessTokens.CLAIMS) instanceof RequestedClaims claims
                ? claims
                : RequestedClaims.NONE;
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(AdmissionClaims.about(site, place, holder.getName(), scopes, asked.userinfo()));
    }
}
