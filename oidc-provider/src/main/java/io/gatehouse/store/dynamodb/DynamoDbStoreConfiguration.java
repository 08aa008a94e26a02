package io.gatehouse.store.dynamodb;

import io.gatehouse.setting.StoreKind;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps in DynamoDB also who waits, when DynamoDB alone is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreKind.DYNAMODB)
class DynamoDbStoreConfiguration {

    @Bean
    WaitingLine waitingLine(Table table, PositionBlocks blocks) {
        return new DynamoDbWaitingLine(table, blocks);
    }
}
