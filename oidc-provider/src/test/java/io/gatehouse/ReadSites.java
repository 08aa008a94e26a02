package io.gatehouse;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesConfiguration;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The sites of an installation, read from its settings as commands read them. No service starts. */
public record ReadSites(Sites sites, Issuer issuer) {

    /** @param arguments of the service's command line */
    public static ReadSites of(String... arguments) {
        try (var context = new SpringApplicationBuilder(InstallationConfiguration.class, SitesConfiguration.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties("logging.level.root=warn")
                .run(arguments)) {
            return new ReadSites(context.getBean(Sites.class), context.getBean(Issuer.class));
        }
    }
}
