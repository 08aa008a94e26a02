package io.gatehouse.panel.site;

import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screens and the API share: the sites and their setups. */
@Configuration(proxyBeanMethods = false)
class SiteScreensConfiguration {

    @Bean
    SiteSetups siteSetups(Sites sites, WaitingRooms rooms, Issuer issuer) {
        return new SiteSetups(sites, rooms, issuer);
    }
}
