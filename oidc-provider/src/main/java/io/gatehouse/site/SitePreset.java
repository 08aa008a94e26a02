package io.gatehouse.site;

import static io.gatehouse.site.SitePreset.Trait.ALWAYS_PROMPTS;
import static io.gatehouse.site.SitePreset.Trait.BROKER;
import static io.gatehouse.site.SitePreset.Trait.FIXED_LIMIT;
import static io.gatehouse.site.SitePreset.Trait.LOGIN_IN_SESSION;
import static io.gatehouse.site.SitePreset.Trait.NEEDS_EMAIL;
import static io.gatehouse.site.SitePreset.Trait.NEEDS_JWT;
import static io.gatehouse.site.SitePreset.Trait.NEEDS_SECRET;
import static io.gatehouse.site.SitePreset.Trait.NEVER_REFRESHES;
import static io.gatehouse.site.SitePreset.Trait.NO_PKCE;
import static io.gatehouse.site.SitePreset.Trait.READS_ID_TOKEN;
import static io.gatehouse.site.SitePreset.Trait.READS_ID_TOKEN_ONLY;
import static io.gatehouse.site.SitePreset.Trait.RS256_ONLY;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.gatehouse.room.Rate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The properties of each kind of relying party: how long it waits for its visitor to come back, how visitors
 * enter it anew, what it needs and what it cannot do. A test keeps the table in docs/sites/README.md equal.
 *
 * <p>The limit is the relying party's own default; two minutes and forty seconds if it is not published, a
 * day if there is none. {@link Patience#of} derives the fresh limit, unless only less is known to be safe.
 */
public enum SitePreset {
    ALB(
            "AWS Application Load Balancer",
            Patience.of(ofMinutes(15)),
            FIXED_LIMIT,
            NO_PKCE,
            NEEDS_SECRET,
            ALWAYS_PROMPTS),
    COGNITO(
            "Amazon Cognito user pool",
            new Patience(ofMinutes(5), ofSeconds(200)),
            BROKER,
            FIXED_LIMIT,
            NO_PKCE,
            NEEDS_SECRET,
            NEVER_REFRESHES),
    KEYCLOAK("Keycloak as a broker", Patience.of(ofMinutes(30)), BROKER, NEEDS_EMAIL, NEVER_REFRESHES),
    WORDPRESS("WordPress with OpenID Connect Generic", Patience.of(ofMinutes(3)), NO_PKCE, NEEDS_SECRET, NEEDS_EMAIL),
    MOD_AUTH_OPENIDC("Apache with mod_auth_openidc", Patience.of(ofMinutes(5))),
    OAUTH2_PROXY("oauth2-proxy", Patience.of(ofMinutes(15)), NEEDS_EMAIL),
    LUA_RESTY_OPENIDC("nginx or OpenResty with lua-resty-openidc", new Patience(ofMinutes(15), ofMinutes(10))),
    NGINX("NGINX Plus with the njs reference implementation", Patience.of(ofSeconds(90)), READS_ID_TOKEN),
    NGINX_PLUS("NGINX Plus with auth_oidc", Patience.UNPUBLISHED, READS_ID_TOKEN),
    ENVOY("Envoy's oauth2 filter", Patience.of(ofMinutes(10)), NEEDS_SECRET, READS_ID_TOKEN),
    TRAEFIK_OIDC_AUTH("Traefik with traefik-oidc-auth", new Patience(ofHours(24), ofMinutes(15)), READS_ID_TOKEN),
    TRAEFIKOIDC("Traefik with traefikoidc", new Patience(ofHours(24), ofMinutes(10)), READS_ID_TOKEN_ONLY),
    TRAEFIK_FORWARD_AUTH(
            "Traefik with traefik-forward-auth",
            Patience.of(ofHours(1)),
            NO_PKCE,
            NEEDS_SECRET,
            NEEDS_EMAIL,
            READS_ID_TOKEN_ONLY,
            RS256_ONLY,
            NEVER_REFRESHES),
    KONG("Kong's openid-connect plugin", Patience.of(ofMinutes(10)), READS_ID_TOKEN),
    ISTIO("Istio with authservice", Patience.UNPUBLISHED, NEEDS_JWT, READS_ID_TOKEN),
    CLOUDFLARE(
            "Cloudflare Access",
            Patience.UNPUBLISHED,
            BROKER,
            NEEDS_SECRET,
            NEEDS_EMAIL,
            READS_ID_TOKEN_ONLY,
            NEVER_REFRESHES),
    AUTH0("Auth0 enterprise connection", Patience.UNPUBLISHED, BROKER, READS_ID_TOKEN, NEVER_REFRESHES),
    OKTA(
            "Okta identity provider",
            Patience.UNPUBLISHED,
            BROKER,
            NEEDS_SECRET,
            NEEDS_EMAIL,
            READS_ID_TOKEN_ONLY,
            NEVER_REFRESHES),
    ENTRA(
            "Microsoft Entra External ID",
            Patience.UNPUBLISHED,
            BROKER,
            NEEDS_SECRET,
            NEEDS_EMAIL,
            READS_ID_TOKEN,
            NEVER_REFRESHES),
    SPRING("Spring Security's OAuth2 client", Patience.of(ofMinutes(30)), RS256_ONLY, LOGIN_IN_SESSION),
    OPENID_CLIENT("Node with openid-client", Patience.UNPUBLISHED, RS256_ONLY),
    EXPRESS_OPENID_CONNECT(
            "Express with express-openid-connect",
            new Patience(ofHours(24), ofMinutes(10)),
            READS_ID_TOKEN,
            RS256_ONLY),
    PASSPORT_OPENIDCONNECT(
            "Express with passport-openidconnect",
            new Patience(ofHours(24), ofMinutes(10)),
            NO_PKCE,
            NEEDS_SECRET,
            READS_ID_TOKEN,
            NEVER_REFRESHES,
            LOGIN_IN_SESSION),
    GENERIC("any other relying party", Patience.UNPUBLISHED);

    enum Trait {
        /** It stands between the site and us: its redirect URI says nothing about the site behind it. */
        BROKER,
        /** Its limit is fixed. */
        FIXED_LIMIT,
        /** It cannot send a code challenge. */
        NO_PKCE,
        /** It is not set up without a secret. */
        NEEDS_SECRET,
        /** It turns away a visitor without an e-mail address, or asks them for one. */
        NEEDS_EMAIL,
        /** It does not ask userinfo for the claims that it needs. */
        READS_ID_TOKEN_ONLY,
        /** As shipped or set up, it does not ask userinfo, or its documents do not say; it works without claims. */
        READS_ID_TOKEN,
        /** It accepts only RS256, as it is shipped. */
        RS256_ONLY,
        /** It checks access tokens by itself. */
        NEEDS_JWT,
        /** It asks once and keeps a session of its own, so that a refused refresh would end nothing. */
        NEVER_REFRESHES,
        /** By its own guide it sends {@code prompt=login} with every login, without a reason in the visitor. */
        ALWAYS_PROMPTS,
        /** It keeps a login that it has begun in the visitor's session, which is to last as long as an admission. */
        LOGIN_IN_SESSION
    }

    /** Spring's default callback, which ends with the registration. */
    private static final Pattern SPRINGS_CALLBACK = Pattern.compile("(.*)/login/oauth2/code/([^/?]+)");

    private final String product;

    @SuppressWarnings("ImmutableEnumChecker") // it is a record of two durations
    private final Patience patience;

    @SuppressWarnings("ImmutableEnumChecker") // it is a copy that nothing changes
    private final Set<Trait> traits;

    SitePreset(String product, Patience patience, Trait... traits) {
        this.product = product;
        this.patience = patience;
        this.traits = Set.copyOf(List.of(traits));
    }

    /** Its name in the configuration and in docs/sites: {@code oauth2-proxy}. */
    public String label() {
        return this == MOD_AUTH_OPENIDC
                ? "mod_auth_openidc"
                : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name of the product for people. */
    public String product() {
        return product;
    }

    /** Whether its redirect URI says nothing about the site behind it, so that the entry has to be configured. */
    public boolean isBroker() {
        return has(BROKER);
    }

    /** Whether it turns away a visitor without an e-mail address. */
    public boolean needsEmail() {
        return has(NEEDS_EMAIL);
    }

    /** Whether it gets its claims in the ID token, unless configured otherwise; else only userinfo has them. */
    public boolean readsIdToken() {
        return has(READS_ID_TOKEN_ONLY) || has(READS_ID_TOKEN);
    }

    /** The time that it keeps a login, and the time that a login counts as fresh. */
    Patience patience() {
        return patience;
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /**
     * The default template for entering it anew, see {@link Site#entry}; empty for brokers. Spring begins a
     * login at an address of its own and still knows the page that the visitor wanted.
     */
    Optional<String> entry(String redirectUri) {
        var springs = SPRINGS_CALLBACK.matcher(redirectUri);
        if (this == SPRING && springs.matches()) {
            return Optional.of(springs.group(1) + "/oauth2/authorization/" + springs.group(2));
        }
        if (this == MOD_AUTH_OPENIDC) { // OpenID Connect Core section 4
            return Optional.of("{redirect_uri}?iss={iss}&target_link_uri={target}");
        }
        return isBroker() ? Optional.empty() : Optional.of("{redirect_origin}/");
    }

    /** The maximum rate of visitors; empty when unknown. Cognito's is its quota of federated sign-ins. */
    Optional<Rate> ceiling() {
        return this == COGNITO ? Optional.of(new Rate(25, ofSeconds(1))) : Optional.empty();
    }

    @Override
    public String toString() {
        return label();
    }
}
