package io.gatehouse.panel.codes;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share: what is done to codes. */
@Configuration(proxyBeanMethods = false)
@Import(CodesActs.class)
class CodesConfiguration {}
