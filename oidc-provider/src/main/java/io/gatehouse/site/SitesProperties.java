package io.gatehouse.site;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The sites that send visitors here, and the API clients that work the panel's API.
 *
 * @param sites The sites, by name.
 * @param apiClients The API clients, by name, which is their client id.
 */
@ConfigurationProperties("gatehouse")
public record SitesProperties(
        @DefaultValue Map<String, SiteProperties> sites, @DefaultValue Map<String, ApiClientProperties> apiClients) {

    /** The form of an access token. */
    public enum AccessToken {
        OPAQUE,
        JWT
    }

    /** Whether a site uses something that it need not. */
    public enum Use {
        /** The site does not use it. */
        OFF,
        /** The site may use it. */
        ACCEPTED,
        /** The site must use it; a call without it is refused. */
        REQUIRED
    }

    /** The signature of an ID token. */
    public enum Algorithm {
        RS256,
        ES256
    }

    /** The fate of a visit's slot when its visitor logs out. */
    public enum SlotAfterLogout {
        /** The slot goes to the next visitor at once. */
        FREED,
        /** The slot is kept until the last token of the visit ends, which is when the admission would have ended. */
        KEPT;

        /** The word in the configuration: {@code freed}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One site.
     *
     * @param room The room that its visitors wait in.
     * @param preset What kind of relying party it is: fills in limits, entry and refusals.
     * @param clientId Its client id; its name if there is none.
     * @param secret Its client secret: 16 characters or more of A-Z a-z 0-9 - . _ ~, so that every way of
     *     encoding it agrees.
     * @param jwk The public key, or set of keys, by which it signs its calls (private_key_jwt), in place of a
     *     secret.
     * @param jwksUri Where it publishes those keys.
     * @param isPublic Whether it has no secret and must use PKCE.
     * @param redirectUris Its redirect URIs, compared byte for byte.
     * @param postLogoutRedirectUris Where a logout may lead, compared byte for byte.
     * @param backchannelLogoutUri Where it is told that a visit has ended (OpenID Connect Back-Channel
     *     Logout).
     * @param backchannelLogoutSessionRequired Whether logout tokens carry sid beside sub.
     * @param slotAfterLogout Whether a visit that is over gives its slot on at once (freed), or keeps it
     *     until its last token ends (kept); freed where the site hears of the end, by the back channel or a
     *     refused refresh.
     * @param entry Where an admitted visitor is sent to log in anew; may hold {redirect_origin},
     *     {redirect_uri}, {iss}, {target}.
     * @param initiateLoginUri Where a login is begun for it (OpenID Connect Core section 4), in place of an
     *     entry.
     * @param entries Deep links by key, for the request parameter entry.
     * @param allowedTargets Addresses under which target_link_uri may lead; those of the entry's origin if
     *     there are none.
     * @param loginStateTtl How long the site waits for its visitor to come back; the weakest link counts.
     * @param freshLimit How old a request may be to be answered directly; by preset, or 75 % of
     *     login-state-ttl if that is set.
     * @param reentry Whether older requests are answered by re-entry; false answers them all the same.
     * @param claims Whether synthetic e-mail and names are given, by scope.
     * @param claimsInIdToken Whether what scopes ask for stands in the ID token too; by preset.
     * @param reauthenticate Whether prompt=login and a max_age that has run out show the visitor a page with
     *     a button; by preset.
     * @param emailDomain The domain of the synthetic e-mail addresses.
     * @param idTokenAlgorithm The signature of its ID tokens.
     * @param accessToken How its access tokens are written; opaque, unless the preset needs a JWT.
     * @param accessTokenTtl How long its access and ID tokens last when it gets refresh tokens.
     * @param refresh Whether it gets refresh tokens.
     * @param device Whether its devices may log in by a code that a visitor enters (RFC 8628).
     * @param requirePkce Whether it must use PKCE.
     * @param pushedRequests Whether it pushes its authorization requests (RFC 9126): off, accepted, required.
     * @param dpop Whether its tokens are bound to a key of its own (DPoP, RFC 9449): off, accepted, required.
     * @param fapi Whether it keeps to the FAPI 2.0 Security Profile: a key in place of a secret, pushed
     *     requests, PKCE, DPoP, ES256, and nothing less.
     * @param iss Whether the response to an authorization request carries iss (RFC 9207).
     * @param maxAdmissionsPerSecond How many visitors a second it can take.
     */
    public record SiteProperties(
            @Nullable String room,
            @DefaultValue("generic") SitePreset preset,
            @Nullable String clientId,
            @Nullable String secret,
            @Nullable String jwk,
            @Nullable URI jwksUri,
            @DefaultValue("false") @Name("public") boolean isPublic,
            @DefaultValue List<String> redirectUris,
            @DefaultValue List<String> postLogoutRedirectUris,
            @Nullable String backchannelLogoutUri,
            @DefaultValue("true") boolean backchannelLogoutSessionRequired,
            @Nullable SlotAfterLogout slotAfterLogout,
            @Nullable String entry,
            @Nullable String initiateLoginUri,
            @DefaultValue Map<String, String> entries,
            @DefaultValue List<String> allowedTargets,
            @Nullable Duration loginStateTtl,
            @Nullable Duration freshLimit,
            @DefaultValue("true") boolean reentry,
            @DefaultValue("true") boolean claims,
            @Nullable Boolean claimsInIdToken,
            @Nullable Boolean reauthenticate,
            @DefaultValue("visitor.invalid") String emailDomain,
            @DefaultValue("RS256") Algorithm idTokenAlgorithm,
            @Nullable AccessToken accessToken,
            @DefaultValue("5m") Duration accessTokenTtl,
            @DefaultValue("false") boolean refresh,
            @DefaultValue("false") boolean device,
            @DefaultValue("false") boolean requirePkce,
            @DefaultValue("off") Use pushedRequests,
            @DefaultValue("off") Use dpop,
            @DefaultValue("false") boolean fapi,
            @DefaultValue("true") boolean iss,
            @Nullable Long maxAdmissionsPerSecond) {}

    /**
     * One API client.
     *
     * @param secret Its client secret, of the same form as a site's.
     * @param scopes What it may do: rooms.read, rooms.operate, rooms.write.
     */
    public record ApiClientProperties(@Nullable String secret, @DefaultValue("rooms.read") Set<String> scopes) {}
}
