package io.gatehouse.web;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what tells operators of an outage. */
@Configuration(proxyBeanMethods = false)
@Import(OutageLog.class)
class OutageConfiguration {}
