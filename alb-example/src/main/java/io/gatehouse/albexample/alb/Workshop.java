package io.gatehouse.albexample.alb;

import java.security.SecureRandom;

/** The tools that the listener's parts share. */
record Workshop(Knobs knobs, Seal seal, Login login, IdentityProvider provider) {

    static Workshop equip(Knobs knobs, SecureRandom random) {
        Seal seal = new Seal(random);
        return new Workshop(knobs, seal, new Login(knobs, seal, random), new IdentityProvider(knobs));
    }

    SessionCookie sessionCookie(AuthenticateOidcConfig config) {
        return new SessionCookie(
                config.sessionCookieName(), seal, knobs.habits().secureCookies());
    }

    DataToken dataToken() {
        return new DataToken(knobs.self(), knobs.limits().dataLife());
    }
}
