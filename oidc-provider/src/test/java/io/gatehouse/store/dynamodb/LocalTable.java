package io.gatehouse.store.dynamodb;

import static java.util.stream.Collectors.toMap;

import io.gatehouse.room.RoomStore;
import io.gatehouse.store.StartWait;
import io.gatehouse.store.dynamodb.DynamoDb.Timeouts;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * A table in the shared DynamoDB Local, and clients for it; patient ones, since the machine may be busy with
 * other tests.
 */
final class LocalTable {

    private static final Scheduler SCHEDULER = new SystemScheduler();
    private static final Table SHARED = fresh();

    private LocalTable() {}

    /** One that tests share, whose rooms and keys have random names. */
    static Table shared() {
        return SHARED;
    }

    /** One that nobody else uses. */
    static Table fresh(ExecutionInterceptor... interceptors) {
        var properties = properties("table-" + UUID.randomUUID(), true);
        var client = DynamoDb.client(properties, Timeouts.START, interceptors);
        new TableCheck(client, properties, StartWait.ofANode(SCHEDULER)).run();
        return new Table(client, properties.table(), Timeouts.START.call(), SCHEDULER);
    }

    /** The shared one through a client of its own, which these listen to. */
    static Table heardBy(ExecutionInterceptor... interceptors) {
        return shared(Timeouts.START, SCHEDULER, interceptors);
    }

    /** The same, for tests in which DynamoDB never answers. */
    static Table impatient(ExecutionInterceptor... interceptors) {
        return shared(Timeouts.VISITOR, SCHEDULER, interceptors);
    }

    /** The same, for tests in which all that takes time are our own pauses: they pass at once. */
    static Table timeless(ExecutionInterceptor... interceptors) {
        return shared(Timeouts.VISITOR, new MutableScheduler(), interceptors);
    }

    private static Table shared(Timeouts timeout, Scheduler scheduler, ExecutionInterceptor... interceptors) {
        var client = DynamoDb.client(properties(SHARED.name(), false), timeout, interceptors);
        return new Table(client, SHARED.name(), timeout.call(), scheduler);
    }

    /** A node's store on this table. */
    static RoomStore rooms(Table table) {
        return new DynamoDbRoomStore(table, new DynamoDbWaitingLine(table, new TablePositionBlocks(table)));
    }

    /** What lies in a table of its own, by key. */
    static Map<String, Item> items(Table table) {
        try (var client = DynamoDb.client(properties(table.name(), false), Timeouts.START)) {
            return client.scanPaginator(request -> request.tableName(table.name())).items().stream()
                    .map(Item::new)
                    .collect(toMap(Item::key, item -> item));
        }
    }

    /** Removes what DynamoDB may remove at this moment. */
    static void expire(Table table, Instant now) {
        items(table).values().stream()
                .filter(item -> item.number(Schema.TTL, Long.MAX_VALUE) <= now.getEpochSecond())
                .forEach(item -> table.delete(item.key()));
    }

    static DynamoDbProperties properties(String name, boolean create) {
        var local = DynamoDbLocal.shared();
        local.settings("dynamodb", name);
        return new DynamoDbProperties(name, "eu-central-1", local.endpoint(), create);
    }
}
