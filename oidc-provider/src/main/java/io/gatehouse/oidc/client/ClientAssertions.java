package io.gatehouse.oidc.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.gatehouse.jwk.PublicKeys;
import io.gatehouse.oidc.http.Parameters;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import jakarta.servlet.http.HttpServletRequest;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2ClientAuthenticationConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.authorization.authentication.JwtClientAssertionAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;

/**
 * Checks the assertions by which sites with keys say who they are (private_key_jwt: OpenID Connect Core
 * section 9, RFC 7523 section 3). Issuer and subject are the client, the audience is our issuer or an
 * endpoint (of a site of FAPI 2.0 the issuer alone, as a string), and an assertion lasts ten minutes at most.
 * It is used once: its {@code jti} is kept until it ends, for all nodes. Spring's own check reads keys
 * without bounds, goes by the machine's clock, and takes an assertion again and again.
 *
 * <pre>
 * key     assertion:{keyed digest of client id and jti}
 * until   the assertion's end, and two minutes for clocks that differ
 * </pre>
 */
public final class ClientAssertions implements JwtDecoderFactory<RegisteredClient> {

    private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    private static final String PURPOSE = "assertion";
    private static final JOSEObjectType OWN_TYPE = new JOSEObjectType("client-authentication+jwt");
    private static final Duration SKEW = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final byte[] USED = "used".getBytes(UTF_8);

    private final Sites sites;
    private final ExpiringStore store;
    private final MasterKey master;
    private final Ticker ticker;
    private final Clock clock;
    private final Issuer issuer;
    private final Set<String> audiences;
    private final Map<String, Known> decoders = new ConcurrentHashMap<>();

    ClientAssertions(Sites sites, ExpiringStore store, MasterKey master, Issuer issuer, Ticker ticker, Clock clock) {
        this.sites = sites;
        this.store = store;
        this.master = master;
        this.ticker = ticker;
        this.clock = clock;
        this.issuer = issuer;
        this.audiences = Stream.concat(
                        Stream.of(issuer.value()),
                        Stream.of(
                                        Paths.TOKEN,
                                        Paths.PUSHED,
                                        Paths.INTROSPECTION,
                                        Paths.REVOCATION,
                                        Paths.DEVICE_AUTHORIZATION)
                                .map(issuer::at))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Adds them to Spring's authentication of clients. */
    public OAuth2ClientAuthenticationConfigurer clients(OAuth2ClientAuthenticationConfigurer endpoint) {
        return endpoint.authenticationConverter(ClientAssertions::shown)
                .authenticationProviders(providers -> providers.stream()
                        .filter(JwtClientAssertionAuthenticationProvider.class::isInstance)
                        .map(JwtClientAssertionAuthenticationProvider.class::cast)
                        .forEach(provider -> provider.setJwtDecoderFactory(this)));
    }

    /** The assertion of a call; null when it has none. The client id is optional beside it (RFC 7521 section 4.2). */
    private static @Nullable Authentication shown(HttpServletRequest http) {
        var assertion = http.getParameter(OAuth2ParameterNames.CLIENT_ASSERTION);
        if (assertion == null || !TYPE.equals(http.getParameter(OAuth2ParameterNames.CLIENT_ASSERTION_TYPE))) {
            return null;
        }
        var clientId = Optional.ofNullable(http.getParameter(OAuth2ParameterNames.CLIENT_ID))
                .or(() -> subject(assertion))
                .orElse("unknown");
        return new OAuth2ClientAuthenticationToken(
                clientId, new ClientAuthenticationMethod(TYPE), assertion, Parameters.ofForm(http));
    }

    private static Optional<String> subject(String assertion) {
        try {
            return Optional.ofNullable(
                            SignedJWT.parse(assertion).getJWTClaimsSet().getSubject())
                    .filter(subject -> !subject.isBlank());
        } catch (ParseException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public JwtDecoder createDecoder(RegisteredClient client) {
        var site = sites.byClientId(client.getClientId()).filter(Site::hasKeys).orElseThrow();
        var known = decoders.compute(
                site.clientId(),
                (id, before) -> before != null && before.site.equals(site) ? before : new Known(site, decoder(site)));
        return assertion -> used(known.decoder.decode(assertion), assertion, site);
    }

    /** The decoder of a site's assertions, until an operator gives the site another key. */
    private record Known(Site site, JwtDecoder decoder) {}

    private JwtDecoder decoder(Site site) {
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, OWN_TYPE, null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms(site), keys(site)));
        processor.setJWTClaimsSetVerifier(new Claims(site));
        var decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(checked -> OAuth2TokenValidatorResult.success()); // by our own clock, see Claims
        return decoder;
    }

    /**
     * Takes an assertion, and none like it again. This stands behind Nimbus, which would make a refusal of
     * the client out of a store that is away.
     */
    private Jwt used(Jwt assertion, String text, Site site) {
        if (site.isFapi() && !isForOne(text)) {
            throw new BadJwtException("aud must be the issuer as a string");
        }
        var now = clock.instant();
        var until = Objects.requireNonNull(assertion.getExpiresAt());
        var mark = (site.clientId() + " " + assertion.getId()).getBytes(UTF_8);
        var key = "assertion:" + master.pseudonym(PURPOSE, mark);
        if (!store.replace(key, Optional.empty(), USED, until.plus(SKEW.multipliedBy(2)), now)) {
            throw new BadJwtException("jti was used before");
        }
        return assertion;
    }

    private static Set<JWSAlgorithm> algorithms(Site site) {
        return (site.isFapi() ? PublicKeys.STRICT : PublicKeys.ALGORITHMS)
                .stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether its audience is a value and no list, which Nimbus does not tell (FAPI 2.0 section 5.3.2.1). */
    private static boolean isForOne(String text) {
        try {
            return JWSObject.parse(text).getPayload().toJSONObject().get("aud") instanceof String;
        } catch (ParseException unreadable) {
            return false;
        }
    }

    private JWKSource<SecurityContext> keys(Site site) {
        var property = "gatehouse.sites." + site.name();
        var inline = site.settings().jwk();
        return inline != null
                ? PublicKeys.inline(property + ".jwk", inline)
                : PublicKeys.at(
                        property + ".jwks-uri",
                        Objects.requireNonNull(site.settings().jwksUri()),
                        ticker);
    }

    /** Checks the claims of an assertion, after its signature. */
    private final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {

        Claims(Site site) {
            super(
                    site.isFapi() ? Set.of(issuer.value()) : audiences,
                    new JWTClaimsSet.Builder()
                            .issuer(site.clientId())
                            .subject(site.clientId())
                            .build(),
                    Set.of("exp", "jti"),
                    Set.of());
            setMaxClockSkew((int) SKEW.toSeconds());
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }

        @Override
        public void verify(JWTClaimsSet claims, @Nullable SecurityContext context) throws BadJWTException {
            super.verify(claims, context);
            var now = clock.instant();
            var until = claims.getExpirationTime().toInstant();
            if (until.isAfter(now.plus(LONGEST).plus(SKEW))) {
                throw new BadJWTException("exp is more than ten minutes ahead");
            }
            var issued = claims.getIssueTime();
            if (issued != null && issued.toInstant().isAfter(now.plus(SKEW))) {
                throw new BadJWTException("iat is more than a minute ahead");
            }
            if (claims.getAudience().size() != 1) {
                throw new BadJWTException("aud names others beside us");
            }
        }
    }
}
