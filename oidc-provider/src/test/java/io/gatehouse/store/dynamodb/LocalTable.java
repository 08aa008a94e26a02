package io.gatehouse.store.dynamodb;

import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table in the shared DynamoDB Local, and clients for it. */
final class LocalTable {

    static final String NAME = "gatehouse-tests";

    private LocalTable() {}

    /** A client with these listeners; the table is there. */
    static DynamoDbClient client(ExecutionInterceptor... interceptors) {
        var properties = properties(NAME, true);
        new TableCheck(DynamoDb.client(properties), properties).run();
        return DynamoDb.client(properties, interceptors);
    }

    static Table table(ExecutionInterceptor... interceptors) {
        return new Table(client(interceptors), NAME);
    }

    static DynamoDbProperties properties(String name, boolean create) {
        var local = DynamoDbLocal.shared();
        local.settings("dynamodb", name);
        return new DynamoDbProperties(name, "eu-central-1", local.endpoint(), create);
    }
}
