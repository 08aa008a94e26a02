package io.gatehouse.oidc.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.oidc.logout.LogoutNotices;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.JwtGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/** Makes tokens, and what reads, refreshes and revokes them. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration {

    @Bean
    TokenEndpointsCustomizer tokenSeams(
            StoredAuthorizations authorizations, TokenIntrospection introspection, TokenRevocation revocation) {
        return new TokenEndpointsCustomizer(authorizations, introspection, revocation);
    }

    @Bean
    StoredAuthorizations authorizations(
            ExpiringStore store, Admissions admissions, TokenFamilies families, TokenReader tokens, Clock clock) {
        return new StoredAuthorizations(store, admissions, families, tokens, clock);
    }

    @Bean
    TokenFamilies families(SiteClients clients, SecureRandom random) {
        return new TokenFamilies(clients, random);
    }

    @Bean
    TokenIntrospection tokenIntrospection(SiteClients clients, StoredAuthorizations authorizations) {
        return new TokenIntrospection(clients, authorizations);
    }

    @Bean
    TokenRevocation tokenRevocation(StoredAuthorizations authorizations, Admissions admissions) {
        return new TokenRevocation(authorizations, admissions);
    }

    @Bean
    AccessTokens accessTokens(StoredAuthorizations authorizations, SiteRefusals refusals) {
        return new AccessTokens(authorizations, refusals);
    }

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

    @Bean
    Arrival arrival(
            Admissions admissions,
            Sites sites,
            LogoutNotices notices,
            LoopGuard loops,
            SiteMetrics metrics,
            Clock clock) {
        return new Arrival(admissions, sites, notices, loops, metrics, clock);
    }

    @Bean
    TokenGenerators tokenGenerators(TokenText texts, TokenLifetimes lifetimes) {
        return new TokenGenerators(texts, lifetimes);
    }

    @Bean
    AdmissionClaims admissionClaims(Sites sites, TokenGenerators tokens, SubjectIdentifiers subjects) {
        return new AdmissionClaims(sites, tokens, subjects);
    }

    @Bean
    TokenLifetimes tokenLifetimes(Clock clock) {
        return new TokenLifetimes(clock);
    }

    @Bean
    TokenText tokenTexts(SecureRandom random, MasterKey master) {
        return new TokenText(random, master);
    }

    @Bean
    TokenReader tokenReader(TokenText texts, OwnJwts jwts) {
        return new TokenReader(texts, jwts);
    }
}
