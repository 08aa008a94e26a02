package io.gatehouse.panel.site;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that the screens and the API share: the sites and their setups. */
@Configuration(proxyBeanMethods = false)
@Import({SiteSetups.class, SiteActs.class, SiteChecks.class})
class SiteScreensConfiguration {}
