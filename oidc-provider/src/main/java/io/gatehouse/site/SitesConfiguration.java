package io.gatehouse.site;

import io.gatehouse.setting.Spans;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Reads the sites; it also runs alone, for commands that only need the sites. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SitesProperties.class)
@Import({EntryUrls.class, SiteReader.class})
public class SitesConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(SitesConfiguration.class);

    /** Sites that have registered themselves are known only where there is a store. */
    @Bean
    Sites sites(
            SitesProperties properties,
            SiteReader reader,
            Optional<Sites.Registered> registrations,
            EntryUrls entries) {
        var configured = properties.sites().entrySet().stream()
                .map(entry -> reader.read(entry.getKey(), entry.getValue()))
                .toList();
        var sites = new Sites(configured, registrations);
        sites.all().forEach(site -> log(site, entries));
        return sites;
    }

    /** Logs the settings in force, without the secret. */
    private static void log(Site site, EntryUrls entries) {
        LOG.info(
                "site {}: client_id {}, room {}, preset {}: comes back within {}, fresh limit {}, entry {}{}",
                site.name(),
                site.clientId(),
                site.room(),
                site.preset(),
                Spans.text(site.patience().limit()),
                Spans.text(site.freshLimit()),
                entries.entry(site, Optional.empty()).orElse("unknown"),
                site.settings().reentry() ? "" : " (re-entry is off)");
        LOG.info(
                "site {}: {}, PKCE {}, ID token {}{}, access token {}, refresh {}, slot after logout {}, pace {}, redirect URIs {}",
                site.name(),
                site.isPublic() ? "public" : site.hasKeys() ? "with a key" : "with a secret",
                pkce(site),
                site.idTokenAlgorithm(),
                claims(site),
                site.hasJwtAccessTokens() ? "jwt" : "opaque",
                site.settings().refresh()
                        ? "every " + Spans.text(site.settings().accessTokenTtl())
                        : "none",
                site.keepsSlot() ? "kept" : "freed",
                site.ceiling().map(Object::toString).orElse("any"),
                site.settings().redirectUris());
    }

    private static String pkce(Site site) {
        if (site.needsPkce()) {
            return "required";
        }
        return site.preset().has(SitePreset.Trait.NO_PKCE) ? "none" : "optional";
    }

    private static String claims(Site site) {
        if (!site.settings().claims()) {
            return " without e-mail and names";
        }
        return site.hasClaimsInIdToken() ? " with e-mail and names" : " without e-mail and names, userinfo with";
    }
}
