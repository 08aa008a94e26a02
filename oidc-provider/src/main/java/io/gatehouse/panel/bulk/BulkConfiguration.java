package io.gatehouse.panel.bulk;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen and the API share. */
@Configuration(proxyBeanMethods = false)
@Import(BulkActs.class)
class BulkConfiguration {}
