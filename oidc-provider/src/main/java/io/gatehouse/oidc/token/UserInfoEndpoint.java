package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.room.Place;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import java.util.Map;
import java.util.Optional;
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
    private final Admissions admissions;
    private final SiteRefusals refusals;

    UserInfoEndpoint(Sites sites, Admissions admissions, SiteRefusals refusals) {
        this.sites = sites;
        this.admissions = admissions;
        this.refusals = refusals;
    }

    @RequestMapping(
            path = {Paths.USERINFO, Paths.USERINFO_OF_AWS},
            method = {RequestMethod.GET, RequestMethod.POST})
    ResponseEntity<Map<String, Object>> userInfo(BearerTokenAuthentication token) {
        var holder = (AdmissionAuthentication) token.getTokenAttributes().get(AdmissionAuthentication.class.getName());
        var site = sites.byClientId(String.valueOf(token.getTokenAttributes().get(AccessTokens.CLIENT)));
        if (holder == null || site.isEmpty()) {
            return ResponseEntity.status(403).build();
        }
        return admissions
                .admitted(holder)
                .map(place -> ok(site.get(), place, holder, token))
                .orElseGet(() -> ended(site.get()));
    }

    private ResponseEntity<Map<String, Object>> ended(Site site) {
        refusals.count(SiteRefusals.Reason.TOKEN, Optional.of(site.clientId()), "");
        return ResponseEntity.status(401)
                .header("WWW-Authenticate", "Bearer error=\"invalid_token\"")
                .build();
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
