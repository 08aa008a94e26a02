package io.gatehouse.store.dynamodb;

import io.gatehouse.room.MutableClock;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.dynamodb.DynamoDb.Patience;
import java.util.UUID;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** A table in the shared DynamoDB Local, and clients for it; patient ones, since the machine may be busy with other tests. */
final class LocalTable {

    private static final Table SHARED = fresh();

    private LocalTable() {}

    /** One that tests share, whose rooms and keys have random names. */
    static Table shared() {
        return SHARED;
    }

    /** One that nobody else uses. */
    static Table fresh() {
        var properties = properties("table-" + UUID.randomUUID(), true);
        var client = DynamoDb.client(properties, Patience.START);
        new TableCheck(client, properties).run();
        return new Table(client, properties.table());
    }

    /** The shared one through a client of its own, which these listen to. */
    static Table heardBy(ExecutionInterceptor... interceptors) {
        return new Table(
                DynamoDb.client(properties(SHARED.name(), false), Patience.START, interceptors), SHARED.name());
    }

    /** The same, for tests in which DynamoDB never answers. */
    static Table impatient(ExecutionInterceptor... interceptors) {
        return new Table(
                DynamoDb.client(properties(SHARED.name(), false), Patience.VISITOR, interceptors), SHARED.name());
    }

    /** A node's store on this table. */
    static RoomStore rooms(Table table) {
        var blocks = new TablePositionBlocks(table, new MutableClock());
        return new DynamoDbRoomStore(table, new DynamoDbWaitingLine(table, blocks));
    }

    static DynamoDbProperties properties(String name, boolean create) {
        var local = DynamoDbLocal.shared();
        local.settings("dynamodb", name);
        return new DynamoDbProperties(name, "eu-central-1", local.endpoint(), create);
    }
}
