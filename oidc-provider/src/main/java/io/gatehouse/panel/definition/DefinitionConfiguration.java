package io.gatehouse.panel.definition;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screens and the API share. */
@Configuration(proxyBeanMethods = false)
@Import(DefinitionActs.class)
class DefinitionConfiguration {}
