package io.gatehouse.albexample.alb;

import java.security.SecureRandom;
import java.time.Instant;

/** The shared parts of a listener. */
record ListenerContext(Options options, Seal seal, Login login, IdentityProvider provider) {

    static ListenerContext of(Options options, SecureRandom random) {
        Seal seal = new Seal(random);
        return new ListenerContext(options, seal, new Login(options, seal, random), new IdentityProvider(options));
    }

    Instant now() {
        return options.clock().instant();
    }

    SessionCookie sessionCookie(AuthenticateOidcConfig config) {
        return new SessionCookie(
                config.sessionCookieName(), seal, options.quirks().secureCookies());
    }

    DataToken dataToken() {
        return new DataToken(options.self(), options.limits().dataLife());
    }
}
