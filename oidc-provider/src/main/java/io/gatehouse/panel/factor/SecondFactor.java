package io.gatehouse.panel.factor;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gatehouse.panel.factor.Proof.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operator's second factor as it is kept, and the rules of what proves it.
 *
 * @param stamp random, another one whenever something else has to be shown than before: sign-ins rest on it.
 *     It is all there is of one that was taken away, see {@link SecondFactors#isNone}
 * @param since when it was set up, in milliseconds
 * @param app what an authenticator app shares with us; absent when there is none
 * @param recoveryCodes the fingerprints of those that are left
 * @param misses the wrong codes since the last right one
 * @param securityKeys the operator's; absent in what was written before there were any
 */
record SecondFactor(
        @JsonProperty("mark") String stamp,
        long since,
        @Nullable App app,
        List<String> recoveryCodes,
        Misses misses,
        @Nullable List<SecurityKeys.Key> securityKeys) {

    private static final Pattern APP_CODE = Pattern.compile("[0-9]{6}");

    /**
     * An authenticator app.
     *
     * @param secret in Base32
     * @param lastStep of the last code that was taken; no earlier one is taken again (RFC 6238 section 5.2),
     *     also when a clock was set back: a recovery code opens then
     */
    record App(String secret, long lastStep) {

        Optional<App> taking(String code, Instant now) {
            var step = Totp.step(Base32.decode(secret), code, now, lastStep);
            return step.isPresent() ? Optional.of(new App(secret, step.getAsLong())) : Optional.empty();
        }

        @Override
        public String toString() {
            return "App[secret]";
        }
    }

    /**
     * A person with the password can guess six digits from many addresses. So all nodes count wrong codes
     * together, and beyond some the next one is checked only after a while (RFC 4226 section 7.3). At one in
     * 15 minutes a guesser needs years.
     *
     * @param last when the last one came, in milliseconds
     */
    record Misses(int count, long last) {

        static final Misses NONE = new Misses(0, 0);

        private static final int FREE = 5;
        private static final Duration SHORTEST = Duration.ofSeconds(15);
        private static final Duration LONGEST = Duration.ofMinutes(15);

        Misses andOne(Instant now) {
            return new Misses(count + 1, now.toEpochMilli());
        }

        /** False as well where a clock has been set back since. */
        boolean mustWait(Instant now) {
            var missed = Instant.ofEpochMilli(last);
            return count >= FREE && !missed.isAfter(now) && now.isBefore(missed.plus(pause()));
        }

        private Duration pause() {
            var doubled = SHORTEST.multipliedBy(1L << Math.min(count - FREE, 10));
            return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        }
    }

    List<SecurityKeys.Key> keys() {
        return securityKeys == null ? List.of() : securityKeys;
    }

    /** The second factor after a shown code, and what that code proves. */
    record Shown(SecondFactor next, Proof proof) {}

    /**
     * Looks at a code.
     *
     * @param plain as it counts
     * @param fingerprint of it, if it is a recovery code
     */
    Shown show(String plain, String fingerprint, Instant now) {
        return APP_CODE.matcher(plain).matches() ? showOfApp(plain, now) : showRecoveryCode(fingerprint);
    }

    private Shown showOfApp(String code, Instant now) {
        if (misses.mustWait(now)) {
            return new Shown(this, proof(Kind.TOO_SOON));
        }
        return Optional.ofNullable(app)
                .flatMap(present -> present.taking(code, now))
                .map(next -> new SecondFactor(stamp, since, next, recoveryCodes, Misses.NONE, securityKeys))
                .map(next -> new Shown(next, next.proof(Kind.CODE)))
                .orElseGet(() -> new Shown(
                        new SecondFactor(stamp, since, app, recoveryCodes, misses.andOne(now), securityKeys),
                        proof(Kind.WRONG)));
    }

    private Shown showRecoveryCode(String fingerprint) {
        if (!recoveryCodes.contains(fingerprint)) {
            return new Shown(this, proof(Kind.WRONG));
        }
        var next = with(
                recoveryCodes.stream().filter(code -> !code.equals(fingerprint)).toList());
        return new Shown(next, next.proof(Kind.RECOVERY_CODE));
    }

    /** This factor with these recovery codes in place of the present ones. */
    SecondFactor with(List<String> codes) {
        return new SecondFactor(stamp, since, app, codes, misses, securityKeys);
    }

    /** This factor with this key behind the others, or in place of the key of its id. */
    SecondFactor with(SecurityKeys.Key key) {
        var isThere = keys().stream().anyMatch(one -> one.id().equals(key.id()));
        var all = isThere
                ? keys().stream()
                        .map(one -> one.id().equals(key.id()) ? key : one)
                        .toList()
                : Stream.concat(keys().stream(), Stream.of(key)).toList();
        return new SecondFactor(stamp, since, app, recoveryCodes, misses, all);
    }

    /** Whether the operator could still sign in without this key, and not by recovery codes alone. */
    boolean canSpare(String key) {
        return keys().stream().anyMatch(one -> one.id().equals(key)) && (app != null || keys().size() > 1);
    }

    /** This factor without this key; its sign-ins end by the new stamp. */
    SecondFactor without(String key, String nextStamp) {
        var left = keys().stream().filter(one -> !one.id().equals(key)).toList();
        return new SecondFactor(nextStamp, since, app, recoveryCodes, misses, left);
    }

    /** The factor after a key has signed, and what that proves. */
    Shown showKey(SecurityKeys.Key counted, Kind kind) {
        var next = with(counted);
        return new Shown(next, next.proof(kind));
    }

    private Proof proof(Kind kind) {
        return new Proof(kind, stamp, recoveryCodes.size());
    }

    @Override
    public String toString() {
        return "SecondFactor[secret]";
    }
}
