package io.gatehouse.store.dynamodb;

import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.StartPatience;
import io.gatehouse.store.StoreGuards;
import io.gatehouse.store.dynamodb.DynamoDb.Patience;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Keeps in DynamoDB what must never be lost. Who waits is where the chosen store's {@link WaitingLine} keeps it. */
@Configuration(proxyBeanMethods = false)
@Conditional(DynamoDbConnectionConfiguration.OnDynamoDb.class)
@EnableConfigurationProperties(DynamoDbProperties.class)
class DynamoDbConnectionConfiguration {

    @Bean
    DynamoDbClient dynamoDbClient(DynamoDbProperties properties) {
        return DynamoDb.client(properties, Patience.VISITOR);
    }

    @Bean
    Table dynamoDbTable(DynamoDbClient client, DynamoDbProperties properties) {
        try (var patient = DynamoDb.client(properties, Patience.START)) {
            new TableCheck(patient, properties, StartPatience.OF_A_NODE).run();
        }
        return new Table(client, properties.table(), Patience.VISITOR.call());
    }

    @Bean
    PositionBlocks positionBlocks(Table table) {
        return new TablePositionBlocks(table);
    }

    @Bean
    RoomStore roomStore(Table table, WaitingLine line, StoreGuards guards) {
        return guards.before(new DynamoDbRoomStore(table, line));
    }

    @Bean
    ExpiringStore expiringStore(Table table, StoreGuards guards) {
        return guards.before(new DynamoDbExpiringStore(table));
    }

    /** Alone, or together with Redis. */
    static final class OnDynamoDb implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            var store = context.getEnvironment().getProperty("gatehouse.store", "embedded");
            return store.equals("dynamodb") || store.equals("redis+dynamodb");
        }
    }
}
