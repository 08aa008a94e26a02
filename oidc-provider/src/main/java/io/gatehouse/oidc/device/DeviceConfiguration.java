package io.gatehouse.oidc.device;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what lets devices in. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeviceProperties.class)
@Import({DeviceEndpointsCustomizer.class, DeviceCodes.class, DeviceGuesses.class, DeviceLogins.class})
class DeviceConfiguration {}
