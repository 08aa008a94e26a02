package io.gatehouse.oidc;

import io.gatehouse.oidc.SitesProperties.AccessToken;
import io.gatehouse.oidc.SitesProperties.SiteProperties;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A site that sends visitors: an OpenID Connect client, checked and with its preset filled in.
 *
 * @param name its name in the configuration
 * @param clientId its {@code client_id}
 * @param room the room that its visitors wait in
 * @param patience how long it waits for its visitor to come back
 * @param entry the template of its entry URL
 * @param allowedTargets under which addresses a deep link may lead
 * @param ceiling how fast it can take visitors
 * @param settings all else, as configured
 */
public record Site(
        String name,
        String clientId,
        RoomId room,
        Patience patience,
        Optional<String> entry,
        List<URI> allowedTargets,
        Optional<Rate> ceiling,
        SiteProperties settings) {

    /** What kind of relying party it is. */
    public SitePreset preset() {
        return settings.preset();
    }

    /** How old a parked request may be to be answered directly. */
    Duration freshLimit() {
        return patience.fresh();
    }

    /** Whether its access tokens can be checked by whoever has our keys (RFC 9068). */
    boolean hasJwtAccessTokens() {
        var configured = settings.accessToken();
        return configured == null ? preset().has(SitePreset.Trait.NEEDS_JWT) : configured == AccessToken.JWT;
    }

    /** Whether a redirect URI is one of the site's, byte for byte (RFC 9700 section 4.1.3). */
    boolean hasRedirectUri(String uri) {
        return settings.redirectUris().contains(uri);
    }

    /** Whether the site has a secret. */
    boolean isPublic() {
        return settings.isPublic();
    }

    boolean needsPkce() {
        return isPublic() || settings.requirePkce();
    }

    @Override
    public String toString() {
        return "Site[" + name + "]";
    }
}
