package io.gatehouse.store.dynamodb;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.store.StartWait;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Looks at the start, as soon as DynamoDB can be reached, whether the table is there and is ours, and creates
 * it if that is wished. A table of another shape stops the start; missing expiry or recovery is only warned
 * of, since nothing goes wrong at once.
 */
final class TableCheck {

    private static final Logger LOG = LoggerFactory.getLogger(TableCheck.class);
    private static final String SETTING = "gatehouse.dynamodb.table";

    /** The errors of unknown or missing credentials. */
    private static final Set<String> CREDENTIALS = Set.of(
            "ExpiredTokenException",
            "IncompleteSignatureException",
            "InvalidClientTokenId",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "SignatureDoesNotMatch",
            "UnrecognizedClientException");

    private static final List<KeySchemaElement> TABLE_KEY = List.of(key(Schema.KEY, KeyType.HASH));

    private static final List<KeySchemaElement> AGENDA_KEY =
            List.of(key(Schema.AGENDA, KeyType.HASH), key(Schema.AT, KeyType.RANGE));

    private static final List<AttributeDefinition> KEY_ATTRIBUTES = List.of(
            attribute(Schema.KEY, ScalarAttributeType.S),
            attribute(Schema.AGENDA, ScalarAttributeType.S),
            attribute(Schema.AT, ScalarAttributeType.N));

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int MOST_TRIES = 60;

    private final DynamoDbClient client;
    private final DynamoDbProperties properties;
    private final StartWait timeout;

    TableCheck(DynamoDbClient client, DynamoDbProperties properties, StartWait timeout) {
        this.client = client;
        this.properties = properties;
        this.timeout = timeout;
    }

    /** Returns when the table can be used; otherwise says what is wrong with it. */
    void run() {
        try {
            timeout.look("DynamoDB", this::look, StartWait::isUnreachable);
        } catch (InvalidSettingException told) {
            throw told;
        } catch (SdkException refused) {
            throw refusal(refused);
        }
    }

    /**
     * Tries an insert by PartiQL, for which a role needs a right of its own; joins into DynamoDB alone need
     * it. A role without the right stops the start. After any other failure, such as a busy table, the start
     * goes on: visitors try again. Needs {@link #run} before.
     */
    void tryInsert() {
        var statement = Table.inserting(properties.table(), Item.of(Schema.CHECK));
        try {
            var refused = client.batchExecuteStatement(request -> request.statements(statement))
                    .responses()
                    .get(0)
                    .error();
            if (refused != null && refused.code() == BatchStatementErrorCodeEnum.ACCESS_DENIED) {
                throw mayNotBeUsed(refused.message());
            }
        } catch (SdkException refused) {
            if (errorCode(refused).equals("AccessDeniedException")) {
                throw mayNotBeUsed(refused.getMessage());
            }
            LOG.warn(
                    "nothing could be inserted into the DynamoDB table {}: {}",
                    properties.table(),
                    refused.getMessage());
        }
    }

    /** The refusal that names the setting to correct, as far as the answer tells it. */
    private InvalidSettingException refusal(SdkException refused) {
        var why = refused.getMessage();
        if (isOfCredentials(refused)) {
            return new InvalidSettingException(
                    "AWS_ACCESS_KEY_ID",
                    "DynamoDB does not know the credentials that are found in the environment, a profile or a role, or there"
                            + " are none: " + why);
        }
        var endpoint = properties.endpoint();
        if (endpoint != null && errorCode(refused).isEmpty()) {
            return new InvalidSettingException(
                    "gatehouse.dynamodb.endpoint",
                    "there is no DynamoDB that can be reached at " + endpoint + ": " + why,
                    "http://localhost:8000");
        }
        if (StartWait.isUnreachable(refused)) {
            return new InvalidSettingException(
                    "gatehouse.dynamodb.region",
                    "DynamoDB of " + region() + " cannot be reached: " + why,
                    "eu-central-1");
        }
        return mayNotBeUsed(why);
    }

    private InvalidSettingException mayNotBeUsed(@Nullable String why) {
        return unusable("\"" + properties.table() + "\" in " + region() + " may not be used: " + why);
    }

    private static InvalidSettingException unusable(String problem) {
        return new InvalidSettingException(SETTING, problem, "gatehouse");
    }

    private String region() {
        return "region " + client.serviceClientConfiguration().region();
    }

    /** The name of the error; empty if the answer has none, so that it is no service of AWS. */
    private static String errorCode(SdkException refused) {
        return refused instanceof DynamoDbException said && said.awsErrorDetails() != null
                ? Objects.requireNonNullElse(said.awsErrorDetails().errorCode(), "")
                : "";
    }

    private static boolean isOfCredentials(SdkException refused) {
        return CREDENTIALS.contains(errorCode(refused))
                || String.valueOf(refused.getMessage()).contains("Unable to load credentials");
    }

