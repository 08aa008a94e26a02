package io.gatehouse.oidc;

import io.gatehouse.oidc.authorize.AdmissionContextRepository;
import io.gatehouse.oidc.authorize.AuthorizationEndpointCustomizer;
import io.gatehouse.oidc.authorize.AuthorizationRequestFilter;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.device.DeviceEndpointsCustomizer;
import io.gatehouse.oidc.http.BearerChallenge;
import io.gatehouse.oidc.http.OAuthErrors;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.token.AccessTokens;
import io.gatehouse.oidc.token.TokenEndpointsCustomizer;
import io.gatehouse.web.Stateless;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/**
 * The provider, put together: Spring Authorization Server with the waiting room in the place of a login form. One line
 * is one step.
 */
@Configuration(proxyBeanMethods = false)
class ProviderSecurity {

    private final AuthorizationRequestFilter rules;
    private final AdmissionContextRepository admitted;
    private final AuthorizationEndpointCustomizer authorize;
    private final TokenEndpointsCustomizer tokens;
    private final DeviceEndpointsCustomizer devices;
    private final AuthenticationFailureHandler errors;
    private final SiteFormFilter forms = new SiteFormFilter(new OAuthErrors());

    ProviderSecurity(
            AuthorizationRequestFilter rules,
            AdmissionContextRepository admitted,
            AuthorizationEndpointCustomizer authorize,
            TokenEndpointsCustomizer tokens,
            DeviceEndpointsCustomizer devices,
            SiteRefusals refusals) {
        this.rules = rules;
        this.admitted = admitted;
        this.authorize = authorize;
        this.tokens = tokens;
        this.devices = devices;
        this.errors = refusals.before(new OAuthErrors());
    }

    @Bean
    @Order(1)
    SecurityFilterChain provider(HttpSecurity http) {
        var server = new OAuth2AuthorizationServerConfigurer();
        return Stateless.chain(http)
                .securityMatcher(server.getEndpointsMatcher())
                .with(server, this::openIdProvider)
                .addFilterBefore(rules, SecurityContextHolderFilter.class)
                .addFilterBefore(forms, SecurityContextHolderFilter.class)
                .securityContext(context -> context.securityContextRepository(admitted)) // the place is the session
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .oauth2ResourceServer(resource -> resource.bearerTokenResolver(request -> null)) // opens nothing here
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(authorize::nobody)) // instead of a login form
                .build();
    }

    @Bean
    @Order(0)
    SecurityFilterChain userInfo(HttpSecurity http, AccessTokens accessTokens) {
        var bearer = new DefaultBearerTokenResolver();
        bearer.setAllowFormEncodedBodyParameter(true);
        return Stateless.chain(http)
                .securityMatcher(Paths.USERINFO, Paths.USERINFO_OF_AWS)
                .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_openid"))
                .oauth2ResourceServer(resource -> resource.bearerTokenResolver(bearer)
                        .authenticationEntryPoint(new BearerChallenge())
                        .opaqueToken(opaque -> opaque.introspector(accessTokens)))
                .build();
    }

    @Bean
    @Order(0)
    SecurityFilterChain discovery(HttpSecurity http) {
        return Stateless.open(http)
                .securityMatcher("/.well-known/**")
                .headers(headers -> headers.cacheControl(HeadersConfigurer.CacheControlConfig::disable))
                .build();
    }

    /** Ours stands before Spring's, which knows neither a confirming page nor a logout without a hint. */
    @Bean
    @Order(0)
    SecurityFilterChain logout(HttpSecurity http) {
        return Stateless.open(http).securityMatcher(Paths.LOGOUT).build();
    }

    private void openIdProvider(OAuth2AuthorizationServerConfigurer server) {
        server.oidc(oidc -> {})
                .authorizationService(tokens.authorizations())
                .authorizationEndpoint(authorize::endpoint)
                .clientAuthentication(clients -> devices.clients(clients).errorResponseHandler(errors))
                .tokenEndpoint(endpoint -> devices.tokens(endpoint).errorResponseHandler(errors))
                .deviceAuthorizationEndpoint(endpoint -> devices.codes(endpoint).errorResponseHandler(errors))
                .tokenIntrospectionEndpoint(
                        endpoint -> tokens.introspection(endpoint).errorResponseHandler(errors))
                .tokenRevocationEndpoint(endpoint -> tokens.revocation(endpoint).errorResponseHandler(errors))
                .withObjectPostProcessor(AuthorizationEndpointCustomizer.withoutSessions());
    }
}
