package io.gatehouse.history;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Opens the history. What writes it is made where rooms tick. */
@Configuration(proxyBeanMethods = false)
@Import({History.class, LocalCounts.class})
class HistoryConfiguration {}
