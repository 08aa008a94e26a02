package io.gatehouse.panel.operator;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts together how operators sign in and are recognised. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PanelProperties.class)
@Import({
    Operators.class,
    OperatorCookie.class,
    PendingSignIn.class,
    HalfSignIn.class,
    SignOuts.class,
    Proofs.class,
    RefusedSignIns.class,
    SignInThrottle.class,
    CsrfToken.class
})
class OperatorConfiguration {}
