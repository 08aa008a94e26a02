package io.gatehouse.addition;

import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The operators whom owners have added at the panel. Each lookup reads the store, so that every node refuses
 * the next request of an operator who was switched off.
 */
public final class AddedOperators {

    private static final int TRIES = 10;

    private final Additions kept;
    private final MasterKey master;
    private volatile Map<String, AddedOperator> used = Map.of();

    /** The name of the operator whom a link is for, and what is kept of them. */
    public record Invited(String name, AddedOperator operator) {}

    public AddedOperators(ExpiringStore store, MasterKey master, Clock clock) {
        this.kept = new Additions("operators", store, master, clock, this::use);
        this.master = master;
    }

    private boolean use(Map<String, Addition> all) {
        var next = new TreeMap<String, AddedOperator>();
        all.forEach((name, one) -> next.put(name, new AddedOperator(one)));
        used = Collections.unmodifiableMap(next);
        return true;
    }

    /** All operators, as they are kept now; {@link #now} is cheaper for reading. */
    public Additions kept() {
        return kept;
    }

    /** All operators by name, as they are now. */
    public Map<String, AddedOperator> now() {
        kept.refresh();
        return used;
    }

    /** The stored fingerprint of a link, which does not reveal the link. */
    public String fingerprint(String link) {
        return master.fingerprint("operator-link", link);
    }

    /** The operator whom this link is for; empty when it was used or replaced, is too old, or is none. */
    public Optional<Invited> invitedBy(String link, Instant now) {
        var fingerprint = fingerprint(link);
        return now().entrySet().stream()
                .filter(one -> isGood(one.getValue(), fingerprint, now))
                .map(one -> new Invited(one.getKey(), one.getValue()))
                .findFirst();
    }

    /**
     * Gives the operator this password in exchange for the link; of several simultaneous uses one succeeds.
     * False when the link is no longer good.
     */
    public boolean accept(String name, String link, String hash, Instant now) {
        var fingerprint = fingerprint(link);
        return setPassword(name, hash, one -> isGood(one, fingerprint, now));
    }

    /**
     * Gives the operator another password in place of that with this hash. False when the password has
     * changed, or the operator is switched off or removed.
     */
    public boolean changePassword(String name, String before, String hash) {
        return setPassword(
                name,
                hash,
                one -> one.signsIn() && one.password().filter(before::equals).isPresent());
    }

    /** Other simultaneous changes of the operator are kept. */
    private boolean setPassword(String name, String hash, Predicate<AddedOperator> mayBe) {
        for (var tries = 0; tries < TRIES; tries++) {
            var present = kept.find(name);
            if (present.map(AddedOperator::new).filter(mayBe).isEmpty()) {
                return false;
            }
            var next = new AddedOperator(present.get()).withPassword(hash);
            if (kept.replace(name, present, next.kept())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGood(AddedOperator operator, String fingerprint, Instant now) {
        return !operator.isOff()
                && operator.linkUntil().filter(now::isBefore).isPresent()
                && operator.link()
                        .filter(link -> Digests.isEqual(link, fingerprint))
                        .isPresent();
    }
}
