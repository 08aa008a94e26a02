package io.gatehouse.panel.accesskey;

import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.ledger.Ledgers;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screen and the API share. Where no room answers the API that the keys are for, there is none of it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnAwsApi
class AccessKeyConfiguration {

    @Bean
    AccessKeyActs accessKeyActs(AccessKeys keys, Ledgers ledgers, SecureRandom random, Clock clock) {
        return new AccessKeyActs(keys, ledgers, random, clock);
    }
}
