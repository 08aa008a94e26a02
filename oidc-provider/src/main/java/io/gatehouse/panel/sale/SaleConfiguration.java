package io.gatehouse.panel.sale;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that the screens of a sale share. */
@Configuration(proxyBeanMethods = false)
@Import({SaleReader.class, SaleActs.class, Rehearsals.class})
class SaleConfiguration {}
