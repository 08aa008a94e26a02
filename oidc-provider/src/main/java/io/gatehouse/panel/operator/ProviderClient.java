package io.gatehouse.panel.operator;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.setting.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Talks to the operators' OpenID Provider by the authorization code flow (OpenID Connect Core section 3.1),
 * with state, nonce and PKCE; Spring Security checks what comes back. The provider is asked for its addresses
 * when the first operator wants to sign in, and not at the start: a room opens also when the provider is
 * away.
 */
final class ProviderClient {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String ID = "provider";

    /**
     * The maximum of requests at once: more than operators sign in at a time, each of whom asks one after the
     * other.
     */
    private static final int MOST_AT_ONCE = 8;

    private final BoundedRequests requests;
    private final OperatorProvider provider;
    private final Issuer ours;
    private final Clock clock;
    private final OidcAuthorizationCodeAuthenticationProvider codes;
    private volatile @Nullable Discovery found;

    /** The provider's registration by its own document, and the decoder of its ID tokens. */
    private record Discovery(ClientRegistration registration, JwtDecoder tokens) {}

    ProviderClient(OperatorProvider provider, Issuer ours, Clock clock) {
        this.requests = new BoundedRequests(new Outbound(Bounds.ofDocuments(PATIENCE, MOST_AT_ONCE)));
        this.provider = provider;
        this.ours = ours;
        this.clock = clock;
        this.codes = codes();
    }

    /**
     * The request to send the browser away with. Throws a {@code RuntimeException} when the provider does not
     * answer.
     */
    OAuth2AuthorizationRequest begin(HttpServletRequest request) {
        var resolver = new DefaultOAuth2AuthorizationRequestResolver(any -> found().registration());
        return Objects.requireNonNull(resolver.resolve(request, ID));
    }

    /** The request of before, of what the browser has kept of it. */
    OAuth2AuthorizationRequest again(Map<String, Object> kept, String state) {
        var registration = found().registration();
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(
                        Objects.requireNonNull(registration.getProviderDetails().getAuthorizationUri()))
                .clientId(registration.getClientId())
                .redirectUri(registration.getRedirectUri())
                .scopes(registration.getScopes())
                .state(state)
                .attributes(kept)
                .build();
    }

    /**
     * The person who has come back. Throws an {@code AuthenticationException} when state, nonce, code or ID
     * token are not those of the request, or the provider does not answer.
     */
    OidcUser finish(OAuth2AuthorizationRequest asked, OAuth2AuthorizationResponse answer) {
        var login = codes.authenticate(new OAuth2LoginAuthenticationToken(
                found().registration(), new OAuth2AuthorizationExchange(asked, answer)));
        return (OidcUser) Objects.requireNonNull(Objects.requireNonNull(login).getPrincipal());
    }

    private OidcAuthorizationCodeAuthenticationProvider codes() {
        var tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .build());
        var userinfo = new DefaultOAuth2UserService();
        userinfo.setRestOperations(new RestTemplate(requests));
        var people = new OidcUserService();
        people.setOauth2UserService(userinfo);
        var login = new OidcAuthorizationCodeAuthenticationProvider(tokens, people);
        login.setJwtDecoderFactory(any -> found().tokens());
        return login;
    }

    private Discovery found() {
        var known = found;
        if (known == null) {
            var registration = discover();
            known = new Discovery(registration, decoder(registration));
            found = known;
        }
        return known;
    }

    /** OpenID Connect Discovery section 4; the issuer has to be the very one that was configured (4.3). */
    private ClientRegistration discover() {
        var issuer = provider.issuer().toString();
        var said = Objects.requireNonNull(RestClient.builder()
                .requestFactory(requests)
                .build()
                .get()
                .uri(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration")
                .retrieve()
                .body(new ParameterizedTypeReference<Map<String, Object>>() {}));
        if (!issuer.equals(said.get("issuer"))) {
            throw new IllegalStateException(
                    "its issuer is set as " + issuer + ", and it says that it is " + said.get("issuer"));
        }
        return ClientRegistrations.fromOidcConfiguration(said)
                .registrationId(ID)
                .clientId(provider.clientId())
                .clientSecret(provider.secret())
                .scope(provider.scopes())
                .redirectUri(provider.returnAddress(ours))
                .build();
    }

    /** All kinds of signature by a key that the provider publishes; none by a shared secret. */
    private JwtDecoder decoder(ClientRegistration registration) {
        var decoder = NimbusJwtDecoder.withJwkSetUri(
                        Objects.requireNonNull(registration.getProviderDetails().getJwkSetUri()))
                .jwsAlgorithms(known -> known.addAll(List.of(SignatureAlgorithm.values())))
                .restOperations(new RestTemplate(requests))
                .build();
        var claims = new OidcIdTokenValidator(registration);
        claims.setClock(clock);
        var times = new JwtTimestampValidator();
        times.setClock(clock);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.of(times, claims)));
        return decoder;
    }
}
