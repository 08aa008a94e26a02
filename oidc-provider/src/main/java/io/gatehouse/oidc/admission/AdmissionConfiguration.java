package io.gatehouse.oidc.admission;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRooms;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what knows who is admitted, and under which name. */
@Configuration(proxyBeanMethods = false)
class AdmissionConfiguration {

    @Bean
    SubjectIdentifiers subjects(MasterKey master, SecureRandom random) {
        return new SubjectIdentifiers(master, random);
    }

    @Bean
    Admissions admissions(WaitingRooms rooms, SubjectIdentifiers subjects) {
        return new Admissions(rooms, subjects);
    }

    @Bean
    LoopGuard loopGuard(ExpiringStore store, MasterKey master, Clock clock) {
        return new LoopGuard(store, master, clock);
    }
}
