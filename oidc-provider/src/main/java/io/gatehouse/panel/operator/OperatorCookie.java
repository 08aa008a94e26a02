package io.gatehouse.panel.operator;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Clocks;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.springframework.http.ResponseCookie;

/**
 * The cookie that says who has signed in. It is all there is of a session: signed, and checked against the
 * operator's present password, or the provider's present settings, at each request. It ends 30 minutes after
 * it was last renewed and 8 hours after the sign-in.
 */
public final class OperatorCookie {

    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration LONGEST = Duration.ofHours(8);

    private static final String SIGNED_IN_AT = "auth_time";
    private static final String STAMP = "pwd";
    private static final String ROLE = "role";
    private static final String FACTOR = "factor";

    private final CookieSigner signer;
    private final Operators operators;
    private final SecureRandom random;
    private final OwnCookie cookie;

    OperatorCookie(MasterKey master, Operators operators, SecureRandom random, Issuer issuer) {
        this.signer = new CookieSigner(master, "operator-cookie");
        this.operators = operators;
        this.random = random;
        this.cookie = OwnCookie.of("gatehouse-operator", "Strict", issuer);
    }

    String name() {
        return cookie.name();
    }

    /**
     * A person who has just shown the operator's password, and the details of it.
     *
     * @param factor the stamp of the second factor that was shown, or of none
     */
    SignedInOperator signIn(String name, String factor, Instant now) {
        return signIn(name, operators.role(name).orElseThrow(), now).with(factor);
    }

    /** A person whom the provider has signed in, with the role that its claim gives. */
    SignedInOperator signIn(String name, Role role, Instant now) {
        return new SignedInOperator(
                name, role, RandomBytes.base64Url(16, random), now, now.plus(IDLE), presentStamp(name), "");
    }

    /** This sign-in with the whole idle time from now on, up to its longest life. */
    SignedInOperator renewed(SignedInOperator operator, Instant now) {
        var idle = now.plus(IDLE);
        var last = lastMoment(operator);
        return operator.until(idle.isBefore(last) ? idle : last);
    }

    /** This sign-in, resting on the present password, which the operator has just changed. */
    public SignedInOperator onPresentPassword(SignedInOperator operator) {
        return operator.on(presentStamp(operator.name()));
    }

    /** The stamp that the sign-ins rest on; empty text for an unknown operator, with which no cookie is good. */
    private String presentStamp(String name) {
        return operators.stamp(name).orElse("");
    }

    /** The last moment at which a cookie of this sign-in could be valid. */
    Instant lastMoment(SignedInOperator operator) {
        return operator.signedInAt().plus(LONGEST);
    }

    /**
     * The operator whom the request's cookie names; empty when it is foreign, altered, or has ended. One that
     * would last longer than any that is written now is of a clock that has been set back since, and is none
     * either.
     */
    Optional<SignedInOperator> read(HttpServletRequest request, Instant now) {
        return CookieHeader.values(request, name())
                .flatMap(value -> signer.verify(value, now).stream())
                .flatMap(claims -> operator(claims).stream())
                .filter(operator -> lastMoment(operator).isAfter(now))
                .filter(operator -> !Clocks.isAhead(operator.until(), now.plus(IDLE)))
                .findFirst();
    }

    /**
     * The cookie of this sign-in. It rests on the password that the sign-in rests on, which may be another
     * one by now: the cookie is worth nothing then.
     */
    public ResponseCookie write(SignedInOperator operator) {
        var claims = new JWTClaimsSet.Builder()
                .subject(operator.name())
                .jwtID(operator.id())
                .claim(SIGNED_IN_AT, operator.signedInAt().getEpochSecond())
                .claim(ROLE, operator.role().word())
                .claim(FACTOR, operator.factor())
                .claim(STAMP, operator.footing())
                .expirationTime(Date.from(operator.until()))
                .build();
        return cookie.with(signer.sign(claims)).build();
    }

    /** Tells the browser to forget it. */
    ResponseCookie gone() {
        return cookie.gone();
    }

    private Optional<SignedInOperator> operator(JWTClaimsSet claims) {
        var name = claims.getSubject();
        var footing = Optional.ofNullable(name).flatMap(operators::footing).filter(its -> its.stamp()
                .equals(claims.getClaim(STAMP)));
        var id = claims.getJWTID();
        if (footing.isEmpty() || id == null || !(claims.getClaim(SIGNED_IN_AT) instanceof Long signedInAt)) {
            return Optional.empty();
        }
        var until = claims.getExpirationTime().toInstant();
        var factor = claims.getClaim(FACTOR) instanceof String stamp ? stamp : ""; // of a release without any
        return footing.get()
                .role()
                .or(() -> role(claims))
                .map(role -> new SignedInOperator(
                        name,
                        role,
                        id,
                        Instant.ofEpochSecond(signedInAt),
                        until,
                        footing.get().stamp(),
                        factor))
                .filter(operator -> operator.hasFactor() || !footing.get().demandsFactor());
    }

    /** The role that the provider gave at the sign-in; an operator with a password has the present one instead. */
    private static Optional<Role> role(JWTClaimsSet claims) {
        return Role.read(String.valueOf(claims.getClaim(ROLE)));
    }
}
