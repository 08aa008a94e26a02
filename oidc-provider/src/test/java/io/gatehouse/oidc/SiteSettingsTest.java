package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.RoomId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** How a site's settings and its preset become a site, and what is refused. */
class SiteSettingsTest {

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
            secret | has:a:colon:in:its:middle | secret
            redirect-uris | '' | redirect-uris
            redirect-uris | /callback | redirect-uris
            redirect-uris | javascript:alert(1) | redirect-uris
            redirect-uris | data:text/html,x | redirect-uris
            redirect-uris | https://shop.example/cb#x | redirect-uris
            redirect-uris | https://a@shop.example/cb | redirect-uris
            redirect-uris | https://SHOP.example/cb | redirect-uris
            redirect-uris | https:///cb | redirect-uris
            redirect-uris | not a uri | redirect-uris
            post-logout-redirect-uris | javascript:alert(1) | post-logout-redirect-uris
            entry | javascript:alert(1) | entry
            entry | /shop | entry
            entries.drop42 | javascript:alert(1) | entries.drop42
            entries.a_b | https://shop.example/ | entries
            allowed-targets | shop.example | allowed-targets
            preset | cognito | entry
            preset | keycloak | entry
            preset | cloudflare | entry
            fresh-limit | 20m | fresh-limit
            fresh-limit | -1s | fresh-limit
            login-state-ttl | -1s | login-state-ttl
            client-id | two words | client-id
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
    @CsvSource({"alb", "wordpress"})
    void givenAPresetThatCannotUsePkce_whenItIsRequired_thenItIsRefused(String preset) {
        assertThatThrownBy(() -> site(Map.of("preset", preset, "require-pkce", "true")))
                .hasMessageStartingWith("gatehouse.sites.shop.require-pkce: ");
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

        assertThatThrownBy(() -> new SiteClients(new Sites(List.of(site, site)), Map.of(), secrets))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.sites: ")
                .hasMessageContaining("client id shop");
    }

    /** 75 % of the limits in facts/relying-parties.md, table 2. */
    @ParameterizedTest
    @CsvSource({
        "alb, 675",
        "cognito, 225",
        "keycloak, 1350",
        "wordpress, 135",
        "mod_auth_openidc, 225",
        "oauth2-proxy, 675",
        "envoy, 450",
        "kong, 450",
        "nginx, 60",
        "spring, 1350",
        "cloudflare, 120",
        "generic, 120"
    })
    void givenAPreset_whenRead_thenItsFreshLimitIsThatOfItsKind(String preset, long seconds) {
        var site = site(Map.of("preset", preset, "entry", "https://shop.example/"));

        assertThat(site.freshLimit()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void givenNoEntry_whenRead_thenItIsTheRedirectUrisOrigin() {
        assertThat(site(Map.of("preset", "alb")).entry()).contains("{redirect_origin}/");
    }

    private static Site site(Map<String, String> changed) {
        var settings = new HashMap<>(Map.of(
                "room", "shop",
                "secret", SECRET,
                "redirect-uris", "https://shop.example/callback"));
        settings.putAll(changed);
        var named = new HashMap<String, String>();
        settings.forEach((name, value) -> named.put("gatehouse.sites.shop." + name, value));
        var properties = new Binder(new MapConfigurationPropertySource(named))
                .bind("gatehouse", SitesProperties.class)
                .get();
        return new SiteReader(Set.of(new RoomId("shop")))
                .read(
                        "shop",
                        java.util.Objects.requireNonNull(properties.sites().get("shop")));
    }
}
