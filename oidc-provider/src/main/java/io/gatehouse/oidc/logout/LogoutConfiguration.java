package io.gatehouse.oidc.logout;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what tells sites that a visit has ended. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LogoutProperties.class)
@Import({LogoutNotices.class, LogoutRequests.class, LogoutTokens.class})
class LogoutConfiguration {}
