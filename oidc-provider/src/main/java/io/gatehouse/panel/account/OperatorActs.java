package io.gatehouse.panel.account;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.SecondFactors.Summary;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Operators;
import io.gatehouse.panel.operator.Operators.Account;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Optional;

/** What owners see of the operators and do to them; the same for the screen and for API clients. */
final class OperatorActs {

    private final Operators operators;
    private final SecondFactors factors;
    private final WaitingRooms rooms;
    private final Ledgers ledgers;

    OperatorActs(Operators operators, SecondFactors factors, WaitingRooms rooms, Ledgers ledgers) {
        this.operators = operators;
        this.factors = factors;
        this.rooms = rooms;
        this.ledgers = ledgers;
    }

    List<OperatorView> all() {
        return operators.all().stream().map(this::view).toList();
    }

    /** What the browser of this operator asks their security keys; empty when there is none. */
    Optional<String> keyRequest(String operator) {
        return factors.keyRequest(operator);
    }

    private OperatorView view(Account account) {
        var isUnreadable = factors.isUnreadable(account.name());
        var factor = isUnreadable ? Optional.<Summary>empty() : factors.summary(account.name());
        return new OperatorView(
                account.name(),
                account.role().word(),
                operators.demandsSecondFactor(account.name()),
                factor.map(Summary::since).orElse(null),
                factor.map(Summary::recoveryCodes).orElse(null),
                isUnreadable);
    }

    /**
     * Removes the operator's second factor, which ends their sign-ins. The ledger of every room records it,
     * because the next sign-in may act on each.
     */
    void takeAwaySecondFactor(Actor who, String operator) {
        if (operators.all().stream().noneMatch(account -> account.name().equals(operator))) {
            throw new RefusedException(Problem.UNKNOWN_OPERATOR, "there is no operator \"" + operator + "\"");
        }
        var what = "take away the second factor of operator " + operator;
        ledgers.house(who.toString(), what);
        rooms.all().forEach(room -> ledgers.act(room.id(), who.toString(), what));
        factors.takeAway(operator);
        ActLog.other(who, "took away the second factor of operator " + operator);
    }
}
