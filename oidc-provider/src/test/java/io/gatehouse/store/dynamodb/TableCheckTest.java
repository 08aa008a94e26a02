package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.store.dynamodb.DynamoDb.Patience;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class TableCheckTest {

    private final String name = "table-" + UUID.randomUUID();

    @Test
    void givenNoTable_whenItIsToBeCreated_thenItHasItsIndexAndItsExpiry() {
        var client = DynamoDb.client(LocalTable.properties(name, true), Patience.START);

        new TableCheck(client, LocalTable.properties(name, true)).run();

        var table = client.describeTable(request -> request.tableName(name)).table();
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.globalSecondaryIndexes()).extracting("indexName").containsExactly("agenda");
        var expiry = client.describeTimeToLive(request -> request.tableName(name));
        assertThat(expiry.timeToLiveDescription().attributeName()).isEqualTo("ttl");
    }

    @Test
    void givenNoTable_whenItIsNotToBeCreated_thenTheStartStopsAndSaysHowToCreateIt() {
        var check = check(false);

        assertThatThrownBy(check::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.dynamodb.create=true")
                .hasMessageContaining("aws dynamodb create-table --table-name " + name);
    }

    @Test
    void givenATableThatIsThere_whenItIsChecked_thenItMayBeUsed() {
        check(true).run();

        assertThatCode(check(false)::run).doesNotThrowAnyException();
        assertThatCode(check(true)::run).doesNotThrowAnyException();
    }

    @Test
    void givenATableOfAnotherShape_whenItIsChecked_thenTheStartStops() {
        create("id");

        assertThatThrownBy(check(true)::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.dynamodb.table")
                .hasMessageContaining("pk (S)");
    }

    @Test
    void givenATableWithoutTheIndex_whenItIsChecked_thenTheStartStops() {
        create("pk");

        assertThatThrownBy(check(true)::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("index agenda");
    }

    private TableCheck check(boolean create) {
        var properties = LocalTable.properties(name, create);
        return new TableCheck(DynamoDb.client(properties, Patience.START), properties);
    }

    private void create(String key) {
        DynamoDb.client(LocalTable.properties(name, false), Patience.START)
                .createTable(request -> request.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName(key)
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .keySchema(KeySchemaElement.builder()
                                .attributeName(key)
                                .keyType(KeyType.HASH)
                                .build()));
    }
}
