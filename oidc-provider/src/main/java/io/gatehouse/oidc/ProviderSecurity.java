package io.gatehouse.oidc;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.authorize.AdmissionContextRepository;
import io.gatehouse.oidc.authorize.AuthorizationEndpointCustomizer;
import io.gatehouse.oidc.authorize.AuthorizationRequestFilter;
import io.gatehouse.oidc.authorize.ParkingFilter;
import io.gatehouse.oidc.client.ClientAssertions;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.device.DeviceEndpointsCustomizer;
import io.gatehouse.oidc.dpop.DpopProofs;
import io.gatehouse.oidc.http.BearerChallenge;
import io.gatehouse.oidc.http.DpopScheme;
import io.gatehouse.oidc.http.OAuthErrors;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.token.AccessTokens;
import io.gatehouse.oidc.token.AdmissionClaims;
import io.gatehouse.oidc.token.TokenIntrospection;
import io.gatehouse.oidc.token.TokenRevocation;
import io.gatehouse.oidc.token.UserInfoFilter;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.web.Stateless;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.oidc.web.OidcLogoutEndpointFilter;
import org.springframework.security.oauth2.server.authorization.oidc.web.OidcProviderConfigurationEndpointFilter;
import org.springframework.security.oauth2.server.authorization.oidc.web.OidcUserInfoEndpointFilter;
import org.springframework.security.oauth2.server.authorization.web.OAuth2AuthorizationServerMetadataEndpointFilter;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.OAuth2ProtectedResourceMetadataFilter;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.context.request.async.WebAsyncManagerIntegrationFilter;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.savedrequest.RequestCacheAwareFilter;
import org.springframework.security.web.session.DisableEncodeUrlFilter;
import org.springframework.security.web.session.SessionManagementFilter;

/** The provider: Spring Authorization Server with the waiting room in place of a login form. One line is one step. */
@Configuration(proxyBeanMethods = false)
class ProviderSecurity {

    /** Removed filters: the provider has no session and no form, and discovery names the resources. */
    private static final Set<Class<?>> IDLE = Set.of(
            CsrfFilter.class,
            DisableEncodeUrlFilter.class,
            OAuth2ProtectedResourceMetadataFilter.class,
            RequestCacheAwareFilter.class,
            SessionManagementFilter.class,
            WebAsyncManagerIntegrationFilter.class);

    /** Discovery, userinfo and logout are answered before, and a token opens nothing at the other endpoints. */
    private static final Set<Class<?>> ANSWERED_ELSEWHERE = Set.of(
            BearerTokenAuthenticationFilter.class,
            OAuth2AuthorizationServerMetadataEndpointFilter.class,
            OidcLogoutEndpointFilter.class,
            OidcProviderConfigurationEndpointFilter.class,
            OidcUserInfoEndpointFilter.class);

    private final AuthorizationRequestFilter rules;
    private final AdmissionContextRepository admitted;
    private final ParkingFilter parking;
    private final AuthorizationEndpointCustomizer authorize;
    private final TokenIntrospection introspection;
    private final TokenRevocation revocation;
    private final DeviceEndpointsCustomizer devices;
    private final ClientAssertions assertions;
    private final AdmissionClaims claims;
    private final AuthenticationFailureHandler errors;
    private final SiteFormFilter forms = new SiteFormFilter(new OAuthErrors());

    ProviderSecurity(
            AuthorizationRequestFilter rules,
            AdmissionContextRepository admitted,
            ParkingFilter parking,
            AuthorizationEndpointCustomizer authorize,
            TokenIntrospection introspection,
            TokenRevocation revocation,
            DeviceEndpointsCustomizer devices,
            ClientAssertions assertions,
            AdmissionClaims claims,
            SiteRefusals refusals) {
        this.rules = rules;
        this.admitted = admitted;
        this.parking = parking;
        this.authorize = authorize;
        this.introspection = introspection;
        this.revocation = revocation;
        this.devices = devices;
        this.assertions = assertions;
        this.claims = claims;
        this.errors = refusals.before(new OAuthErrors());
    }

