package io.gatehouse.store.dynamodb;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.StartWait;
import io.gatehouse.store.StoreGuards;
import io.gatehouse.store.StoreTime;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.store.dynamodb.DynamoDb.Timeouts;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Keeps in DynamoDB what must never be lost. Who waits is where the chosen store's {@link WaitingLine} keeps it. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore({StoreKind.DYNAMODB, StoreKind.REDIS_DYNAMODB})
@EnableConfigurationProperties(DynamoDbProperties.class)
@Import(TablePositionBlocks.class)
class DynamoDbConnectionConfiguration {

    @Bean
    DynamoDbClient dynamoDbClient(DynamoDbProperties properties) {
        return DynamoDb.client(properties, Timeouts.VISITOR);
    }

    @Bean
    Table dynamoDbTable(
            DynamoDbClient client, DynamoDbProperties properties, StoreProperties chosen, Scheduler scheduler) {
        try (var patient = DynamoDb.client(properties, Timeouts.START)) {
            var check = new TableCheck(patient, properties, StartWait.ofANode(scheduler));
            check.run();
            if (chosen.store() == StoreKind.DYNAMODB) {
                check.tryInsert();
            }
        }
        return new Table(client, properties.table(), Timeouts.VISITOR.call(), scheduler);
    }

    @Bean
    StoreTime storeTime(Table table) {
        return table::time;
    }

    @Bean
    RoomStore roomStore(Table table, WaitingLine line, StoreGuards guards) {
        return guards.before(new DynamoDbRoomStore(table, line));
    }

    @Bean
    ExpiringStore expiringStore(Table table, StoreGuards guards) {
        return guards.before(new DynamoDbExpiringStore(table));
    }

    @Bean
    LedgerStore ledgerStore(Table table, StoreGuards guards) {
        return guards.before(new DynamoDbLedgerStore(table));
    }

    /** Keeps in DynamoDB also who waits, when DynamoDB alone is chosen. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnStore(StoreKind.DYNAMODB)
    static class WhoWaits {

        @Bean
        WaitingLine waitingLine(Table table, PositionBlocks blocks) {
            return new DynamoDbWaitingLine(table, blocks);
        }
    }
}
