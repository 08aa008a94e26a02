package io.gatehouse.store.dynamodb;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps in DynamoDB also who waits, when DynamoDB alone is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gatehouse.store", havingValue = "dynamodb")
class DynamoDbStoreConfiguration {

    @Bean
    WaitingLine waitingLine(Table table, PositionBlocks blocks) {
        return new DynamoDbWaitingLine(table, blocks);
    }
}