    private void look() {
        var table = describe();
        if (table.isEmpty()) {
            if (!properties.create()) {
                throw unusable("there is no table \"" + properties.table() + "\" in " + region() + ". " + advice());
            }
            create();
        }
        client.waiter().waitUntilTableExists(request -> request.tableName(properties.table()));
        describe().ifPresent(this::check);
        warnWithoutExpiry();
        warnWithoutRecovery();
    }

    private Optional<TableDescription> describe() {
        try {
            return Optional.of(client.describeTable(request -> request.tableName(properties.table()))
                    .table());
        } catch (ResourceNotFoundException missing) {
            return Optional.empty();
        }
    }

    private void create() {
        LOG.info("creating the DynamoDB table {}", properties.table());
        try {
            client.createTable(definition());
        } catch (ResourceInUseException anotherNodeDoes) {
            LOG.info("another node creates it");
        }
        client.waiter().waitUntilTableExists(request -> request.tableName(properties.table()));
        unlessRefused(
                "expiry",
                () -> client.updateTimeToLive(request -> request.tableName(properties.table())
                        .timeToLiveSpecification(
                                ttl -> ttl.attributeName(Schema.TTL).enabled(true))));
        unlessRefused("point-in-time recovery", this::enableRecovery);
    }

    /** A table that has just been made cannot have its recovery switched on at once. */
    private void enableRecovery() {
        for (int tried = 1; ; tried++) {
            try {
                client.updateContinuousBackups(request -> request.tableName(properties.table())
                        .pointInTimeRecoverySpecification(recovery -> recovery.pointInTimeRecoveryEnabled(true)));
                return;
            } catch (ContinuousBackupsUnavailableException notYet) {
                if (tried == MOST_TRIES) {
                    throw notYet;
                }
                timeout.scheduler().pause(PAUSE);
            }
        }
    }

    private CreateTableRequest definition() {
        return CreateTableRequest.builder()
                .tableName(properties.table())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(KEY_ATTRIBUTES)
                .keySchema(TABLE_KEY)
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName(Schema.AGENDA)
                        .keySchema(AGENDA_KEY)
                        .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY))
                        .build())
                .build();
    }

    private void check(TableDescription table) {
        var attributes = table.attributeDefinitions();
        if (!table.keySchema().equals(TABLE_KEY) || !attributes.contains(KEY_ATTRIBUTES.get(0))) {
            throw unusable("the key of \"" + properties.table() + "\" must be pk (S) alone, was " + table.keySchema());
        }
        var hasAgenda = table.globalSecondaryIndexes().stream()
                .anyMatch(index -> index.indexName().equals(Schema.AGENDA)
                        && index.keySchema().equals(AGENDA_KEY)
                        && attributes.containsAll(KEY_ATTRIBUTES));
        if (!hasAgenda) {
            throw unusable("\"" + properties.table() + "\" must have an index agenda of agenda (S) and at (N)");
        }
    }

    private void warnWithoutExpiry() {
        unlessRefused("expiry", () -> {
            var expiry = client.describeTimeToLive(request -> request.tableName(properties.table()))
                    .timeToLiveDescription();
            var isOn = expiry.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                    || expiry.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
            if (!isOn || !Schema.TTL.equals(expiry.attributeName())) {
                LOG.warn(
                        "the DynamoDB table {} has no expiry by its attribute ttl: it will grow for ever",
                        properties.table());
            }
        });
    }

    private void warnWithoutRecovery() {
        unlessRefused("point-in-time recovery", () -> {
            var backups = client.describeContinuousBackups(request -> request.tableName(properties.table()))
                    .continuousBackupsDescription();
            var isOn = backups.pointInTimeRecoveryDescription() != null
                    && "ENABLED".equals(backups.pointInTimeRecoveryDescription().pointInTimeRecoveryStatusAsString());
            if (!isOn) {
                LOG.warn(
                        "the DynamoDB table {} has no point-in-time recovery: what is deleted by mistake is gone",
                        properties.table());
            }
        });
    }

    /** These need permissions, or a service, that one may do without. */
    private void unlessRefused(String what, Runnable call) {
        try {
            call.run();
        } catch (DynamoDbException refused) {
            LOG.warn("{} of the DynamoDB table {} is not known: {}", what, properties.table(), refused.getMessage());
        }
    }

    private String advice() {
        return "Set gatehouse.dynamodb.create=true, or create it: aws dynamodb create-table --table-name "
                + properties.table()
                + " --billing-mode PAY_PER_REQUEST --attribute-definitions AttributeName=pk,AttributeType=S"
                + " AttributeName=agenda,AttributeType=S AttributeName=at,AttributeType=N"
                + " --key-schema AttributeName=pk,KeyType=HASH"
                + " --global-secondary-indexes 'IndexName=agenda,KeySchema=[{AttributeName=agenda,KeyType=HASH},"
                + "{AttributeName=at,KeyType=RANGE}],Projection={ProjectionType=KEYS_ONLY}'"
                + " && aws dynamodb update-time-to-live --table-name " + properties.table()
                + " --time-to-live-specification Enabled=true,AttributeName=ttl"
                + " && aws dynamodb update-continuous-backups --table-name " + properties.table()
                + " --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true";
    }

    static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
