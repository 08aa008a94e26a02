package io.gatehouse.oidc.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.oidc.key.SigningKeys;
import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.JwtGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/** Makes tokens, and what reads, refreshes and revokes them. */
@Configuration(proxyBeanMethods = false)
@Import({
    StoredAuthorizations.class,
    TokenFamilies.class,
    TokenIntrospection.class,
    TokenRevocation.class,
    AccessTokens.class,
    Arrival.class,
    TokenBinding.class,
    TokenGenerators.class,
    AdmissionClaims.class,
    TokenText.class
})
class TokenConfiguration {

    @Bean
    OAuth2TokenGenerator<? extends OAuth2Token> tokenGenerator(
            SigningKeys keys, TokenGenerators tokens, AdmissionClaims claims, Arrival arrival, Clock clock) {
        JWKSource<SecurityContext> active = (selector, context) -> selector.select(new JWKSet(List.of(
                keys.active(JWSAlgorithm.RS256).jwk(),
                keys.active(JWSAlgorithm.ES256).jwk())));
        var jwts = new JwtGenerator(new NimbusJwtEncoder(active));
        jwts.setJwtCustomizer(claims);
        jwts.setClock(clock);
        return arrival.before(new DelegatingOAuth2TokenGenerator(jwts, tokens::opaque, tokens::refresh));
    }
}
