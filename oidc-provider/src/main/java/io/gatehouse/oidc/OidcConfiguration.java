package io.gatehouse.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.oidc.SitesProperties.ScriptProperties;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.visitor.BrowserSession;
import io.gatehouse.visitor.PageWriter;
import io.gatehouse.visitor.PlaceCookies;
import io.gatehouse.web.ForPrograms;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.JwtGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.web.filter.CorsFilter;

/** Makes the provider's parts and hands them to each other. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({KeyProperties.class, LogoutProperties.class, RegistrationProperties.class})
class OidcConfiguration {

    private static final Set<String> SCRIPT_SCOPES = Set.of("rooms.read", "rooms.write");

    @Bean
    Registrations registrations(
            ExpiringStore store,
            MasterKey master,
            SecureRandom random,
            Clock clock,
            RegistrationProperties settings,
            SiteReader reader) {
        if (settings.isOn()) {
            SiteReader.checkSecret("gatehouse.registration.token", settings.token());
            reader.checkRoom("gatehouse.registration", settings.room());
        }
        return new Registrations(store, master, random, clock, settings, reader);
    }

    @Bean
    AuthorizationServerSettings paths(Issuer issuer) {
        return AuthorizationServerSettings.builder()
                .issuer(issuer.value())
                .authorizationEndpoint(AuthorizeRequestFilter.PATH)
                .tokenEndpoint("/token")
                .deviceAuthorizationEndpoint(DeviceGrant.PATH)
                .tokenIntrospectionEndpoint("/introspect")
                .tokenRevocationEndpoint(TokenRevocation.PATH)
                .jwkSetEndpoint("/.well-known/jwks.json")
                .oidcLogoutEndpoint("/logout")
                .oidcUserInfoEndpoint("/userinfo")
                .build();
    }

    /** Not the logout and the entering of a device's code: there people go. */
    @Bean
    ForPrograms whatSitesAsk() {
        return new ForPrograms(
                "/token",
                "/userinfo",
                "/userInfo",
                TokenRevocation.PATH,
                "/introspect",
                DeviceGrant.PATH,
                RegistrationEndpoint.PATH + "/**",
                "/.well-known/**");
    }

    @Bean
    SiteClients clients(Sites sites, SitesProperties properties, PasswordEncoder secrets) {
        properties.scripts().forEach(OidcConfiguration::check);
        return new SiteClients(sites, properties.scripts(), secrets);
    }

    private static void check(String name, ScriptProperties script) {
        SiteReader.checkSecret("gatehouse.scripts." + name + ".secret", script.secret());
        if (!SCRIPT_SCOPES.containsAll(script.scopes())) {
            throw new InvalidSettingException(
                    "gatehouse.scripts." + name + ".scopes",
                    "must be of " + SCRIPT_SCOPES + ", were " + script.scopes(),
                    "rooms.read");
        }
    }

    @Bean
    PasswordEncoder clientSecrets(MasterKey master) {
        return new ClientSecrets(master);
    }

    @Bean
    SigningKeys signingKeys(
            ExpiringStore store,
            MasterKey master,
            Clock clock,
            KeyProperties properties,
            ObjectProvider<Admissions> admissions) {
        var keys = new SigningKeys(store, new SealedKeys(master), clock, properties.publishAhead(), () -> admissions
                .getObject()
                .longest());
        keys.fetch();
        return keys;
    }

    @Bean
    JWKSource<SecurityContext> publishedKeys(SigningKeys keys) {
        return (selector, context) -> selector.select(
                new JWKSet(keys.published().stream().map(SigningKey::jwk).toList()));
    }

    /** Spring wants one for its resource server, which serves userinfo only; ours are found in the store. */
    @Bean
    JwtDecoder noJwtIsBelievedUnseen() {
        return token -> {
            throw new BadJwtException("only tokens in the store count");
        };
    }

    @Bean
    OAuth2TokenGenerator<? extends OAuth2Token> tokenGenerator(
            SigningKeys keys, TokenGenerators tokens, AdmissionClaims claims, Clock clock) {
        JWKSource<SecurityContext> active = (selector, context) -> selector.select(new JWKSet(List.of(
                keys.active(JWSAlgorithm.RS256).jwk(),
                keys.active(JWSAlgorithm.ES256).jwk())));
        var jwts = new JwtGenerator(new NimbusJwtEncoder(active));
        jwts.setJwtCustomizer(claims);
        jwts.setClock(clock);
        return new DelegatingOAuth2TokenGenerator(jwts, tokens::opaque, tokens::refresh);
    }

    @Bean
    Subjects subjects(MasterKey master) {
        return new Subjects(master);
    }

    @Bean
    Admissions admissions(WaitingRooms rooms, Subjects subjects) {
        return new Admissions(rooms, subjects);
    }

    @Bean
    LogoutNotices logoutNotices(
            Sites sites,
            ExpiringStore store,
            Subjects subjects,
            LogoutTokens tokens,
            LogoutProperties properties,
            SiteMetrics metrics,
            Clock clock) {
        return new LogoutNotices(sites, store, subjects, tokens, properties, metrics, clock);
    }

    @Bean
    LogoutTokens logoutTokens(SigningKeys keys, Issuer issuer, Clock clock) {
        return new LogoutTokens(keys, issuer, clock);
    }

    @Bean
    StoredAuthorizations authorizations(
            ExpiringStore store, Admissions admissions, Families families, TokenReader tokens, Clock clock) {
        return new StoredAuthorizations(store, admissions, families, tokens, clock);
    }

    @Bean
    Families families(SiteClients clients, SecureRandom random) {
        return new Families(clients, random);
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
    TokenSeams tokenSeams(
            StoredAuthorizations authorizations, TokenIntrospection introspection, TokenRevocation revocation) {
        return new TokenSeams(authorizations, introspection, revocation);
    }

    @Bean
    AuthorizeSeams authorizeSeams(
            ParkingEntryPoint parking,
            TokenGenerators tokens,
            AuthorizeResponses responses,
            ParkedRequests parked,
            SiteMetrics metrics) {
        return new AuthorizeSeams(parking, tokens, responses, parked, metrics);
    }

    @Bean
    AccessTokens accessTokens(StoredAuthorizations authorizations) {
        return new AccessTokens(authorizations);
    }

    @Bean
    TokenLifetimes tokenLifetimes(Admissions admissions, Sites sites, LogoutNotices notices, Clock clock) {
        return new TokenLifetimes(admissions, sites, notices, clock);
    }

    @Bean
    TokenText tokenTexts(SecureRandom random, MasterKey master) {
        return new TokenText(random, master);
    }

    @Bean
    TokenReader tokenReader(TokenText texts, OwnJwts jwts) {
        return new TokenReader(texts, jwts);
    }

    @Bean
    OwnJwts ownJwts(SigningKeys keys, Issuer issuer) {
        return new OwnJwts(keys, issuer);
    }

    @Bean
    TokenGenerators tokenGenerators(TokenText texts, TokenLifetimes lifetimes) {
        return new TokenGenerators(texts, lifetimes);
    }

    @Bean
    AdmissionClaims admissionClaims(
            Sites sites, TokenLifetimes lifetimes, TokenGenerators tokens, LoopGuard loops, SiteMetrics metrics) {
        return new AdmissionClaims(sites, lifetimes, tokens, loops, metrics);
    }

    @Bean
    SiteMetrics siteMetrics(MeterRegistry registry) {
        return new SiteMetrics(registry);
    }

    @Bean
    LoopGuard loopGuard(ExpiringStore store, MasterKey master, Clock clock) {
        return new LoopGuard(store, master, clock);
    }

    @Bean
    ParkedRequests parkedRequests(ExpiringStore store, MasterKey master, SecureRandom random, Clock clock) {
        return new ParkedRequests(store, master, random, clock);
    }

    @Bean
    Reentry reentry(
            Sites sites,
            ParkedRequests parked,
            DeviceCodes devices,
            Entries entries,
            LoopGuard loops,
            SiteMetrics metrics) {
        return new Reentry(sites, parked, devices, entries, loops, metrics);
    }

    @Bean
    IdTokenHints idTokenHints(OwnJwts jwts) {
        return new IdTokenHints(jwts);
    }

    @Bean
    AuthorizeResponses authorizeResponses(Issuer issuer, PageWriter pages) {
        return new AuthorizeResponses(issuer, pages);
    }

    @Bean
    AuthorizeRequestFilter authorizeRequestFilter(
            Sites sites, AuthorizeResponses responses, IdTokenHints hints, PageWriter pages) {
        return new AuthorizeRequestFilter(sites, responses, hints, pages);
    }

    /** In front of everything: an error too is of use only to a page that may read it. */
    @Bean
    FilterRegistrationBean<CorsFilter> browserSites(Sites sites) {
        var registration = new FilterRegistrationBean<>(new CorsFilter(new BrowserSites(sites)));
        registration.addUrlPatterns(BrowserSites.PATHS);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** It belongs into the provider's chain and nowhere else. */
    @Bean
    FilterRegistrationBean<AuthorizeRequestFilter> notByItself(AuthorizeRequestFilter filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }

    @Bean
    AdmissionContextRepository admissionContextRepository(
            PlaceCookies cookies, Admissions admissions, IdTokenHints hints, Clock clock) {
        return new AdmissionContextRepository(cookies, admissions, hints, clock);
    }

    @Bean
    ParkingEntryPoint parkingEntryPoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            BrowserSession sessions,
            ParkedRequests parked,
            Entries entries,
            AuthorizeResponses responses) {
        return new ParkingEntryPoint(rooms, cookies, sessions, parked, entries, responses);
    }
}
