package io.gatehouse.pastdraw;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The parts that the public page, reports and the API share. */
@Configuration(proxyBeanMethods = false)
@Import({PastDraws.class, PublicFiles.class})
class PastDrawsConfiguration {}
