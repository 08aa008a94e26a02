package io.gatehouse.oidc.admission;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the beans that know admitted visitors and their names. */
@Configuration(proxyBeanMethods = false)
@Import({SubjectIdentifiers.class, Admissions.class, SealedVisits.class, LoopGuard.class})
class AdmissionConfiguration {}
