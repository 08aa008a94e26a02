package io.gatehouse.panel.draw;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share: the draws, and what is done to them. */
@Configuration(proxyBeanMethods = false)
@Import(DrawActs.class)
class DrawConfiguration {}
