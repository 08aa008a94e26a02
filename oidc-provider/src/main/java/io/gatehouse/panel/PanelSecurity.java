package io.gatehouse.panel;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Refusals;
import io.gatehouse.panel.language.LanguageFilter;
import io.gatehouse.panel.language.PanelLanguages;
import io.gatehouse.panel.operator.CrossSiteFilter;
import io.gatehouse.panel.operator.CsrfToken;
import io.gatehouse.panel.operator.OperatorCookie;
import io.gatehouse.panel.operator.OperatorFilter;
import io.gatehouse.panel.operator.SignOuts;
import io.gatehouse.panel.operator.SignedInOperator;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.OutageFilter;
import io.gatehouse.web.OutageLog;
import io.gatehouse.web.Stateless;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.ExceptionHandlingConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.resource.OAuth2ResourceServerConfigurer;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * The locks of the panel: who may come in. What each may do there is said at the endpoints, and looked at by
 * {@link RoleLock}.
 */
@Configuration(proxyBeanMethods = false)
class PanelSecurity {

    /** All resources come from here, nothing is inline, and no page may frame it. */
    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src"
            + " 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final OpaqueTokenIntrospector tokens;
    private final Refusals refusals;
    private final PanelEntryPoint strangers;
    private final PanelLanguages languages;
    private final OutageFilter outages;

    PanelSecurity(
            OpaqueTokenIntrospector tokens,
            Refusals refusals,
            PanelEntryPoint strangers,
            PanelLanguages languages,
            SecureRandom random,
            OutageLog log) {
        this.tokens = tokens;
        this.refusals = refusals;
        this.outages = new OutageFilter(refusals::away, random, log);
        this.strangers = strangers;
        this.languages = languages;
    }

    /** The filters, the outermost first; they are no beans, or the container would run them everywhere. */
    @Bean
    @Order(2)
    SecurityFilterChain panel(
            Stateless stateless, OperatorCookie cookies, SignOuts signOuts, CsrfToken acts, Issuer issuer, Clock clock)
            throws Exception {
        return stateless
                .chain() // its forms are looked at by CrossSiteFilter
                .securityMatcher(PanelPaths.HOME, PanelPaths.HOME + "/**")
                .headers(PanelSecurity::sealed)
                .exceptionHandling(this::turnedAway)
                .oauth2ResourceServer(this::apiClients)
                .authorizeHttpRequests(PanelSecurity::whoMayComeIn)
                .addFilterAfter(new LanguageFilter(languages), HeaderWriterFilter.class)
                .addFilterAfter(outages, LanguageFilter.class)
                .addFilterBefore(new OperatorFilter(cookies, signOuts, clock), AnonymousAuthenticationFilter.class)
                .addFilterBefore(new CrossSiteFilter(acts, refusals, issuer), AuthorizationFilter.class)
                .build();
    }

    private static void whoMayComeIn(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.requestMatchers(
                        PanelPaths.SIGN_IN,
                        PanelPaths.SIGN_IN + "/**",
                        "/panel/panel.css",
                        "/panel/panel.js",
                        "/panel/language.js",
                        "/panel/de.json",
                        "/panel/alerts.js",
                        "/panel/security-key.js",
                        "/panel/invitation.js",
                        "/panel/icon.svg")
                .permitAll()
                .requestMatchers(PanelPaths.API)
                .authenticated()
                .anyRequest()
                .hasAuthority(SignedInOperator.AT_THE_PANEL);
    }

    private void apiClients(OAuth2ResourceServerConfigurer<HttpSecurity> bearers) {
        bearers.opaqueToken(opaque -> opaque.introspector(tokens))
                .authenticationEntryPoint(strangers)
                .accessDeniedHandler(strangers);
    }

    private void turnedAway(ExceptionHandlingConfigurer<HttpSecurity> errors) {
        errors.authenticationEntryPoint(strangers).accessDeniedHandler(strangers);
    }

    /** Same-origin, and not no-referrer: with that one browsers send "Origin: null" with forms. */
    private static void sealed(HeadersConfigurer<HttpSecurity> headers) {
        headers.contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY))
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .crossOriginOpenerPolicy(opener -> opener.policy(CrossOriginOpenerPolicy.SAME_ORIGIN));
    }
}
