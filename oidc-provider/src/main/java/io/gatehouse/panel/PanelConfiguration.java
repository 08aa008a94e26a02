package io.gatehouse.panel;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.oidc.Sites;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.ForPrograms;
import java.security.SecureRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.thymeleaf.ITemplateEngine;
import tools.jackson.databind.json.JsonMapper;

/** Puts the panel together. Its locks are in {@link PanelSecurity}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PanelProperties.class)
class PanelConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(PanelConfiguration.class);

    /** What to do when nobody can sign in; for the log and for the sign-in page. */
    static final String HOW_TO_BEGIN = "java -jar oidc-provider.jar hash-password";

    @Bean
    Operators operators(PanelProperties properties, MasterKey master) {
        var operators = new Operators(properties, master);
        if (operators.isEmpty()) {
            LOG.warn(
                    "no operator is configured, nobody can sign in at {}: run \"{}\", type a password, and set"
                            + " gatehouse.operators.<name>.password to the line that it prints",
                    PanelPaths.HOME,
                    HOW_TO_BEGIN);
        }
        return operators;
    }

    @Bean
    OperatorCookie operatorCookie(MasterKey master, Operators operators, SecureRandom random, Issuer issuer) {
        return new OperatorCookie(master, operators, random, issuer);
    }

    @Bean
    SignOuts signOuts(ExpiringStore store) {
        return new SignOuts(store);
    }

    @Bean
    SignInThrottle signInThrottle() {
        return new SignInThrottle();
    }

    @Bean
    ActToken actToken(MasterKey master) {
        return new ActToken(master);
    }

    @Bean
    Refusals refusals(ITemplateEngine templates, JsonMapper json) {
        return new Refusals(templates, json);
    }

    @Bean
    SettingsActs settingsActs() {
        return new SettingsActs();
    }

    @Bean
    SiteSetups siteSetups(Sites sites, WaitingRooms rooms, Issuer issuer) {
        return new SiteSetups(sites, rooms, issuer);
    }

    @Bean
    ForPrograms whatScriptsAsk() {
        return new ForPrograms(PanelPaths.API);
    }

    @Bean
    RoomViews roomViews(Turnstile turnstile, Forecasts forecasts) {
        return new RoomViews(turnstile, forecasts);
    }

    @Bean
    RoomActs roomActs() {
        return new RoomActs();
    }
}
