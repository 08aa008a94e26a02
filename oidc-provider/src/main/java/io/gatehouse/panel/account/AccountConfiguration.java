package io.gatehouse.panel.account;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.operator.Operators;
import io.gatehouse.waitingroom.WaitingRooms;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screen of the operators and the API share. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration {

    @Bean
    OperatorActs operatorActs(Operators operators, SecondFactors factors, WaitingRooms rooms, Ledgers ledgers) {
        return new OperatorActs(operators, factors, rooms, ledgers);
    }
}
