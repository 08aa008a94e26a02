package io.gatehouse.panel.account;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the screen of the operators and the API share. */
@Configuration(proxyBeanMethods = false)
@Import(OperatorActs.class)
class AccountConfiguration {}
