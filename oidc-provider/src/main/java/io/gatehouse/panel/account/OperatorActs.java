package io.gatehouse.panel.account;

import static io.gatehouse.panel.answer.RefusedException.quoted;

import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.Addition;
import io.gatehouse.addition.Additions;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.account.OperatorView.State;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.SecondFactors.Summary;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.InvitationEndpoint;
import io.gatehouse.panel.operator.Operators;
import io.gatehouse.panel.operator.Operators.Account;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * The acts of owners on operators, and their view of them, for the screen and for API clients. Each act is
 * written to the ledger of the house before it is done, and to the log once it is. The ledgers of rooms,
 * which are for the public, tell nothing of them. Operators of the configuration files are changed there. As
 * long as one owner can sign in, no act leaves the house without.
 */
@Component
final class OperatorActs {

    /** How long an unused link is good. */
    static final Duration LINK_LASTS = Duration.ofHours(24);

    /** A link has 256 random bits. */
    private static final int LINK_BYTES = 32;

    private static final int MARK_BYTES = 9;

    private final Operators operators;
    private final AddedOperators added;
    private final SecondFactors factors;
    private final Ledgers ledgers;
    private final Issuer issuer;
    private final SecureRandom random;
    private final Clock clock;

    /**
     * A link, which is told this once.
     *
     * @param link where the person sets a password and a second factor, once
     * @param until when it ends unless it is used
     */
    record Invitation(String operator, String role, String link, Instant until) {

        @Override
        public String toString() {
            return "Invitation[" + operator + "]";
        }
    }

    OperatorActs(
            Operators operators,
            AddedOperators added,
            SecondFactors factors,
            Ledgers ledgers,
            Issuer issuer,
            SecureRandom random,
            Clock clock) {
        this.operators = operators;
        this.added = added;
        this.factors = factors;
        this.ledgers = ledgers;
        this.issuer = issuer;
        this.random = random;
        this.clock = clock;
    }

    List<OperatorView> all() {
        return operators.all().stream().map(this::view).toList();
    }

    OperatorView find(String operator) {
        return operators.all().stream()
                .filter(account -> account.name().equals(operator))
                .findFirst()
                .map(this::view)
                .orElseThrow(() -> unknown(operator));
    }

    private OperatorView view(Account account) {
        var isUnreadable = factors.isUnreadable(account.name());
        var factor = isUnreadable ? Optional.<Summary>empty() : factors.summary(account.name());
        return new OperatorView(
                account.name(),
                account.role().map(Role::word).orElseGet(() -> account.added()
                        .map(AddedOperator::role)
                        .orElse("")),
                account.added().isEmpty(),
                account.added().map(this::state).orElse(State.ACTIVE),
                account.added().map(AddedOperator::addedBy).orElse(null),
                account.added().flatMap(AddedOperator::linkUntil).orElse(null),
                account.added().isPresent() || operators.demandsSecondFactor(account.name()),
                factor.map(Summary::since).orElse(null),
                factor.map(Summary::recoveryCodes).orElse(null),
                isUnreadable);
    }

    private State state(AddedOperator one) {
        if (one.isOff()) {
            return State.OFF;
        }
        if (one.password().isPresent()) {
            return State.ACTIVE;
        }
        return one.linkUntil().filter(clock.instant()::isBefore).isPresent() ? State.INVITED : State.LINK_ENDED;
    }

    /** Refuses a name that an operator cannot have, or has, and a role that there is not. */
    void requireNew(String operator, String role) {
        if (!Operators.isName(operator)) {
            throw RefusedException.at(
                    "operator", "must be 1 to 64 letters, digits and . _ @ -, was " + quoted(operator));
        }
        try {
            PanelPaths.requireFree(operator);
        } catch (RefusedException reserved) {
            throw RefusedException.at("operator", reserved.detail());
        }
        if (operators.all().stream().anyMatch(one -> one.name().equalsIgnoreCase(operator))) {
            throw RefusedException.at("operator", "must be another name, there is an operator " + quoted(operator));
        }
        role(role);
        if (added.kept()
                .isFull(operator, AddedOperator.of(role, "", clock.instant()).kept())) {
            throw RefusedException.at(
                    "operator", "cannot be added: operators of the panel are " + Additions.MOST + " at most");
        }
    }

    private static Role role(String word) {
        return Role.read(word)
                .orElseThrow(
                        () -> RefusedException.at("role", "must be viewer, operator or owner, was " + quoted(word)));
    }

    /** Adds an operator, who has a link and nothing else. */
    Invitation add(Actor who, String operator, String role) {
        requireNew(operator, role);
        var link = RandomBytes.base64Url(LINK_BYTES, random);
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        var next = AddedOperator.of(role, who.toString(), now).withLink(added.fingerprint(link), now.plus(LINK_LASTS));
        var what = "operator " + operator + " added as " + role + ", with a link";
        ledgers.house(who.toString(), what);
        factors.takeAway(operator); // of another person who had the name before
        if (!added.kept().replace(operator, Optional.empty(), next.kept())) {
            throw changedMeanwhile(operator);
        }
        ActLog.other(who, what);
        return invitation(operator, next, link);
    }

