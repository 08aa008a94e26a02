package io.gatehouse.panel.operator;

import io.gatehouse.secret.PasswordHashes;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts together how operators sign in and are recognised. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PanelProperties.class)
@Import({
    PasswordHashes.class,
    Operators.class,
    OperatorCookie.class,
    PendingSignIn.class,
    HalfSignIn.class,
    SignOuts.class,
    Proofs.class,
    RefusedSignIns.class,
    SignInThrottle.class,
    SignInPage.class,
    CsrfToken.class
})
class OperatorConfiguration {}
