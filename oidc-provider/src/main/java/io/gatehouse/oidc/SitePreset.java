package io.gatehouse.oidc;

import java.time.Duration;
import java.util.Optional;

/**
 * What is known of each kind of relying party: how long it waits for its visitor to come back, how it is entered anew,
 * what it cannot do. Where each figure comes from stands in docs/sites.
 */
public enum SitePreset {
    /** AWS Application Load Balancer: fixed limit of 15 minutes. */
    ALB(Duration.ofMinutes(15), Traits.NO_PKCE, null),
    /** Amazon Cognito user pool: fixed limit of 5 minutes, a broker, 25 sign-ins a second. */
    COGNITO(Duration.ofMinutes(5), Traits.BROKER_WITHOUT_PKCE, null),
    /** Keycloak as a broker: its realm's login timeout. */
    KEYCLOAK(Duration.ofMinutes(30), Traits.BROKER, null),
    /** The WordPress plugin OpenID Connect Generic. */
    WORDPRESS(Duration.ofMinutes(3), Traits.NO_PKCE, null),
    /** Apache: its redirect URI starts a login to any of its pages (OpenID Connect Core section 4). */
    MOD_AUTH_OPENIDC(Duration.ofMinutes(5), Traits.PLAIN, "{redirect_uri}?iss={iss}&target_link_uri={target}"),
    /** oauth2-proxy: its CSRF cookie's life. */
    OAUTH2_PROXY(Duration.ofMinutes(15), Traits.PLAIN, null),
    /** Envoy's oauth2 filter: always PKCE. */
    ENVOY(Duration.ofMinutes(10), Traits.PLAIN, null),
    /** Kong's openid-connect plugin. */
    KONG(Duration.ofMinutes(10), Traits.PLAIN, null),
    /** NGINX Plus: its verifier store keeps 90 seconds. */
    NGINX(Duration.ofSeconds(90), Traits.PLAIN, null),
    /** Spring Security's OAuth2 client: its HTTP session. */
    SPRING(Duration.ofMinutes(30), Traits.PLAIN, null),
    /** Cloudflare Access: a broker whose limit is not published. */
    CLOUDFLARE(Duration.ofSeconds(160), Traits.BROKER, null),
    /** Any other relying party: two minutes are taken for safe. */
    GENERIC(Duration.ofSeconds(160), Traits.PLAIN, null);

    private enum Traits {
        PLAIN,
        NO_PKCE,
        BROKER,
        BROKER_WITHOUT_PKCE
    }

    private final Duration loginStateTtl;
    private final Traits traits;
    private final Optional<String> entry;

    SitePreset(Duration loginStateTtl, Traits traits, @org.jspecify.annotations.Nullable String entry) {
        this.loginStateTtl = loginStateTtl;
        this.traits = traits;
        this.entry = Optional.ofNullable(entry);
    }

    /** How long the relying party keeps a login that it has begun. */
    Duration loginStateTtl() {
        return loginStateTtl;
    }

    /** Whether its redirect URI says nothing about the site behind it, so that the entry has to be configured. */
    boolean isBroker() {
        return traits == Traits.BROKER || traits == Traits.BROKER_WITHOUT_PKCE;
    }

    /** Whether it can send a code challenge at all. */
    boolean canDoPkce() {
        return traits == Traits.PLAIN || traits == Traits.BROKER;
    }

    /** How it is entered anew, unless configured otherwise: a template, see {@link Site#entry}. */
    Optional<String> entry() {
        return entry;
    }

    /** How many visitors a second it can take, in turns; 0 when it does not say. */
    long turnsPerSecond() {
        return this == COGNITO ? 25 : 0;
    }
}
