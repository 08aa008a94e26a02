package io.gatehouse.awsapi.event;

import io.gatehouse.event.EventKinds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the kinds of events of the old stack known, so that receivers may ask for them before a room has its API. */
@Configuration(proxyBeanMethods = false)
class OldEventConfiguration {

    @Bean
    EventKinds awsEventKinds() {
        return OldEvents.KINDS;
    }
}
