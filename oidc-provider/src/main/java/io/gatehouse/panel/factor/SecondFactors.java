package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.factor.Proof.Kind;
import io.gatehouse.panel.factor.SecondFactor.App;
import io.gatehouse.panel.factor.SecondFactor.Misses;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.value.StoredJson;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The second factors of all operators.
 *
 * <pre>
 * panel:second-factor:{operator}   JWE under a key of the master key:
 *                                  {"factor": a {@link SecondFactor} as JSON}; for ever
 * </pre>
 *
 * <p>Each change is a compare-and-set: of two who show the same code at once, at any two nodes, one is let
 * in. One that cannot be opened is not taken for none: that would let the password alone in.
 *
 * <p>Of one that is taken away a stamp stays, {@code .} and random: without it the sign-ins of before it was
 * set up, which rest on no second factor, would be good again.
 */
public final class SecondFactors {

    private static final String SEALED = "factor";
    private static final int STAMP_BYTES = 9;

    /** The prefix of a stamp that stands for none; stamps of second factors are in Base64url. */
    private static final String NONE = ".";

    /** The length of the text that stands for an operator in their keys. */
    private static final int USER_LETTERS = 32;

    /** The maximum number of keys of one operator. */
    public static final int MOST_KEYS = 10;

    /** The maximum number of lost races for one second factor; more mean guessing. */
    private static final int TRIES = 20;

    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    private record Found(byte[] sealed, byte[] json, SecondFactor value) {}

    /** No code begins so: what does is the answer of a security key. */
    private static final String ANSWER = "{";

    private final ExpiringStore store;
    private final Seal seal;
    private final RecoveryCodes codes;
    private final SecurityKeys keys;
    private final SecureRandom random;
    private final Clock clock;
    private final StoredJson<SecondFactor> json = new StoredJson<>(SecondFactor.class);

    SecondFactors(ExpiringStore store, MasterKey master, SecurityKeys keys, SecureRandom random, Clock clock) {
        this.keys = keys;
        this.store = store;
        this.seal = new Seal(master, "second-factors");
        this.codes = new RecoveryCodes(master, random);
        this.random = random;
        this.clock = clock;
    }

    /** A second factor as its operator and owners may see it. */
    public record Summary(Instant since, boolean hasApp, List<NamedKey> securityKeys, int recoveryCodes) {

        /** Whether one of the keys may be removed: without another one only recovery codes would be left. */
        public boolean canSpareKeys() {
            return hasApp || securityKeys.size() > 1;
        }

        /** Whether there is no room for another key. */
        public boolean isFull() {
            return securityKeys.size() >= MOST_KEYS;
        }
    }

    /**
     * A security key, as its owner calls it.
     *
     * @param used when it has signed last; empty when it has not, since that is written
     * @param signsInAlone whether it is a passkey that checked its owner when it was added
     */
    public record NamedKey(String id, String name, Instant since, Optional<Instant> used, boolean signsInAlone) {

        private static NamedKey of(SecurityKeys.Key key) {
            return new NamedKey(
                    key.id(),
                    key.name(),
                    Instant.ofEpochMilli(key.since()),
                    Optional.ofNullable(key.used()).map(Instant::ofEpochMilli),
                    key.signsInAlone());
        }
    }

    /** A second factor that has just been set up, with its recovery codes, which are never seen again. */
    public record SetUp(String stamp, List<String> recoveryCodes) {}

    /** Whether the operator has an unreadable one, which refuses every sign-in and every other change. */
    public boolean isUnreadable(String operator) {
        return store.get(key(operator), clock.instant())
                .filter(bytes -> open(bytes).isEmpty())
                .isPresent();
    }

    public Optional<Summary> summary(String operator) {
        return findSetUp(operator)
                .map(Found::value)
                .map(factor -> new Summary(
                        Instant.ofEpochMilli(factor.since()),
                        factor.app() != null,
                        factor.keys().stream().map(NamedKey::of).toList(),
                        factor.recoveryCodes().size()));
    }

    /** Whether this stamp stands for no second factor: there has been none, or it was taken away. */
    public static boolean isNone(String stamp) {
        return stamp.isEmpty() || stamp.startsWith(NONE);
    }

