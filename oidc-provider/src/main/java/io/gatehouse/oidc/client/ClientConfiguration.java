package io.gatehouse.oidc.client;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the beans that identify sites and API clients. */
@Configuration(proxyBeanMethods = false)
@Import({SiteClients.class, ClientAssertions.class, SiteRefusals.class, ClientSecrets.class})
class ClientConfiguration {}
