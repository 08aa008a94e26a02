package io.gatehouse.oidc;

import io.gatehouse.web.Stateless;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.web.OAuth2AuthorizationEndpointFilter;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/**
 * The provider, put together: Spring Authorization Server with the waiting room in the place of a login form. One line
 * is one step.
 */
@Configuration(proxyBeanMethods = false)
class ProviderSecurity {

    private static final Authentication NOBODY =
            new AnonymousAuthenticationToken("nobody", "nobody", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
    private static final List<String> PARAMETERS =
            List.of("nonce", "code_challenge", "code_challenge_method", "prompt", "acr_values");

    private final AuthorizeRequestFilter rules;
    private final AdmissionContextRepository admitted;
    private final ParkingEntryPoint parking;
    private final AuthorizeResponses responses;
    private final ParkedRequests parked;
    private final TokenGenerators tokens;
    private final StoredAuthorizations authorizations;
    private final TokenIntrospection introspection;
    private final TokenRevocation revocation;
    private final SiteMetrics metrics;
    private final DeviceSeams devices;
    private final OAuthErrors errors = new OAuthErrors();

    ProviderSecurity(
            AuthorizeRequestFilter rules,
            AdmissionContextRepository admitted,
            ParkingEntryPoint parking,
            AuthorizeResponses responses,
            ParkedRequests parked,
            TokenGenerators tokens,
            StoredAuthorizations authorizations,
            TokenIntrospection introspection,
            TokenRevocation revocation,
            SiteMetrics metrics,
            DeviceSeams devices) {
        this.rules = rules;
        this.admitted = admitted;
        this.parking = parking;
        this.responses = responses;
        this.parked = parked;
        this.tokens = tokens;
        this.authorizations = authorizations;
        this.introspection = introspection;
        this.revocation = revocation;
        this.metrics = metrics;
        this.devices = devices;
    }

    @Bean
    @Order(1)
    SecurityFilterChain provider(HttpSecurity http) {
        var server = new OAuth2AuthorizationServerConfigurer();
        return Stateless.chain(http)
                .securityMatcher(server.getEndpointsMatcher())
                .with(server, this::openIdProvider)
                .addFilterBefore(rules, SecurityContextHolderFilter.class)
                .securityContext(context -> context.securityContextRepository(admitted)) // the place is the session
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .exceptionHandling(
                        handling -> handling.authenticationEntryPoint(this::nobody)) // instead of a login form
                .build();
    }

    @Bean
    @Order(0)
    SecurityFilterChain userInfo(HttpSecurity http, AccessTokens accessTokens) {
        var bearer = new DefaultBearerTokenResolver();
        bearer.setAllowFormEncodedBodyParameter(true);
        return Stateless.chain(http)
                .securityMatcher("/userinfo", "/userInfo")
                .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_openid"))
                .oauth2ResourceServer(resource -> resource.bearerTokenResolver(bearer)
                        .authenticationEntryPoint(new BearerChallenge())
                        .opaqueToken(opaque -> opaque.introspector(accessTokens)))
                .build();
    }

    @Bean
    @Order(0)
    SecurityFilterChain discovery(HttpSecurity http) {
        return Stateless.chain(http)
                .securityMatcher("/.well-known/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .headers(headers -> headers.cacheControl(HeadersConfigurer.CacheControlConfig::disable))
                .build();
    }

    /** Ours stands before Spring's, which knows neither a confirming page nor a logout without a hint. */
    @Bean
    @Order(0)
    SecurityFilterChain logout(HttpSecurity http) {
        return Stateless.chain(http)
                .securityMatcher("/logout")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    /** A browser without an admission, or a site that does not say who it is. */
    private void nobody(HttpServletRequest http, HttpServletResponse response, AuthenticationException nobody)
            throws IOException {
        if (AuthorizeRequestFilter.isMeantBy(http)) {
            parking.commence(http, response, nobody);
        } else {
            var unknown = new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_CLIENT);
            errors.onAuthenticationFailure(http, response, unknown);
        }
    }

    private void openIdProvider(OAuth2AuthorizationServerConfigurer server) {
        server.oidc(oidc -> {})
                .authorizationService(authorizations)
                .authorizationEndpoint(this::authorizeEndpoint)
                .clientAuthentication(clients -> devices.clients(clients).errorResponseHandler(errors))
                .tokenEndpoint(endpoint -> devices.tokens(endpoint).errorResponseHandler(errors))
                .deviceAuthorizationEndpoint(endpoint -> devices.codes(endpoint).errorResponseHandler(errors))
                .tokenIntrospectionEndpoint(
                        endpoint -> endpoint.errorResponseHandler(errors).authenticationProvider(introspection))
                .tokenRevocationEndpoint(
                        endpoint -> endpoint.errorResponseHandler(errors).authenticationProvider(revocation))
                .withObjectPostProcessor(withoutSessions());
    }

    private void authorizeEndpoint(OAuth2AuthorizationEndpointConfigurer endpoint) {
        endpoint.authorizationRequestConverters(ProviderSecurity::onlyWhatTheFilterHasChecked)
                .authenticationProviders(this::adapt)
                .authorizationResponseHandler(this::answer)
                .errorResponseHandler(this::refuse);
    }

    /** Spring's own converters would take a request that has come past the filter. */
    private static void onlyWhatTheFilterHasChecked(List<AuthenticationConverter> converters) {
        converters.clear();
        converters.add(ProviderSecurity::request);
    }

    /** What the filter has read and checked, in Spring's words. */
    private static @Nullable Authentication request(HttpServletRequest http) {
        if (!(http.getAttribute(AuthorizeRequest.ATTRIBUTE) instanceof AuthorizeRequest request)) {
            return null;
        }
        var somebody = SecurityContextHolder.getContext().getAuthentication();
        var parameters = new HashMap<String, Object>();
        PARAMETERS.forEach(name -> request.parameter(name).ifPresent(value -> parameters.put(name, value)));
        return new OAuth2AuthorizationCodeRequestAuthenticationToken(
                AuthorizeRequestFilter.PATH,
                request.site().clientId(),
                somebody == null ? NOBODY : somebody,
                request.redirectUri(),
                request.state().orElse(null),
                request.scopes(),
                parameters);
    }

    private void adapt(List<AuthenticationProvider> providers) {
        for (var provider : providers) {
            if (provider instanceof OAuth2AuthorizationCodeRequestAuthenticationProvider codes) {
                codes.setAuthorizationCodeGenerator(tokens::code);
                codes.setAuthenticationValidator(ProviderSecurity::checkedAlready);
                codes.setAuthorizationConsentRequired(context -> false);
            }
        }
    }

    /** Client, redirect URI and scopes: {@link AuthorizeRequestFilter} has compared them byte for byte. */
    private static void checkedAlready(OAuth2AuthorizationCodeRequestAuthenticationContext context) {}

    private void answer(HttpServletRequest http, HttpServletResponse response, Authentication answered)
            throws IOException {
        var request = AuthorizeRequest.of(http);
        var code = ((OAuth2AuthorizationCodeRequestAuthenticationToken) answered).getAuthorizationCode();
        if (code == null
                || !(((OAuth2AuthorizationCodeRequestAuthenticationToken) answered).getPrincipal()
                        instanceof Holder holder)) {
            throw new IllegalStateException("an answer without a code or a visitor");
        }
        parked.overtake(request.site(), holder.place());
        metrics.issuedCode(request.site());
        responses.code(request, code.getTokenValue(), http, response);
    }

    private void refuse(HttpServletRequest http, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        var error = failure instanceof OAuth2AuthorizationCodeRequestAuthenticationException refused
                ? refused.getError()
                : ((OAuth2AuthenticationException) failure).getError();
        var description = error.getDescription() == null ? "" : error.getDescription();
        responses.error(
                AuthorizeRequest.of(http),
                new AuthorizeRules.Refusal(error.getErrorCode(), description),
                http,
                response);
    }

    /** Spring would open a session at each success and register it in this node's memory. */
    private static ObjectPostProcessor<OAuth2AuthorizationEndpointFilter> withoutSessions() {
        return new ObjectPostProcessor<>() {
            @Override
            public <O extends OAuth2AuthorizationEndpointFilter> O postProcess(O filter) {
                filter.setSessionAuthenticationStrategy((authentication, request, response) -> {});
                return filter;
            }
        };
    }
}
