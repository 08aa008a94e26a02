package io.gatehouse.oidc.client;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.site.SitesProperties.ApiClientProperties;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Makes what knows who asks: sites and API clients. */
@Configuration(proxyBeanMethods = false)
@Import({SiteRefusals.class, ClientSecrets.class})
class ClientConfiguration {

    private static final Set<String> API_SCOPES = Set.of("rooms.read", "rooms.operate", "rooms.write");

    @Bean
    SiteClients clients(Sites sites, SitesProperties properties, PasswordEncoder secrets) {
        properties.apiClients().forEach(ClientConfiguration::check);
        return new SiteClients(sites, properties.apiClients(), secrets);
    }

    private static void check(String name, ApiClientProperties client) {
        SiteReader.checkSecret("gatehouse.api-clients." + name + ".secret", client.secret());
        if (!API_SCOPES.containsAll(client.scopes())) {
            throw new InvalidSettingException(
                    "gatehouse.api-clients." + name + ".scopes",
                    "must be of " + API_SCOPES + ", were " + client.scopes(),
                    "rooms.read");
        }
    }
}
