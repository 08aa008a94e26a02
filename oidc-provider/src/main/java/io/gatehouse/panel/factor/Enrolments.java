package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.factor.SecondFactors.SetUp;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.value.Seal;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.web.util.UriUtils;

/**
 * Sets authenticator apps up. A secret is offered, and counts once a code shows that the app has it. Until
 * then it lies in the page that shows it, closed under the master key; it is good for the very sign-in in
 * which it was offered, for some minutes, and for one time, since it replaces what was there when it was
 * offered.
 */
public final class Enrolments {

    private static final Duration LASTS = Duration.ofMinutes(10);

    private static final String OPERATOR = "operator";
    private static final String SIGN_IN = "signIn";
    private static final String BEFORE = "before";
    private static final String SECRET = "secret";
    private static final String UNTIL = "until";

    private final SecondFactors factors;
    private final Seal seal;
    private final URI issuer;
    private final SecureRandom random;
    private final Clock clock;

    Enrolments(SecondFactors factors, MasterKey master, Issuer issuer, SecureRandom random, Clock clock) {
        this.factors = factors;
        this.seal = new Seal(master, "second-factor-offer");
        this.issuer = URI.create(issuer.value());
        this.random = random;
        this.clock = clock;
    }

    /**
     * Offers a secret to an operator who has just proven their identity.
     *
     * @param signIn the one in which they did
     * @param before the stamp of their present second factor, or of none
     */
    public Offer offer(String operator, String signIn, String before) {
        var secret = Base32.encode(RandomBytes.of(Totp.SECRET_BYTES, random));
        var sealed = seal.seal(Map.of(
                OPERATOR, operator,
                SIGN_IN, signIn,
                BEFORE, before,
                SECRET, secret,
                UNTIL, clock.instant().plus(LASTS).toEpochMilli()));
        return new Offer(new String(sealed, UTF_8), before, secret, address(operator, secret));
    }

    /** An offer that came back in the same sign-in; empty for any other, and for one that is too old. */
    public Optional<Offer> open(String operator, String signIn, String sealed) {
        return seal.open(sealed.getBytes(UTF_8))
                .filter(kept -> operator.equals(kept.get(OPERATOR)) && signIn.equals(kept.get(SIGN_IN)))
                .filter(kept -> Seal.instant(kept.get(UNTIL)).isAfter(clock.instant()))
                .map(kept -> {
                    var secret = String.valueOf(kept.get(SECRET));
                    return new Offer(sealed, String.valueOf(kept.get(BEFORE)), secret, address(operator, secret));
                });
    }

    /** Sets the app up; empty when the code does not show it, or something else was set up meanwhile. */
    public Optional<SetUp> accept(String operator, Offer offer, String code) {
        var step = step(offer, code);
        return step.isPresent()
                ? factors.setUp(operator, offer.before(), offer.secret(), step.getAsLong())
                : Optional.empty();
    }

    private OptionalLong step(Offer offer, String code) {
        return Totp.step(Base32.decode(offer.secret()), RecoveryCodes.plain(code), clock.instant(), -1);
    }

    /** The address as Google Authenticator has defined it; it has the parameters that some apps ignore, too. */
    private String address(String operator, String secret) {
        var house = UriUtils.encode("Gatehouse " + issuer.getHost(), UTF_8);
        return "otpauth://totp/" + house + ":" + UriUtils.encode(operator, UTF_8) + "?secret=" + secret + "&issuer="
                + house + "&algorithm=SHA1&digits=6&period=30";
    }
}