    @Bean
    @Order(1)
    SecurityFilterChain provider(Stateless chains) {
        var server = new OAuth2AuthorizationServerConfigurer();
        var chain = chains.chain()
                .securityMatcher(server.getEndpointsMatcher())
                .with(server, this::openIdProvider)
                .addFilterBefore(rules, SecurityContextHolderFilter.class)
                .addFilterBefore(forms, SecurityContextHolderFilter.class)
                .securityContext(context -> context.securityContextRepository(admitted)) // the place is the session
                .addFilterAfter(parking, HeaderWriterFilter.class) // instead of a login form
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .oauth2ResourceServer(resource -> resource.bearerTokenResolver(request -> null)) // opens nothing here
                .exceptionHandling(handling -> handling.authenticationEntryPoint(ProviderSecurity::unknownSite))
                .build();
        return without(ANSWERED_ELSEWHERE, without(IDLE, chain));
    }

    @Bean
    @Order(0)
    SecurityFilterChain userInfo(
            Stateless chains, AccessTokens accessTokens, Sites sites, Admissions admissions, DpopProofs proofs) {
        var bearer = new DefaultBearerTokenResolver();
        bearer.setAllowFormEncodedBodyParameter(true);
        BearerTokenResolver shown = request -> Optional.of(request)
                .filter(call -> sites.all().stream().anyMatch(Site::provesPossession))
                .flatMap(DpopScheme::token)
                .orElseGet(() -> bearer.resolve(request));
        var chain = chains.chain()
                .securityMatcher(Paths.USERINFO, Paths.USERINFO_OF_AWS)
                .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_openid"))
                .oauth2ResourceServer(resource -> resource.bearerTokenResolver(shown)
                        .authenticationEntryPoint(new BearerChallenge())
                        .opaqueToken(opaque -> opaque.introspector(accessTokens)))
                .addFilterAfter(new UserInfoFilter(sites, admissions, proofs, claims), AuthorizationFilter.class)
                .build();
        return without(IDLE, chain);
    }

    @Bean
    @Order(0)
    SecurityFilterChain discovery(Stateless chains) {
        return chains.open()
                .securityMatcher("/.well-known/**")
                .headers(headers -> headers.cacheControl(HeadersConfigurer.CacheControlConfig::disable))
                .build();
    }

    /** Ours stands before Spring's, which knows neither a confirming page nor a logout without a hint. */
    @Bean
    @Order(0)
    SecurityFilterChain logout(Stateless chains) {
        return chains.open().securityMatcher(Paths.LOGOUT).build();
    }

    /**
     * The chain without filters that have nothing to do in it. Spring leaves no other way to be rid of all of
     * them, and each costs every login something; the one for sessions asked for the visitor's place once
     * more.
     */
    private static DefaultSecurityFilterChain without(Set<Class<?>> idle, DefaultSecurityFilterChain chain) {
        var filters = chain.getFilters().stream()
                .filter(filter -> !idle.contains(filter.getClass()))
                .toList();
        return new DefaultSecurityFilterChain(chain.getRequestMatcher(), filters);
    }

    /** A site that does not say who it is. */
    private static void unknownSite(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException nobody)
            throws IOException {
        var unknown = new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
        new OAuthErrors().onAuthenticationFailure(request, response, unknown);
    }

    private void openIdProvider(OAuth2AuthorizationServerConfigurer server) {
        server.oidc(oidc -> {})
                .authorizationEndpoint(authorize::endpoint)
                .clientAuthentication(
                        clients -> assertions.clients(devices.clients(clients)).errorResponseHandler(errors))
                .pushedAuthorizationRequestEndpoint(
                        endpoint -> authorize.pushed(endpoint).errorResponseHandler(errors))
                .tokenEndpoint(endpoint -> devices.tokens(endpoint).errorResponseHandler(errors))
                .deviceAuthorizationEndpoint(endpoint -> devices.codes(endpoint).errorResponseHandler(errors))
                .tokenIntrospectionEndpoint(endpoint ->
                        endpoint.authenticationProvider(introspection).errorResponseHandler(errors))
                .tokenRevocationEndpoint(
                        endpoint -> endpoint.authenticationProvider(revocation).errorResponseHandler(errors))
                .withObjectPostProcessor(AuthorizationEndpointCustomizer.withoutSessions());
    }
}
