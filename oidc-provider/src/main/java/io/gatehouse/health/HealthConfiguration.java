package io.gatehouse.health;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what outside sources share. */
@Configuration(proxyBeanMethods = false)
@Import(CloudWatchClients.class)
class HealthConfiguration {}
