package io.gatehouse.panel.find;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share. */
@Configuration(proxyBeanMethods = false)
@Import(Finder.class)
class FindConfiguration {}
