package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.room.RoomId;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what lets rooms find their limits. */
@Configuration(proxyBeanMethods = false)
@Import({Counting.class, Pushed.class, Signals.class, Telling.class, Tuner.class})
class TuneConfiguration {

    /** @param ofTheFiles the rooms of the configuration files that find theirs */
    @Bean
    Tunings tunings(
            Signals signals,
            Pushed pushed,
            TunedLimits limits,
            MeterRegistry meters,
            Map<RoomId, TuneProperties> ofTheFiles) {
        var tunings = new Tunings(signals, pushed, limits, meters);
        ofTheFiles.forEach(tunings::defineOfTheFiles);
        return tunings;
    }
}