    /**
     * Makes a link to a new password and a new second factor. Those of before are void at once, and all
     * sign-ins of the operator end.
     */
    Invitation newLink(Actor who, String operator) {
        var present = present(operator);
        var link = RandomBytes.base64Url(LINK_BYTES, random);
        var until = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(LINK_LASTS);
        if (present.isOff()) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "operator " + operator + " is switched off; switch them on first");
        }
        var next = present.withLink(added.fingerprint(link), until);
        replace(
                who,
                operator,
                present,
                Optional.of(next),
                "new link for operator " + operator + ", whose password is void");
        factors.takeAway(operator);
        return invitation(operator, next, link);
    }

    private Invitation invitation(String operator, AddedOperator next, String link) {
        return new Invitation(
                operator,
                next.role(),
                issuer.at(InvitationEndpoint.path(link)),
                next.linkUntil().orElseThrow());
    }

    /**
     * Changes the role, or switches off or on, or both at once. A role is in force with the next request,
     * also of those who are signed in. Switching off ends all sign-ins at all nodes with their next request;
     * one who is switched on comes in with the password of before.
     */
    void change(Actor who, String operator, Optional<String> role, Optional<Boolean> off) {
        var present = present(operator);
        var withRole = role.map(word -> present.withRole(role(word).word())).orElse(present);
        var next = off.filter(isOff -> isOff != present.isOff())
                .map(isOff -> isOff ? withRole.off(RandomBytes.base64Url(MARK_BYTES, random)) : withRole.on())
                .orElse(withRole);
        replace(who, operator, present, Optional.of(next), "operator " + operator + ": " + changes(present, next));
    }

    private static String changes(AddedOperator present, AddedOperator next) {
        var role = present.role().equals(next.role()) ? "" : "role " + present.role() + " -> " + next.role();
        var use = present.isOff() == next.isOff() ? "" : next.isOff() ? "switched off" : "switched on";
        return role.isEmpty() || use.isEmpty() ? role + use : role + ", " + use;
    }

    void remove(Actor who, String operator) {
        var present = present(operator);
        replace(who, operator, present, Optional.empty(), "operator " + operator + " removed");
        factors.takeAway(operator);
    }

    private AddedOperator present(String operator) {
        if (operators.isOfTheFiles(operator)) {
            throw new RefusedException(
                    Problem.OPERATOR_OF_THE_FILES,
                    "operator " + operator + " stands in the configuration files, and is changed there");
        }
        return added.kept().find(operator).map(AddedOperator::new).orElseThrow(() -> unknown(operator));
    }

    /**
     * Puts this in place of the present one that it was made from, and nothing in place of an operator who is
     * removed. A change that came between is not overwritten: the act is refused. Of two owners who take each
     * other's role at once, one succeeds.
     */
    private void replace(Actor who, String operator, AddedOperator present, Optional<AddedOperator> next, String what) {
        if (next.filter(present::equals).isPresent()) {
            return;
        }
        Predicate<Map<String, Addition>> mustHold = isOwner(present) ? operators::includesAnOwner : all -> true;
        var kept = next.map(AddedOperator::kept);
        if (!mustHold.test(with(operator, kept))) {
            throw lastOwner(operator);
        }
        ledgers.house(who.toString(), what);
        if (!added.kept().replace(operator, Optional.of(present.kept()), kept, mustHold)) {
            throw mustHold.test(with(operator, kept)) ? changedMeanwhile(operator) : lastOwner(operator);
        }
        ActLog.other(who, what);
    }

    private static boolean isOwner(AddedOperator one) {
        return one.signsIn() && Role.read(one.role()).filter(Role.OWNER::equals).isPresent();
    }

    private Map<String, Addition> with(String operator, Optional<Addition> next) {
        return Additions.with(added.kept().all(), operator, next);
    }

    private static RefusedException changedMeanwhile(String operator) {
        return new RefusedException(
                Problem.OPERATOR_CHANGED, "operator " + operator + " has changed since you looked; look again");
    }

    private static RefusedException lastOwner(String operator) {
        return new RefusedException(
                Problem.LAST_OWNER,
                "operator " + operator + " is the last owner who can sign in; make another one first");
    }

    private static RefusedException unknown(String operator) {
        return new RefusedException(Problem.UNKNOWN_OPERATOR, "there is no operator " + quoted(operator));
    }

    /** Removes the operator's second factor, which ends their sign-ins. */
    void takeAwaySecondFactor(Actor who, String operator) {
        find(operator);
        var what = "take away the second factor of operator " + operator;
        ledgers.house(who.toString(), what);
        factors.takeAway(operator);
        ActLog.other(who, "took away the second factor of operator " + operator);
    }
}
