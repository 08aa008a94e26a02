package io.gatehouse.web;

import io.gatehouse.time.Scheduler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what tells operators of an outage. */
@Configuration(proxyBeanMethods = false)
class OutageConfiguration {

    @Bean
    OutageLog outageLog(Scheduler scheduler) {
        return new OutageLog(scheduler);
    }
}
