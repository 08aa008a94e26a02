package io.gatehouse.archive;

import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Rooms;
import io.gatehouse.time.Scheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the archive; without a bucket it does nothing. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ArchiveProperties.class)
class ArchiveConfiguration {

    @Bean
    Archive.Sources archiveSources(
            Rooms rooms, Ledgers ledgers, History history, ReportSource reports, Clock clock, MeterRegistry meters) {
        return new Archive.Sources(rooms, ledgers, history, reports, clock, meters);
    }

    @Bean
    Archive archive(ArchiveProperties properties, Archive.Sources sources, Scheduler scheduler) {
        return new Archive(
                Optional.ofNullable(properties.bucket()).map(name -> new Bucket(name, properties)),
                properties.warnings(),
                sources,
                scheduler);
    }
}
