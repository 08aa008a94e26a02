package io.gatehouse.panel.operator;

import io.gatehouse.panel.factor.SecondFactors;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * An operator who has signed in, as the cookie says.
 *
 * @param role what they may do, by the present configuration
 * @param id random, one for each sign-in
 * @param until when the cookie ends unless it is renewed
 * @param footing the stamp of the password, or of the provider's settings, that the sign-in rests on
 * @param factor the stamp of the second factor that was shown, or of none
 */
public record SignedInOperator(
        String name, Role role, String id, Instant signedInAt, Instant until, String footing, String factor)
        implements AuthenticatedPrincipal {

    /** The authority for the screens, which only a person at the panel has. */
    public static final String AT_THE_PANEL = "ROLE_OPERATOR";

    @Override
    public String getName() {
        return name;
    }

    /** Whether a second factor was shown. */
    boolean hasFactor() {
        return !SecondFactors.isNone(factor);
    }

    /** This sign-in, resting on another second factor, or on none. */
    SignedInOperator with(String stamp) {
        return new SignedInOperator(name, role, id, signedInAt, until, footing, stamp);
    }

    /** This sign-in until another moment. */
    SignedInOperator until(Instant other) {
        return new SignedInOperator(name, role, id, signedInAt, other, footing, factor);
    }

    /** This sign-in, resting on another password. */
    SignedInOperator on(String stamp) {
        return new SignedInOperator(name, role, id, signedInAt, until, stamp, factor);
    }

    Authentication authentication() {
        return UsernamePasswordAuthenticationToken.authenticated(
                this, null, AuthorityUtils.createAuthorityList(AT_THE_PANEL));
    }

    /** The operator of the present request; empty for API clients and strangers. */
    public static Optional<SignedInOperator> current() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .map(Authentication::getPrincipal)
                .filter(SignedInOperator.class::isInstance)
                .map(SignedInOperator.class::cast);
    }
}
