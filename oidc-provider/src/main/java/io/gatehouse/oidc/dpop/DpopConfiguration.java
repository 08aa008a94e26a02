package io.gatehouse.oidc.dpop;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what checks proofs. */
@Configuration(proxyBeanMethods = false)
@Import(DpopProofs.class)
class DpopConfiguration {}
