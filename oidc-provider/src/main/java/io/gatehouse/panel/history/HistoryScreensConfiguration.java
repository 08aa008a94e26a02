package io.gatehouse.panel.history;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen of a report and the API share. */
@Configuration(proxyBeanMethods = false)
@Import({PublicFiles.class, Reports.class})
class HistoryScreensConfiguration {}
