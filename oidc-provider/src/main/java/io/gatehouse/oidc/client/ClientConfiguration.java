package io.gatehouse.oidc.client;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.site.SitesProperties.ScriptProperties;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Makes what knows who asks: sites and scripts. */
@Configuration(proxyBeanMethods = false)
class ClientConfiguration {

    private static final Set<String> SCRIPT_SCOPES = Set.of("rooms.read", "rooms.write");

    @Bean
    SiteClients clients(Sites sites, SitesProperties properties, PasswordEncoder secrets) {
        properties.scripts().forEach(ClientConfiguration::check);
        return new SiteClients(sites, properties.scripts(), secrets);
    }

    private static void check(String name, ScriptProperties script) {
        SiteReader.checkSecret("gatehouse.scripts." + name + ".secret", script.secret());
        if (!SCRIPT_SCOPES.containsAll(script.scopes())) {
            throw new InvalidSettingException(
                    "gatehouse.scripts." + name + ".scopes",
                    "must be of " + SCRIPT_SCOPES + ", were " + script.scopes(),
                    "rooms.read");
        }
    }

    @Bean
    PasswordEncoder clientSecrets(MasterKey master) {
        return new ClientSecrets(master);
    }
}
