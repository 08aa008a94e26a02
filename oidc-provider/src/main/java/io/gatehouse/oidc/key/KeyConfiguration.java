package io.gatehouse.oidc.key;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Makes the signing keys, and what reads what they have signed. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KeyProperties.class)
@Import(OwnJwts.class)
class KeyConfiguration {

    @Bean
    SigningKeys signingKeys(
            ExpiringStore store, MasterKey master, Clock clock, Ticker ticker, KeyProperties properties, Rooms rooms) {
        var keys = new SigningKeys(store, new SealedKeys(master), clock, ticker, properties.publishAhead(), rooms);
        NativeSignatures.prefer();
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
}
