package io.gatehouse.panel.factor;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts together what operators prove themselves by, beside the password. */
@Configuration(proxyBeanMethods = false)
@Import({Challenges.class, SecurityKeys.class, SecondFactors.class, Enrolments.class})
class FactorConfiguration {}
