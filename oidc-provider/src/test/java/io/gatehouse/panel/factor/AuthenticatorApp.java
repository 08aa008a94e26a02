package io.gatehouse.panel.factor;

import java.time.Duration;
import java.time.Instant;

/** An authenticator app on somebody's phone, in tests. */
public record AuthenticatorApp(String secret) {

    /** How long a code is shown. */
    public static final Duration STEP = Duration.ofSeconds(30);

    public String code(Instant now) {
        return Totp.code(Base32.decode(secret), Totp.step(now));
    }

    /** A code that the app shows at no time near. */
    public String wrong(Instant now) {
        return code(now.plus(Duration.ofDays(1)));
    }
}
