package io.gatehouse.awsapi.join;

import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the parts that give places by this API, and the answers that each tick makes ready. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnAwsApi
@Import(AwsJoins.class)
class JoinConfiguration {

    @Bean
    ReadyNumbers readyServingNumbers(AwsRooms events) {
        return new ReadyNumbers(AwsPaths.SERVING_NUM, ReadyNumbers::serving, events);
    }

    @Bean
    ReadyNumbers readyWaitingNumbers(AwsRooms events) {
        return new ReadyNumbers(AwsPaths.WAITING_NUM, ReadyNumbers::waiting, events);
    }
}
