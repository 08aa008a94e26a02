package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.factor.Proof;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.operator.SignInPage.No;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpStatus;

/** Looks at what people show to prove who they are: slowly, and not too often. */
public final class Proofs {

    private static final No WRONG_PASSWORD =
            new No(HttpStatus.FORBIDDEN, "That name and password do not belong together.", Duration.ZERO);
    private static final No WRONG_CODE = new No(
            HttpStatus.FORBIDDEN, "That is not right, or was used before. Wait for the next code.", Duration.ZERO);
    private static final No OF_THE_PROVIDER = new No(
            HttpStatus.FORBIDDEN,
            "You have signed in at your organisation's provider, and nothing can be shown here once more.",
            Duration.ZERO);
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
     * What came of a look.
     *
     * @param no why nothing is proven; empty when it is
     * @param stamp of the second factor that was shown; empty text for a password
     * @param words what was shown, for the log
     */
    record Look(Optional<No> no, String stamp, String words) {

        boolean isGood() {
            return no.isEmpty();
        }

        private static Look refused(No no) {
            return new Look(Optional.of(no), "", "");
        }
    }

    Proofs(Operators operators, SecondFactors factors, SignInThrottle throttle, RefusedSignIns refused) {
        this.refused = refused;
        this.operators = operators;
        this.factors = factors;
        this.throttle = throttle;
    }

    Look password(String name, String password, String address) {
        if (operators.isEmpty()) {
            return Look.refused(WRONG_PASSWORD);
        }
        if (!throttle.admits(name, address)) {
            return Look.refused(SignInPage.TOO_MANY);
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
        return new Look(Optional.empty(), "", "with the password");
    }

    /** For a person whose name is known: the password was right, or the cookie names them. */
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
        return new Look(Optional.empty(), proof.stamp(), proof.words());
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

    /**
     * The proof that the signed-in operator has to give: the words for a form, and whether its input is
     * hidden.
     */
    public record Asked(String label, boolean isPassword) {}

    public Asked ofHere() {
        var hasFactor =
                SignedInOperator.current().filter(SignedInOperator::hasFactor).isPresent();
        return hasFactor
                ? new Asked("A code of your app, or a recovery code of yours", false)
                : new Asked("Your own password", true);
    }

    /** The same for the signed-in operator; refuses a wrong proof. */
    public void require(String shown, String address) {
        again(SignedInOperator.current().orElseThrow(), shown, address).no().ifPresent(no -> {
            throw new RefusedException(Problem.PROOF_NEEDED, no.why());
        });
    }
}
