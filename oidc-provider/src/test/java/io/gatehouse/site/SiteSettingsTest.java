package io.gatehouse.site;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.oidc.client.ClientSecrets;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.room.Lines;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.DurationStyle;

/** How a site's settings and its preset become a site, and what is refused. */
class SiteSettingsTest {

    /** A setting that is not there. */
    private static final String NONE = "none";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            room | '' | room
            room | elsewhere | room
            secret | '' | secret
            secret | fifteen-letters | secret
            secret | has spaces in its middle | secret
            jwk | {} | secret
            secret | has:a:colon:in:its:middle | secret
            redirect-uris | '' | redirect-uris
            redirect-uris | /callback | redirect-uris
            redirect-uris | javascript:alert(1) | redirect-uris
            redirect-uris | data:text/html,x | redirect-uris
            redirect-uris | https://shop.example/cb#x | redirect-uris
            redirect-uris | https://a@shop.example/cb | redirect-uris
            redirect-uris | https://SHOP.example/cb | redirect-uris
            redirect-uris | https:///cb | redirect-uris
            redirect-uris | https://shop.example/größe | redirect-uris
            redirect-uris | not a uri | redirect-uris
            post-logout-redirect-uris | javascript:alert(1) | post-logout-redirect-uris
            backchannel-logout-uri | /backchannel-logout | backchannel-logout-uri
            backchannel-logout-uri | https://shop.example/out#x | backchannel-logout-uri
            backchannel-logout-uri | https://a@shop.example/out | backchannel-logout-uri
            backchannel-logout-uri | http://shop.example/out | backchannel-logout-uri
            backchannel-logout-uri | http://localhost.evil.example/out | backchannel-logout-uri
            backchannel-logout-uri | ftp://shop.example/out | backchannel-logout-uri
            initiate-login-uri | http://shop.example/login | initiate-login-uri
            initiate-login-uri | http://localhost/login | initiate-login-uri
            entry | javascript:alert(1) | entry
            entry | /shop | entry
            entry | https://shop.example/☃ | entry
            post-logout-redirect-uris | https://shop.example/größe | post-logout-redirect-uris
            entries.drop42 | javascript:alert(1) | entries.drop42
            entries.a_b | https://shop.example/ | entries
            allowed-targets | shop.example | allowed-targets
            fresh-limit | 20m | fresh-limit
            fresh-limit | -1s | fresh-limit
            login-state-ttl | -1s | login-state-ttl
            client-id | two words | client-id
            client-id | a+b | client-id
            client-id | a%41b | client-id
            email-domain | a@b | email-domain
            access-token-ttl | 0s | access-token-ttl
            max-admissions-per-second | 0 | max-admissions-per-second
            """)
    void givenAWrongSetting_whenRead_thenItIsNamedInFull(String setting, String value, String named) {
        assertThatThrownBy(() -> site(Map.of(setting, value)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.sites.shop." + named + ": ")
                .hasMessageContaining("Example: gatehouse.sites.shop." + named + "=")
                .hasMessageNotContaining("in its middle");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            alb | require-pkce | true | alb cannot use PKCE
            wordpress | require-pkce | true | wordpress cannot use PKCE
            cognito | require-pkce | true | cognito cannot use PKCE
            passport-openidconnect | require-pkce | true | passport-openidconnect cannot use PKCE
            traefik-forward-auth | require-pkce | true | traefik-forward-auth cannot use PKCE
            alb | login-state-ttl | 10m | alb waits for PT15M, a fixed limit; was PT10M
            alb | login-state-ttl | 20m | alb waits for PT15M, a fixed limit; was PT20M
            cognito | login-state-ttl | 6m | cognito waits for PT5M, a fixed limit; was PT6M
            cloudflare | claims | false | cloudflare needs an e-mail address
            okta | claims | false | okta needs an e-mail address
            oauth2-proxy | claims | false | oauth2-proxy needs an e-mail address
            keycloak | claims | false | keycloak needs an e-mail address
            wordpress | claims | false | wordpress needs an e-mail address
            entra | claims | false | entra needs an e-mail address
            traefik-forward-auth | claims | false | traefik-forward-auth needs an e-mail address
            cloudflare | claims-in-id-token | false | cloudflare reads the ID token and does not ask userinfo
            okta | claims-in-id-token | false | okta reads the ID token and does not ask userinfo
            traefikoidc | claims-in-id-token | false | traefikoidc reads the ID token and does not ask userinfo
            spring | id-token-algorithm | ES256 | spring takes RS256 only
            openid-client | id-token-algorithm | ES256 | openid-client takes RS256 only
            express-openid-connect | id-token-algorithm | ES256 | express-openid-connect takes RS256 only
            traefik-forward-auth | id-token-algorithm | ES256 | traefik-forward-auth takes RS256 only
            istio | access-token | opaque | istio checks access tokens by itself
            cognito | refresh | true | cognito asks once and keeps a session of its own
            keycloak | refresh | true | keycloak asks once and keeps a session of its own
            traefik-forward-auth | refresh | true | traefik-forward-auth asks once
            passport-openidconnect | refresh | true | passport-openidconnect asks once
            """)
    void givenASettingThatMakesNoSenseForThePreset_whenRead_thenItIsRefusedWithTheReason(
            String preset, String setting, String value, String reason) {
        assertThatThrownBy(() -> site(Map.of("preset", preset, "entry", "https://shop.example/", setting, value)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.sites.shop." + setting + ": " + reason)
                .hasMessageContaining("Example: gatehouse.sites.shop." + setting + "=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alb", "cognito", "wordpress", "envoy", "cloudflare", "okta", "entra"})
    void givenAPresetThatNeedsASecret_whenTheSiteIsPublic_thenItIsRefused(String preset) {
        assertThatThrownBy(() -> site(Map.of("preset", preset, "entry", "https://shop.example/", "public", "true")))
                .hasMessageStartingWith("gatehouse.sites.shop.public: " + preset + " cannot be public: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cognito", "keycloak", "cloudflare", "auth0", "okta", "entra"})
    void givenABroker_whenItHasNoEntry_thenItIsRefusedWithTheReason(String preset) {
        assertThatThrownBy(() -> site(Map.of("preset", preset)))
                .hasMessageStartingWith("gatehouse.sites.shop.entry: " + preset + " must have it set")
                .hasMessageContaining("its redirect URI says nothing about the site behind it");
    }

    @Test
    void givenABrokerBehindSomethingLessPatient_whenRead_thenTheWeakestLinkCounts() {
        var site = site(Map.of("preset", "cognito", "entry", "https://shop.example/", "login-state-ttl", "3m"));

        assertThat(site.freshLimit()).isEqualTo(Duration.ofSeconds(135));
    }

    @Test
    void givenIstio_whenNothingIsSaidOfAccessTokens_thenTheyAreJwts() {
        assertThat(site(Map.of("preset", "istio")).hasJwtAccessTokens()).isTrue();
        assertThat(site(Map.of("preset", "kong")).hasJwtAccessTokens()).isFalse();
    }

    @Test
    void givenCognito_whenRead_thenItTakesTwentyFiveVisitorsASecond() {
        var site = site(Map.of("preset", "cognito", "entry", "https://shop.example/"));

        assertThat(site.ceiling().map(Object::toString)).contains("25/1s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redirect-uris", "post-logout-redirect-uris"})
    void givenAPublicSite_whenVisitorsWouldComeBackInPlainSight_thenItIsRefused(String setting) {
        var address = Map.of("public", "true", "secret", NONE, setting, "http://shop.example/callback");
        var atHome = Map.of("public", "true", "secret", NONE, setting, "http://127.0.0.1/callback");

        assertThatThrownBy(() -> site(address)).hasMessageStartingWith("gatehouse.sites.shop." + setting + ": must be");
        assertThat(site(atHome).isPublic()).isTrue();
    }

    @Test
    void givenASiteWithASecret_whenVisitorsComeBackByPlainHttp_thenItMay() {
        assertThat(site(Map.of("redirect-uris", "http://shop.example/callback")).redirectUris())
                .containsExactly("http://shop.example/callback");
    }

    @Test
    void givenAPublicSite_whenItHasASecret_thenItIsRefused() {
        assertThatThrownBy(() -> site(Map.of("public", "true")))
                .hasMessageStartingWith("gatehouse.sites.shop.secret: ");
    }

    @Test
    void givenTwoSitesOfOneClientId_whenRead_thenTheyAreRefused() {
        var site = site(Map.of());
        var secrets = new ClientSecrets(new MasterKey(new byte[32]));

        assertThatThrownBy(() -> new SiteClients(
                        new Sites(List.of(site, site), Optional.empty()),
                        new SitesProperties(Map.of(), Map.of()),
                        clientId -> Optional.empty(),
                        secrets))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.sites: ")
                .hasMessageContaining("client id shop");
    }

    /**
     * The limits and fresh limits of facts/relying-parties.md, table 2; 160 where it knows no limit, a day
     * for none.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            alb | 900 | 675
            cognito | 300 | 200
            keycloak | 1800 | 1350
            wordpress | 180 | 135
            mod_auth_openidc | 300 | 225
            oauth2-proxy | 900 | 675
            lua-resty-openidc | 900 | 600
            nginx | 90 | 60
            nginx-plus | 160 | 120
            envoy | 600 | 450
            traefik-oidc-auth | 86400 | 900
            traefikoidc | 86400 | 600
            traefik-forward-auth | 3600 | 2700
            kong | 600 | 450
            istio | 160 | 120
            cloudflare | 160 | 120
            auth0 | 160 | 120
            okta | 160 | 120
            entra | 160 | 120
            spring | 1800 | 1350
            openid-client | 160 | 120
            express-openid-connect | 86400 | 600
            passport-openidconnect | 86400 | 600
            generic | 160 | 120
            """)
    void givenAPreset_whenRead_thenItsLimitsAreThoseOfItsKind(String preset, long limit, long fresh) {
        var site = site(Map.of("preset", preset, "entry", "https://shop.example/"));

        assertThat(site.preset().label()).isEqualTo(preset);
        assertThat(site.patience()).isEqualTo(new Patience(Duration.ofSeconds(limit), Duration.ofSeconds(fresh)));
    }

    @Test
    void givenNoEntry_whenRead_thenItIsTheRedirectUrisOrigin() {
        assertThat(site(Map.of("preset", "alb")).entry()).contains("{redirect_origin}/");
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/login/oauth2/code/gatehouse, https://shop.example/oauth2/authorization/gatehouse",
        "https://shop.example/app/login/oauth2/code/line, https://shop.example/app/oauth2/authorization/line",
        "https://shop.example/callback, {redirect_origin}/"
    })
    void givenSpring_whenItHasNoEntry_thenItIsWhereItsRegistrationBeginsALogin(String redirectUri, String entry) {
        assertThat(site(Map.of("preset", "spring", "redirect-uris", redirectUri))
                        .entry())
                .contains(entry);
    }

    /** Their login lies in a session that is to end with the admission; the operator may know better. */
    @ParameterizedTest
    @CsvSource({
        "spring, 10m, '', 600, 450",
        "spring, 2h, '', 1800, 1350",
        "spring, 10m, 30m, 1800, 1350",
        "passport-openidconnect, 10m, '', 600, 450",
        "passport-openidconnect, 1h, '', 3600, 600",
        "express-openid-connect, 10m, '', 86400, 600"
    })
    void givenALoginThatLiesInTheSession_whenTheAdmissionIsShorter_thenNoRequestIsFreshBeyondIt(
            String preset, String admission, String loginStateTtl, long limit, long fresh) {
        var settings = Map.of("preset", preset, "login-state-ttl", loginStateTtl);

        var site = site(settings, DurationStyle.detectAndParse(admission));

        assertThat(site.patience()).isEqualTo(new Patience(Duration.ofSeconds(limit), Duration.ofSeconds(fresh)));
    }

    private static Site site(Map<String, String> changed) {
        return site(changed, Duration.ofDays(1));
    }

    private static Site site(Map<String, String> changed, Duration admission) {
        var settings = new HashMap<>(Map.of(
                "room", "shop",
                "secret", SECRET,
                "redirect-uris", "https://shop.example/callback"));
        settings.putAll(changed);
        settings.values().removeIf(NONE::equals);
        var named = new HashMap<String, String>();
        settings.forEach((name, value) -> named.put("gatehouse.sites.shop." + name, value));
        var properties = new Binder(new MapConfigurationPropertySource(named))
                .bind("gatehouse", SitesProperties.class)
                .get();
        return new SiteReader(
                        Map.of(new RoomId("shop"), Lines.terms(Duration.ofMinutes(10), admission)),
                        new Issuer("https://wait.example.com"))
                .read(
                        "shop",
                        java.util.Objects.requireNonNull(properties.sites().get("shop")));
    }
}
