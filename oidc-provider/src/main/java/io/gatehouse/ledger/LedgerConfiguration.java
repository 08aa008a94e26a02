package io.gatehouse.ledger;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Opens the ledgers. */
@Configuration(proxyBeanMethods = false)
@Import({Checkpoints.class, Ledgers.class})
class LedgerConfiguration {}
