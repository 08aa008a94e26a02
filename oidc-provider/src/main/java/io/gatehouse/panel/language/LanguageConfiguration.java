package io.gatehouse.panel.language;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts together what the panel's pages are translated by. */
@Configuration(proxyBeanMethods = false)
@Import(PanelLanguages.class)
class LanguageConfiguration {}
