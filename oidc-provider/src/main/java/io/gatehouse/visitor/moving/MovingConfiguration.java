package io.gatehouse.visitor.moving;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what carries places. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MovingProperties.class)
@Import(MoveLinks.class)
class MovingConfiguration {}
