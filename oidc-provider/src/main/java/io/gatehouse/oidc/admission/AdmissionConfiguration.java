package io.gatehouse.oidc.admission;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what knows who is admitted, and under which name. */
@Configuration(proxyBeanMethods = false)
@Import({SubjectIdentifiers.class, Admissions.class, SealedVisits.class, LoopGuard.class})
class AdmissionConfiguration {}
