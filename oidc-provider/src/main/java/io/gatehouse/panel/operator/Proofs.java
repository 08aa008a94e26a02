package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.factor.Proof;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.operator.SignInPage.No;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** Looks at what people show to prove who they are: slowly, and not too often. */
public final class Proofs {

    private static final String PROOF = "proof";

    private static final No WRONG_PASSWORD = No.forbidden("That name and password do not belong together.");
    private static final No WRONG_CODE = No.forbidden("That is not right, or was used before. Wait for the next code.");
    private static final No WRONG_PASSKEY = No.forbidden(
            "That passkey opens nothing here, or has not answered in time. Try again, or use your password.");
    private static final No OF_THE_PROVIDER = No.forbidden(
            "You have signed in at your organisation's provider, so you cannot prove once more who you are."
                    + " Let an owner with a password here do it.");
    private static final No TOO_MANY_CODES = new No(
            HttpStatus.TOO_MANY_REQUESTS,
            "Too many wrong codes. Try again in some minutes, or use a recovery code.",
            Duration.ofMinutes(1));

    /** Looking at a password is slow on purpose; strangers must not get more than these to keep the machine busy. */
    private final Semaphore looks = new Semaphore(2);

    private final Operators operators;
    private final SecondFactors factors;
    private final SignInThrottle throttle;
    private final RefusedSignIns refused;

    /**
     * The result of a look.
     *
     * @param no why nothing is proven; empty when it is
     * @param name the operator's; empty text when nothing is proven
     * @param stamp of the second factor that was shown; empty text for a password
     * @param words what was shown, for the log
     */
    record Look(Optional<No> no, String name, String stamp, String words) {

        boolean isGood() {
            return no.isEmpty();
        }

        private static Look refused(No no) {
            return new Look(Optional.of(no), "", "", "");
        }
    }

    Proofs(Operators operators, SecondFactors factors, SignInThrottle throttle, RefusedSignIns refused) {
        this.refused = refused;
        this.operators = operators;
        this.factors = factors;
        this.throttle = throttle;
    }

    Look password(String name, String password, String address) {
        if (!throttle.admits(name, address)) {
            return Look.refused(SignInPage.TOO_MANY);
        }
        if (operators.isEmpty()) {
            return Look.refused(WRONG_PASSWORD);
        }
        if (!looks.tryAcquire()) {
            return Look.refused(SignInPage.BUSY);
        }
        try {
            return lookAt(name, password, address);
        } finally {
            looks.release();
        }
    }

    private Look lookAt(String name, String password, String address) {
        if (!operators.recognises(name, password)) {
            var known = operators.knows(name) ? name : "an unknown name";
            refused.tell(known, known);
            return Look.refused(WRONG_PASSWORD);
        }
        throttle.forget(name, address);
        return new Look(Optional.empty(), name, "", "with the password");
    }

    /** Looks at the code of a person whose name is known: the password was right, or the cookie names them. */
    Look code(String name, String code, String address) {
        var counted = "the code of " + name; // apart from passwords: a right one of these makes no codes forgotten
        if (!throttle.admits(counted, address)) {
            return Look.refused(SignInPage.TOO_MANY);
        }
        var proof = factors.prove(name, code);
        if (!proof.isGood()) {
            refused.tell(counted, name + ": " + proof.words());
            return Look.refused(proof.kind() == Proof.Kind.TOO_SOON ? TOO_MANY_CODES : WRONG_CODE);
        }
        throttle.forget(counted, address);
        return new Look(Optional.empty(), name, proof.stamp(), proof.words());
    }

    /**
     * Looks at the passkey of a person who has shown nothing else: its answer names the operator, and it has
     * checked its owner.
     */
    Look passkey(String answer, String address) {
        var user = factors.userOf(answer);
        var counted = "the passkey of the user " + user.orElse("unknown");
        if (!throttle.admits(counted, address)) { // before the store is read
            return Look.refused(SignInPage.TOO_MANY);
        }
        var owner = user.flatMap(one -> factors.owner(one, operators.whoSignIn()));
        var proof = owner.map(name -> factors.provePasskey(name, answer)).filter(Proof::isGood);
        if (proof.isEmpty()) {
            var told = owner.map(name -> "the passkey of " + name).orElse("an unknown passkey");
            refused.tell(told, told);
            return Look.refused(WRONG_PASSKEY);
        }
        throttle.forget(counted, address);
        return new Look(
                Optional.empty(),
                owner.orElseThrow(),
                proof.get().stamp(),
                proof.get().words());
    }

    /**
     * The new proof that a signed-in operator gives before a change to what sign-ins rest on: a cookie alone
     * may be stolen.
     */
    Look again(SignedInOperator operator, String shown, String address) {
        if (!operators.knows(operator.name())) {
            return Look.refused(OF_THE_PROVIDER);
        }
        return operator.hasFactor() ? code(operator.name(), shown, address) : password(operator.name(), shown, address);
    }

    /** A page with a form that has a field for the proof of the signed-in operator, and nothing to complain of. */
    public ModelAndView asking(String page) {
        var operator = SignedInOperator.current().orElseThrow();
        var hasFactor = operator.hasFactor();
        return Screen.page(page)
                .addObject("keys", factors.keyRequest(operator.name()).orElse(null))
                .addObject(
                        "proves", hasFactor ? "A code of your app, or a recovery code of yours" : "Your own password")
                .addObject("secret", !hasFactor);
    }

    /** The proof in a form that has been sent; refuses a wrong one in the words of a form. */
    public void requireOf(Map<String, String> typed, HttpServletRequest request) {
        try {
            require(typed.getOrDefault(PROOF, ""), request.getRemoteAddr());
        } catch (RefusedException no) {
            throw new RefusedException(Problem.PROOF_NEEDED, "Prove that it is you. " + no.detail());
        }
    }

    /**
     * Refuses a call by cookie: a cookie may be stolen, and the API asks for nothing else.
     *
     * @param screen that asks for a proof
     */
    public static void requireToken(String screen) {
        if (SignedInOperator.current().isPresent()) {
            throw new RefusedException(
                    Problem.PROOF_NEEDED, "use the screen " + screen + ", which asks for it, or a token");
        }
    }

    /** Refuses what is not the password of the signed-in operator. */
    public void requirePassword(String password, String address) {
        var name = SignedInOperator.current().orElseThrow().name();
        password(name, password, address).no().ifPresent(no -> {
            throw new RefusedException(
                    Problem.PROOF_NEEDED, no.equals(WRONG_PASSWORD) ? "That is not your password." : no.why());
        });
    }

    /** Refuses a wrong proof of the signed-in operator. */
    public void require(String shown, String address) {
        again(SignedInOperator.current().orElseThrow(), shown, address).no().ifPresent(no -> {
            throw new RefusedException(Problem.PROOF_NEEDED, no.why());
        });
    }
}
