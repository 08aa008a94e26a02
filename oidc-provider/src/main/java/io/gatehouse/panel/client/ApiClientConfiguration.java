package io.gatehouse.panel.client;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screens of the API clients and the API share. */
@Configuration(proxyBeanMethods = false)
@Import(ClientActs.class)
class ApiClientConfiguration {}