    /** Stands for the operator's present second factor, or for {@linkplain #isNone none}. */
    public String stamp(String operator) {
        return find(operator).map(found -> found.value().stamp()).orElse("");
    }

    /** The request of the operator's browser to their security keys; empty when there is none. */
    public Optional<String> keyRequest(String operator) {
        return find(operator)
                .map(found -> found.value().keys())
                .filter(present -> !present.isEmpty())
                .map(present -> keys.request(operator, present));
    }

    /** The request of the operator's browser to make a new security key in this sign-in. */
    public String keyCreation(String operator, String signIn) {
        var present = find(operator).map(found -> found.value().keys()).orElse(List.of());
        return keys.creation(operator, user(operator), signIn, present);
    }

    /** Stands for the operator in their keys, and tells nothing of them: 24 bytes in Base64url. */
    private String user(String operator) {
        return codes.fingerprint("user " + operator);
    }

    /** The request of any browser for a passkey that signs in alone. */
    public String passkeyRequest() {
        return keys.requestOfAny();
    }

    /** The user that the answer of a passkey names, good or not; empty when it names none. It reads no store. */
    public Optional<String> userOf(String answer) {
        return keys.user(answer).filter(user -> user.length() == USER_LETTERS);
    }

    /** The operator among these who is that user; empty without one. */
    public Optional<String> owner(String user, List<String> operators) {
        return operators.stream()
                .filter(operator -> user(operator).equals(user))
                .findFirst();
    }

    /**
     * Looks at the answer of a passkey of the operator, in place of password and second factor. It is good
     * once, and only where the key has checked its owner, also when it was added.
     */
    public Proof provePasskey(String operator, String answer) {
        return isUnreadable(operator)
                ? Proof.NONE
                : proveByKey(operator, Kind.PASSKEY, present -> keys.shownAlone(present, answer, clock.millis()));
    }

    /**
     * Adds the security key that a browser has made in this sign-in. It becomes the second factor of an
     * operator without one, together with recovery codes. Empty if the answer is not valid, or the operator
     * has as many as there may be.
     */
    public Optional<SetUp> addKey(String operator, String signIn, String name, String answer) {
        var now = clock.instant().toEpochMilli();
        return keys.created(signIn, name, answer, now).flatMap(key -> {
            var found = find(operator);
            var present = found.map(Found::value).filter(factor -> !isNone(factor.stamp()));
            if (present.filter(factor -> factor.keys().size() >= MOST_KEYS).isPresent()) {
                return Optional.empty();
            }
            var made = present.isPresent() ? List.<String>of() : codes.make();
            var next = present.orElseGet(() ->
                            new SecondFactor(newStamp(), now, null, codes.fingerprints(made), Misses.NONE, List.of()))
                    .with(key);
            return isReplaced(operator, found, next) ? Optional.of(new SetUp(next.stamp(), made)) : Optional.empty();
        });
    }

    /**
     * Takes one security key away, which ends the operator's sign-ins; the stamp of what is left. Empty when
     * there is no such key, or nothing but recovery codes would be left: that is to be switched off instead.
     */
    public Optional<String> removeKey(String operator, String key) {
        var stamp = newStamp();
        var isRemoved = change(operator, factor -> factor.canSpare(key), factor -> factor.without(key, stamp));
        return isRemoved ? Optional.of(stamp) : Optional.empty();
    }

    /** Looks at a code of the operator's app, a recovery code, or the answer of a security key; each is good once. */
    public Proof prove(String operator, String typed) {
        return typed.startsWith(ANSWER)
                ? proveByKey(operator, Kind.KEY, present -> keys.shown(operator, present, typed, clock.millis()))
                : proveByCode(operator, typed);
    }

    private Proof proveByKey(
            String operator, Kind kind, Function<List<SecurityKeys.Key>, Optional<SecurityKeys.Key>> look) {
        var found = find(operator);
        var shown = found.map(Found::value)
                .flatMap(factor -> look.apply(factor.keys()).map(key -> factor.showKey(key, kind)));
        return shown.filter(one -> isReplaced(operator, found, one.next()))
                .map(SecondFactor.Shown::proof)
                .orElse(Proof.NONE);
    }

