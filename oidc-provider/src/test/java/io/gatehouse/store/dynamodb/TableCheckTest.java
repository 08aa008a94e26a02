package io.gatehouse.store.dynamodb;

import static io.gatehouse.store.dynamodb.TableCheck.attribute;
import static io.gatehouse.store.dynamodb.TableCheck.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.store.StartWait;
import io.gatehouse.store.dynamodb.DynamoDb.Timeouts;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(OutputCaptureExtension.class)
class TableCheckTest {

    private final MutableScheduler scheduler = MutableScheduler.goingOn();
    private final String name = "table-" + UUID.randomUUID();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void givenNoTable_whenItIsToBeCreated_thenItHasItsIndexAndItsExpiry() {
        var client = DynamoDb.client(LocalTable.properties(name, true), Timeouts.START);

        check(true).run();

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
        assertThatCode(check(false)::tryInsert).doesNotThrowAnyException();
        assertThatCode(check(false)::tryInsert)
                .as("what an earlier start inserted")
                .doesNotThrowAnyException();
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

    @Test
    void givenATableWhoseIndexHasAKeyOfAnotherType_whenItIsChecked_thenTheStartStops() {
        var index = GlobalSecondaryIndex.builder()
                .indexName("agenda")
                .keySchema(key("agenda", KeyType.HASH), key("at", KeyType.RANGE))
                .projection(all -> all.projectionType(ProjectionType.KEYS_ONLY))
                .build();
        DynamoDb.client(LocalTable.properties(name, false), Timeouts.START)
                .createTable(request -> request.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(
                                attribute("pk", ScalarAttributeType.S),
                                attribute("agenda", ScalarAttributeType.N),
                                attribute("at", ScalarAttributeType.N))
                        .keySchema(key("pk", KeyType.HASH))
                        .globalSecondaryIndexes(index));

        assertThatThrownBy(check(true)::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("index agenda of agenda (S)");
    }

    @Test
    void givenDynamoDbThatStartsLater_whenATableIsChecked_thenItIsWaitedFor(CapturedOutput said) throws Exception {
        var port = FreePorts.next();
        var check = awayCheck(port, Duration.ofMinutes(5));
        var says = Pattern.compile(
                "DynamoDB cannot be reached yet, trying for another [12]\\d\\d s: .*Connection refused");
        Executor threads = task -> new Thread(task).start();

        var done = CompletableFuture.runAsync(check::run, threads);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> says.matcher(said.getAll()).find());

        try (var late = DynamoDbLocal.startAt(port)) {
            await().atMost(Duration.ofMinutes(4)).until(() -> {
                scheduler.advance(Duration.ofSeconds(2));
                return done.isDone();
            });
            done.join();
            assertThat(late.endpoint()).hasPort(port);
        }
    }

    @Test
    void givenDynamoDbThatDoesNotStart_whenTheTimeIsUp_thenTheStartStopsAndSaysWhy() {
        var check = awayCheck(FreePorts.next(), Duration.ZERO);

        assertThatThrownBy(check::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.dynamodb.endpoint: there is no DynamoDB that can be reached at http")
                .hasMessageContaining("Connection refused");
    }

    @Test
    void givenSomethingElseAtTheEndpoint_whenATableIsChecked_thenThatSettingIsNamed() throws IOException {
        var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        other.start();
        try {
            assertThatThrownBy(awayCheck(other.getAddress().getPort(), Duration.ZERO)::run)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("gatehouse.dynamodb.endpoint: there is no DynamoDB");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void givenCredentialsThatAwsDoesNotKnow_whenATableIsChecked_thenTheVariableIsNamed() throws IOException {
        var aws = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        aws.createContext("/", exchange -> {
            var answer = "{\"__type\":\"com.amazon.coral.service#UnrecognizedClientException\",\"message\":\"invalid\"}"
                    .getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(400, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        aws.start();
        try {
            assertThatThrownBy(awayCheck(aws.getAddress().getPort(), Duration.ZERO)::run)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("AWS_ACCESS_KEY_ID: DynamoDB does not know the credentials");
        } finally {
            aws.stop(0);
        }
    }

    @Test
    void givenARegionThatThereIsNot_whenATableIsChecked_thenThatSettingIsNamed() {
        DynamoDbLocal.useCredentials();
        var properties = new DynamoDbProperties(name, "nowhere-1", null, true);
        var check = new TableCheck(
                DynamoDb.client(properties, Timeouts.START), properties, new StartWait(Duration.ZERO, scheduler));

        assertThatThrownBy(check::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.dynamodb.region: DynamoDB of region nowhere-1 cannot be reached");
    }

    /** What AWS answers to a role without the right, in place of the insert. */
    @Test
    void givenARoleThatMayNotInsert_whenTheTableIsTried_thenTheStartStopsAndNamesTheRight() {
        var check = heardBy(new ExecutionInterceptor() {
            @Override
            public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
                if (context.request() instanceof BatchExecuteStatementRequest) {
                    throw DynamoDbException.builder()
                            .message("User: node is not authorized to perform: dynamodb:PartiQLInsert")
                            .awsErrorDetails(AwsErrorDetails.builder()
                                    .errorCode("AccessDeniedException")
                                    .build())
                            .statusCode(400)
                            .build();
                }
            }
        });
        check.run();

        assertThatThrownBy(check::tryInsert)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.dynamodb.table: \"" + name + "\"")
                .hasMessageContaining(
                        "may not be used: User: node is not authorized to perform: dynamodb:PartiQLInsert");
    }

    /** AWS may also answer 200, and refuse the statement inside. */
    @Test
    void givenAStatementThatIsRefused_whenTheTableIsTried_thenTheStartStopsAndSaysWhy() {
        var check = heardBy(answers("AccessDenied", "no dynamodb:PartiQLInsert"));
        check.run();

        assertThatThrownBy(check::tryInsert)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("may not be used: no dynamodb:PartiQLInsert");
    }

    @Test
    void givenATableThatIsTooBusy_whenItIsTried_thenTheStartGoesOn() {
        var check = heardBy(answers("ThrottlingError", "Rate exceeded"));
        check.run();

        assertThatCode(check::tryInsert).doesNotThrowAnyException();
    }

    private static ExecutionInterceptor answers(String code, String message) {
        var refused = BatchStatementResponse.builder()
                .error(error -> error.code(code).message(message))
                .build();
        return new ExecutionInterceptor() {
            @Override
            public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
                return context.request() instanceof BatchExecuteStatementRequest
                        ? BatchExecuteStatementResponse.builder()
                                .responses(refused)
                                .build()
                        : context.response();
            }
        };
    }

    private TableCheck heardBy(ExecutionInterceptor interceptor) {
        var properties = LocalTable.properties(name, true);
        return new TableCheck(
                DynamoDb.client(properties, Timeouts.START, interceptor), properties, StartWait.ofANode(scheduler));
    }

    private TableCheck awayCheck(int port, Duration limit) {
        DynamoDbLocal.useCredentials();
        var endpoint = URI.create("http://localhost:" + port);
        var properties = new DynamoDbProperties(name, "eu-central-1", endpoint, true);
        return new TableCheck(DynamoDb.client(properties, Timeouts.START), properties, new StartWait(limit, scheduler));
    }

    private TableCheck check(boolean create) {
        var properties = LocalTable.properties(name, create);
        return new TableCheck(DynamoDb.client(properties, Timeouts.START), properties, StartWait.ofANode(scheduler));
    }

    private void create(String key) {
        DynamoDb.client(LocalTable.properties(name, false), Timeouts.START)
                .createTable(request -> request.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(attribute(key, ScalarAttributeType.S))
                        .keySchema(key(key, KeyType.HASH)));
    }
}
