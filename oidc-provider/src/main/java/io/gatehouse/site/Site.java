package io.gatehouse.site;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.SitesProperties.AccessToken;
import io.gatehouse.site.SitesProperties.Algorithm;
import io.gatehouse.site.SitesProperties.SiteProperties;
import io.gatehouse.site.SitesProperties.SlotAfterLogout;
import io.gatehouse.site.SitesProperties.Use;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

    /** The address that the check of a site expects to be refused: no site can have it (RFC 2606 section 2). */
    public static final String NOT_A_REDIRECT_URI = "https://check-site.invalid/callback";

    private static final Pattern LOOPBACK =
            Pattern.compile("(http://(?:127\\.0\\.0\\.1|\\[::1]))(?::([0-9]{1,5}))?((?:[/?].*)?)");

    private static final int LAST_PORT = 65_535;

    /** A site that asks again within this time learns of a visit's end soon enough. */
    private static final Duration SOON = Duration.ofMinutes(15);

    /** The kind of relying party. */
    public SitePreset preset() {
        return settings.preset();
    }

    /** Its redirect URIs, one at least, as configured. */
    public List<String> redirectUris() {
        return settings.redirectUris();
    }

    /** Its deep links by key. */
    public Map<String, String> entries() {
        return settings.entries();
    }

    /** The pages that may follow a logout, as configured, without those that are no address of the web. */
    public List<String> goodbyes() {
        return settings.postLogoutRedirectUris().stream()
                .filter(uri -> uri.startsWith("http"))
                .toList();
    }

    /** Its secret, for code that acts in its place; never printed. Empty if the site is public. */
    public Optional<String> secret() {
        return Optional.ofNullable(settings.secret());
    }

    /** The address at which an admitted visitor logs in anew; empty when it is not known. */
    public Optional<String> entryUrl(Issuer issuer) {
        return new EntryUrls(issuer).entry(this, Optional.empty());
    }

    /** The time that the site keeps a login that it has begun. */
    public Duration loginStateTtl() {
        return patience.limit();
    }

    /** Whether the ID token has the claims of the scopes, too. */
    public boolean hasClaimsInIdToken() {
        var configured = settings.claimsInIdToken();
        return configured == null ? preset().readsIdToken() : configured;
    }

    /**
     * Whether a visitor who is inside sees a page when the site wants a fresh login. A site whose fresh limit
     * is zero forgets its request before a visitor can press a button: there the page is left out.
     */
    public boolean reauthenticates() {
        var configured = settings.reauthenticate();
        return (configured == null ? !preset().has(SitePreset.Trait.ALWAYS_PROMPTS) : configured)
                && !freshLimit().isZero();
    }

    /** The signature of its ID tokens, by its name of RFC 7518 section 3.1. */
    public String idTokenAlgorithm() {
        return (isFapi() ? Algorithm.ES256 : settings.idTokenAlgorithm()).name();
    }

    /**
     * Whether an ended visit with tokens of this site keeps its slot until they expire: a visitor with such
     * tokens may still be inside, if the site is not told of the end. No product asks by itself, so the rule
     * is the same for all presets, unless the configuration says otherwise.
     */
    public boolean keepsSlot() {
        var configured = settings.slotAfterLogout();
        return configured == null ? !hearsOfTheEnd() : configured == SlotAfterLogout.KEPT;
    }

    private boolean hearsOfTheEnd() {
        return settings.backchannelLogoutUri() != null
                || settings.refresh() && settings.accessTokenTtl().compareTo(SOON) <= 0;
    }

    /** The maximum age at which a parked request is answered directly. */
    public Duration freshLimit() {
        return patience.fresh();
    }

    /** Whether holders of our keys can check its access tokens (RFC 9068). */
    public boolean hasJwtAccessTokens() {
        var configured = settings.accessToken();
        return configured == null ? preset().has(SitePreset.Trait.NEEDS_JWT) : configured == AccessToken.JWT;
    }

    /**
     * Whether a redirect URI is one of the site's, byte for byte (RFC 9700 section 4.1.3). An app on the
     * visitor's machine may use any port (RFC 8252 section 7.3). Apps have no secret, or have registered.
     */
    public boolean hasRedirectUri(String uri) {
        var isApp = isPublic() || isRegistered();
        var asked = withoutPort(uri);
        return redirectUris().contains(uri)
                || isApp
                        && asked.isPresent()
                        && redirectUris().stream().map(Site::withoutPort).anyMatch(asked::equals);
    }

    /** A redirect URI on a loopback address, which is no name, and a port that there is; empty for any other. */
    private static Optional<String> withoutPort(String uri) {
        var loopback = LOOPBACK.matcher(uri);
        return loopback.matches() && isPort(loopback.group(2))
                ? Optional.of(loopback.group(1) + loopback.group(3))
                : Optional.empty();
    }

    private static boolean isPort(@Nullable String digits) {
        return digits == null || Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= LAST_PORT;
    }

    /** Whether the site has registered itself. */
    public boolean isRegistered() {
        return Sites.Registered.isOne(name);
    }

    /** The name for visitors. A registered site has the host, or else the scheme, of its redirect URI. */
    public String nameForVisitors() {
        var redirect = URI.create(redirectUris().get(0));
        return isRegistered() ? Optional.ofNullable(redirect.getHost()).orElse(redirect.getScheme()) : name;
    }

    /** Whether it proves who it is by a signature (OpenID Connect Core section 9, private_key_jwt). */
    public boolean hasKeys() {
        return settings.jwk() != null || settings.jwksUri() != null;
    }

    /** Whether it has neither a secret nor a key. */
    public boolean isPublic() {
        return settings.isPublic();
    }

    /**
     * Whether it keeps to the FAPI 2.0 Security Profile. Then it must push its requests, use PKCE, and prove
     * that it holds the key of its tokens; its other settings do not change that.
     */
    public boolean isFapi() {
        return settings.fapi();
    }

    /** Whether its authorization requests may be pushed (RFC 9126). */
    public boolean pushesRequests() {
        return mustPushRequests() || settings.pushedRequests() != Use.OFF;
    }

    /** Whether its authorization requests must be pushed. */
    public boolean mustPushRequests() {
        return isFapi() || settings.pushedRequests() == Use.REQUIRED;
    }

    /** Whether its tokens may be bound to a key of its own (DPoP, RFC 9449). */
    public boolean provesPossession() {
        return mustProvePossession() || settings.dpop() != Use.OFF;
    }

    /** Whether its tokens must be bound to a key of its own. */
    public boolean mustProvePossession() {
        return isFapi() || settings.dpop() == Use.REQUIRED;
    }

    /** Whether it must send a code challenge. */
    public boolean needsPkce() {
        return isPublic() || isFapi() || settings.requirePkce();
    }

    @Override
    public String toString() {
        return "Site[" + name + "]";
    }
}
