package io.gatehouse.flow;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import org.junit.jupiter.api.Tag;

@Tag("faults")
class ManyNodesOnDynamoDbTest extends ManyNodesContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private DynamoDbLocal dynamoDb;

    @Override
    protected String[] startStore() {
        dynamoDb = DynamoDbLocal.start();
        return dynamoDb.settings("dynamodb", "many-nodes");
    }

    @Override
    protected void storeGoes() {
        dynamoDb.pause();
    }

    @Override
    protected void storeComesBack() {
        dynamoDb.resume();
    }

    @Override
    protected void stopStore() {
        dynamoDb.close();
    }
}
