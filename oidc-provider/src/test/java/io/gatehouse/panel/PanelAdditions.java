package io.gatehouse.panel;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.panel.simulate.PatientPlayer;
import io.gatehouse.room.RoomStore;
import io.gatehouse.secret.PasswordHashes;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/**
 * What tests of the panel put into the whole application: a clock to move, stores to empty and to switch off.
 * Not annotated: the application's own scan, in other tests, must not find it.
 */
@Import(PatientPlayer.class)
public class PanelAdditions {

    @Bean
    @Primary
    MutableClock movableClock() {
        return new MutableClock();
    }

    @Bean
    @Primary
    MutableScheduler movableSpans() {
        return MutableScheduler.goingOn();
    }

    /** Operators who are added here set their passwords a hundred times. */
    @Bean
    @Primary
    PasswordHashes quickHashes() {
        return new PasswordHashes(4);
    }

    @Bean
    Outage outage() {
        return new Outage();
    }

    @Bean
    @Primary
    RoomStore linesInMemory(Outage outage) {
        return outage.over(RoomStore.class, outage::lines);
    }

    @Bean
    @Primary
    ExpiringStore valuesThatMayBeAway(ExpiringStore store, Outage outage) {
        return outage.over(ExpiringStore.class, () -> store);
    }

    @Bean
    @Primary
    LedgerStore ledgersThatMayBeAway(LedgerStore store, Outage outage) {
        return outage.over(LedgerStore.class, () -> store);
    }

    @Bean
    SessionCount sessionCount() {
        return new SessionCount();
    }

    /** Counts the sessions that the server makes; there must be none. */
    static final class SessionCount implements HttpSessionListener {

        final AtomicInteger made = new AtomicInteger();

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            made.incrementAndGet();
        }
    }
}
