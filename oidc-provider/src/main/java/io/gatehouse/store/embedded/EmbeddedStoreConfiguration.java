package io.gatehouse.store.embedded;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Keeps everything in one file of the data folder, unless another store is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreKind.EMBEDDED)
@Import(EmbeddedRoomStore.class)
class EmbeddedStoreConfiguration {

    @Bean
    EmbeddedFile embeddedFile(StoreProperties properties, Clock clock, Scheduler scheduler) {
        return EmbeddedFile.open(properties.data(), clock, scheduler);
    }

    @Bean
    CopyServer copyServer(EmbeddedFile file, StoreProperties properties, Scheduler scheduler) {
        return new CopyServer(file, properties.data(), scheduler);
    }

    @Bean
    ExpiringStore expiringStore(EmbeddedFile file, StoreMeters meters) {
        return meters.measured(new EmbeddedExpiringStore(file));
    }

    @Bean
    LedgerStore ledgerStore(EmbeddedFile file, StoreMeters meters) {
        return meters.measured(new EmbeddedLedgerStore(file));
    }
}
