package io.gatehouse.panel.site;

import io.gatehouse.addition.AddedSites;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Rooms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.time.Scheduler;
import io.gatehouse.waitingroom.WaitingRooms;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screens and the API share: the sites and their setups. */
@Configuration(proxyBeanMethods = false)
class SiteScreensConfiguration {

    @Bean
    SiteSetups siteSetups(Sites sites, WaitingRooms rooms, Issuer issuer) {
        return new SiteSetups(sites, rooms, issuer);
    }

    @Bean
    SiteActs siteActs(
            AddedSites added,
            SiteReader reader,
            Sites sites,
            Rooms rooms,
            Ledgers ledgers,
            SitesProperties properties,
            SecureRandom random) {
        return new SiteActs(added, reader, sites, rooms, ledgers, properties, random);
    }

    @Bean
    SiteChecks siteChecks(SiteSetups sites, Issuer issuer, Clock clock, SecureRandom random, Scheduler scheduler) {
        return new SiteChecks(sites, issuer, clock, random, scheduler);
    }
}