    private Proof proveByCode(String operator, String typed) {
        var plain = RecoveryCodes.plain(typed);
        for (var tried = 0; tried < TRIES; tried++) {
            var found = find(operator);
            if (found.isEmpty()) {
                return Proof.NONE;
            }
            var before = found.get();
            var shown = before.value().show(plain, codes.fingerprint(plain), clock.instant());
            if (shown.next().equals(before.value()) || isReplaced(operator, found, shown.next())) {
                return shown.proof();
            }
        }
        return new Proof(Proof.Kind.TOO_SOON, "", 0);
    }

    /**
     * Gives the operator this app as second factor, in place of the one with this stamp, or of none. Empty
     * when that is not the present one.
     *
     * @param step of the code that has shown that the app works
     */
    Optional<SetUp> setUp(String operator, String before, String secret, long step) {
        var made = codes.make();
        var stamp = newStamp();
        var app = new App(secret, step);
        var found = find(operator);
        var next = new SecondFactor(
                stamp,
                clock.instant().toEpochMilli(),
                app,
                codes.fingerprints(made),
                Misses.NONE,
                found.map(there -> there.value().keys()).orElse(List.of()));
        var present = found.map(there -> there.value().stamp()).orElse("");
        return present.equals(before) && isReplaced(operator, found, next)
                ? Optional.of(new SetUp(stamp, made))
                : Optional.empty();
    }

    /** Makes new recovery codes; those of before open nothing any more. Empty when there is no second factor. */
    public List<String> renewRecoveryCodes(String operator) {
        var made = codes.make();
        return change(operator, any -> true, factor -> factor.with(codes.fingerprints(made))) ? made : List.of();
    }

    /**
     * Takes the operator's second factor away, also one that cannot be read, which ends their sign-ins; the
     * stamp of none.
     */
    public String takeAway(String operator) {
        var now = clock.instant();
        if (store.get(key(operator), now).isEmpty()) {
            return "";
        }
        var none = new SecondFactor(NONE + newStamp(), now.toEpochMilli(), null, List.of(), Misses.NONE, List.of());
        store.put(key(operator), sealed(json.write(none)), ExpiringStore.FOREVER, now);
        return none.stamp();
    }

    private String newStamp() {
        return RandomBytes.base64Url(STAMP_BYTES, random);
    }

    /** False where there is no second factor that this can be done to. */
    private boolean change(String operator, Predicate<SecondFactor> mayBe, UnaryOperator<SecondFactor> change) {
        while (true) {
            var found = findSetUp(operator).filter(one -> mayBe.test(one.value()));
            if (found.isEmpty()
                    || isReplaced(operator, found, change.apply(found.get().value()))) {
                return found.isPresent();
            }
        }
    }

    private Optional<Found> findSetUp(String operator) {
        return find(operator).filter(found -> !isNone(found.value().stamp()));
    }

    private Optional<Found> find(String operator) {
        return store.get(key(operator), clock.instant()).map(bytes -> open(bytes)
                .orElseThrow(() -> new IllegalStateException("the second factor of " + operator + " cannot be read")));
    }

    private Optional<Found> open(byte[] sealed) {
        return seal.open(sealed)
                .map(kept -> String.valueOf(kept.get(SEALED)).getBytes(UTF_8))
                .flatMap(opened -> json.read(opened).map(value -> new Found(sealed, opened, value)));
    }

    private boolean isReplaced(String operator, Optional<Found> before, SecondFactor next) {
        var bytes = before.map(found -> json.write(next, found.json())).orElseGet(() -> json.write(next));
        return store.replace(
                key(operator), before.map(Found::sealed), sealed(bytes), ExpiringStore.FOREVER, clock.instant());
    }

    private byte[] sealed(byte[] written) {
        return seal.seal(Map.of(SEALED, new String(written, UTF_8)));
    }

    private static String key(String operator) {
        return "panel:second-factor:" + operator;
    }
}
