package io.gatehouse.panel.history;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what the screen of a report, the API and the archive share. */
@Configuration(proxyBeanMethods = false)
@Import(Reports.class)
class HistoryScreensConfiguration {}
