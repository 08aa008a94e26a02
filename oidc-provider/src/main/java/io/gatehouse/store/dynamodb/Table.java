package io.gatehouse.store.dynamodb;

import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.store.StoreTime;
import io.gatehouse.time.Scheduler;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The table as we use it: consistent reads, transactions, and the index.
 *
 * <p><b>Writes whose answer is lost.</b> The client repeats a request that was not answered. Conditional
 * writes are therefore transactions, even those of one item: they carry a token by which DynamoDB knows the
 * second one, and answers it as it answered the first, where a plain conditional write would find its own
 * doing and be refused. {@link #insertAll} is the one exception, at half the price: its caller reads what is
 * there.
 *
 * <p><b>Failure.</b> Timeouts, throttling that outlasts the operation's {@link Attempts}, errors of the
 * service and refused credentials are {@link StoreTimeoutException}: they have been asked again as often as
 * helps. What DynamoDB finds wrong in a request would be a fault in this program, and stays as it is.
 */
final class Table {

    /** The maximum number of items that DynamoDB reads, or writes, in one request. */
    static final int MOST_ITEMS = 100;

    /** The maximum number of items that DynamoDB puts in one request that is no transaction. */
    private static final int MOST_PUTS = 25;

    private static final String CONDITION = "ConditionalCheckFailed";
    private static final String CONFLICT = "TransactionConflict";
    private static final Set<String> THROTTLED = Set.of("ThrottlingError", "ProvisionedThroughputExceeded");
    private static final Set<String> FAULTS = Set.of(
            "ValidationException",
            "SerializationException",
            "IdempotentParameterMismatchException",
            "TransactionCanceledException",
            "UnknownOperationException");

    /**
     * A part of an agenda.
     *
     * @param last where the next part begins; empty when there is none
     */
    record Agenda(List<String> keys, Map<String, AttributeValue> last) {}

    /**
     * The outcome of a transaction.
     *
     * @param isDone whether all of it happened; else nothing did
     * @param refused the numbers, from 0, of the writes whose conditions were not met; none when others were
     *     in the way
     */
    record Outcome(boolean isDone, Set<Integer> refused) {

        /** Whether it is done, or a condition was not met; empty when others were in the way. */
        Optional<Boolean> known() {
            return isDone || !refused.isEmpty() ? Optional.of(isDone) : Optional.empty();
        }
    }

    private final DynamoDbClient client;
    private final String name;
    private final Attempts attempts;

    /** @param timeout how long an operation may take, with all its requests */
    Table(DynamoDbClient client, String name, Duration timeout, Scheduler scheduler) {
        this.client = client;
        this.name = name;
        this.attempts = new Attempts(timeout, scheduler);
    }

    String name() {
        return name;
    }

    /** Makes attempts, within one limit of time, until one has an answer. */
    <T> T until(String what, Supplier<Optional<T>> attempt) {
        return attempts.until(what, attempt);
    }

    /** Makes attempts with more time, for the turnstile. */
    <T> T patiently(String what, Supplier<Optional<T>> attempt) {
        return attempts.patiently(what, attempt);
    }

    Optional<Item> get(String key) {
        var answer = asked(() -> client.getItem(request ->
                request.tableName(name).key(key(key)).consistentRead(true).overrideConfiguration(this::inTime)));
        return answer.hasItem() ? Optional.of(new Item(answer.item())) : Optional.empty();
    }

    /** DynamoDB's time, to the second: the Date header of every answer has it (RFC 9110, section 6.6.1). */
    StoreTime.Range time() {
        var answer = asked(() -> client.getItem(
                request -> request.tableName(name).key(key("clock")).overrideConfiguration(this::inTime)));
        var told = answer.sdkHttpResponse()
                .firstMatchingHeader("Date")
                .map(Table::moment)
                .orElseThrow(() -> new StoreUnavailableException("DynamoDB: an answer without a date", null));
        return new StoreTime.Range(told, told.plusSeconds(1));
    }

    private static Instant moment(String date) {
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
        } catch (DateTimeException notOfHttp) {
            throw new StoreUnavailableException("DynamoDB: an answer with the date " + date, notOfHttp);
        }
    }

    /** The items of these keys that exist, by key; each as it is at some moment of the call. */
    Map<String, Item> getAll(Collection<String> keys) {
        var found = new HashMap<String, Item>();
        var wanted = List.copyOf(new HashSet<>(keys));
        for (int from = 0; from < wanted.size(); from += MOST_ITEMS) {
            getBatch(wanted.subList(from, Math.min(from + MOST_ITEMS, wanted.size())), found);
        }
        return found;
    }

    /** Puts an item in place of any other, and returns that; after a lost answer it may be the item itself. */
    Optional<Item> put(Item item) {
        var answer = unlessInTheWay(
                "writing",
                () -> client.putItem(request -> request.tableName(name)
                        .item(item.attributes())
                        .returnValues(ReturnValue.ALL_OLD)
                        .overrideConfiguration(this::inTime)));
        return answer.hasAttributes() ? Optional.of(new Item(answer.attributes())) : Optional.empty();
    }

    /** Puts items in place of any others, each by itself: after a failure some are there. */
    void putAll(List<Item> items) {
        for (int from = 0; from < items.size(); from += MOST_PUTS) {
            var puts = items.subList(from, Math.min(from + MOST_PUTS, items.size())).stream()
                    .map(item -> WriteRequest.builder()
                            .putRequest(put -> put.item(item.attributes()))
                            .build())
                    .toList();
            var left = new HashMap<>(Map.of(name, puts));
            attempts.until("writing", () -> {
                var answer = asked(() -> client.batchWriteItem(
                        request -> request.requestItems(left).overrideConfiguration(this::inTime)));
                if (!answer.hasUnprocessedItems() || answer.unprocessedItems().isEmpty()) {
                    return Optional.of(true);
                }
                left.clear();
                left.putAll(answer.unprocessedItems());
                attempts.pauseThrottled();
                return Optional.empty();
            });
        }
    }

    /**
     * Inserts items, each by itself and only if there is none of its key: after a failure some are there.
     * Returns the numbers, from 0, of those that were there before; after a lost answer also of its own.
     */
    Set<Integer> insertAll(List<Item> items) {
        var there = new HashSet<Integer>();
        for (int from = 0; from < items.size(); from += MOST_PUTS) {
            var left = new ArrayList<>(IntStream.range(from, Math.min(from + MOST_PUTS, items.size()))
                    .boxed()
                    .toList());
            attempts.until("writing", () -> {
                var statements = left.stream()
                        .map(number -> inserting(name, items.get(number)))
                        .toList();
                var answer = asked(() -> client.batchExecuteStatement(
                        request -> request.statements(statements).overrideConfiguration(this::inTime)));
                var undone = undone(left, answer.responses(), there);
                left.clear();
                left.addAll(undone);
                return left.isEmpty() ? Optional.of(true) : Optional.empty();
            });
        }
        return there;
    }

    /** The statement that inserts this item into a table, unless there is one of its key. */
    static BatchStatementRequest inserting(String table, Item item) {
        var names = List.copyOf(item.attributes().keySet());
        var members = names.stream().map(name -> "'" + name + "': ?").collect(Collectors.joining(", "));
        return BatchStatementRequest.builder()
                .statement("INSERT INTO \"" + table + "\" VALUE {" + members + "}")
                .parameters(names.stream().map(item.attributes()::get).toList())
                .build();
    }

    /** The items that are to be inserted again. */
    private List<Integer> undone(List<Integer> numbers, List<BatchStatementResponse> answers, Set<Integer> there) {
        var undone = new ArrayList<Integer>();
        var isThrottled = false;
        for (int i = 0; i < numbers.size(); i++) {
            var error = answers.get(i).error();
            if (error == null) {
                continue;
            }
            switch (error.code()) {
                case DUPLICATE_ITEM -> there.add(numbers.get(i));
                case TRANSACTION_CONFLICT -> undone.add(numbers.get(i));
                case THROTTLING_ERROR,
                        PROVISIONED_THROUGHPUT_EXCEEDED,
                        REQUEST_LIMIT_EXCEEDED,
                        INTERNAL_SERVER_ERROR -> {
                    undone.add(numbers.get(i));
                    isThrottled = true;
                }
                case VALIDATION_ERROR -> throw new IllegalStateException(error.message());
                default ->
                    throw new StoreUnavailableException("DynamoDB cannot insert an item: " + error.message(), null);
            }
        }
        if (isThrottled) {
            attempts.pauseThrottled();
        }
        return undone;
    }

    /** Removes an item, if it is there. */
    void delete(String key) {
        unlessInTheWay(
                "removing",
                () -> client.deleteItem(
                        request -> request.tableName(name).key(key(key)).overrideConfiguration(this::inTime)));
    }

    /** Adds to a number, 0 if there is none, and returns the sum. Unanswered, it may have been added more than once. */
    long add(String key, String attribute, long many) {
        return update("counting", key, "ADD #" + attribute + " :number", many).number(attribute, 0);
    }

    /** Lets an item end at this second, also one that does not exist yet. */
    void expire(String key, long end) {
        update("letting end", key, "SET #ttl = :number", end);
    }

    private Item update(String what, String key, String expression, long number) {
        var answer = unlessInTheWay(
                what,
                () -> client.updateItem(request -> request.tableName(name)
                        .key(key(key))
                        .updateExpression(expression)
                        .expressionAttributeNames(Condition.names(expression))
                        .expressionAttributeValues(Map.of(":number", Item.number(number)))
                        .returnValues(ReturnValue.UPDATED_NEW)
                        .overrideConfiguration(this::inTime)));
        return new Item(answer.attributes());
    }

    /** A write of one item, which a transaction may be in the way of. */
    private <T> T unlessInTheWay(String what, Supplier<T> write) {
        return attempts.until(what, () -> {
            try {
                return Optional.of(asked(write));
            } catch (TransactionConflictException inTheWay) {
                return Optional.empty();
            }
        });
    }

    /** The keys of the next items on an agenda behind a moment or position; the index follows the table in time. */
    List<String> agenda(String agenda, long behind, int most) {
        return agenda(agenda, "#at > :at", behind, most, Map.of()).keys();
    }

    /**
     * The keys of the next items on an agenda, up to a moment or position.
     *
     * @param after where the part before this one ended; empty for the first
     */
    Agenda agenda(String agenda, long upTo, int most, Map<String, AttributeValue> after) {
        return agenda(agenda, "#at <= :at", upTo, most, after);
    }

    private Agenda agenda(String agenda, String range, long at, int most, Map<String, AttributeValue> after) {
        var expression = "#agenda = :agenda AND " + range;
        var answer = asked(() -> client.query(request -> request.tableName(name)
                .indexName(Schema.AGENDA)
                .keyConditionExpression(expression)
                .expressionAttributeNames(Condition.names(expression))
                .expressionAttributeValues(Map.of(":agenda", Item.text(agenda), ":at", Item.number(at)))
                .exclusiveStartKey(after.isEmpty() ? null : after)
                .limit(most)
                .overrideConfiguration(this::inTime)));
        var keys = answer.items().stream().map(item -> new Item(item).key()).toList();
        return new Agenda(keys, answer.lastEvaluatedKey());
    }

    /** Does all of it, or nothing; at most {@link #MOST_ITEMS}. */
    Outcome transact(List<TransactWriteItem> writes) {
        var request = TransactWriteItemsRequest.builder()
                .transactItems(writes)
                .clientRequestToken(UUID.randomUUID().toString())
                .overrideConfiguration(this::inTime)
                .build();
        try {
            asked(() -> client.transactWriteItems(request));
            return new Outcome(true, Set.of());
        } catch (TransactionCanceledException cancelled) {
            return outcome(cancelled);
        }
    }

    /** Puts an item under a condition, as part of a transaction. */
    TransactWriteItem putting(Item item, Condition condition) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(name)
                        .item(item.attributes())
                        .conditionExpression(condition.expression())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.valuesIfAny()))
                .build();
    }

    /** Removes an item under a condition, as part of a transaction. */
    TransactWriteItem deleting(String key, Condition condition) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(name)
                        .key(key(key))
                        .conditionExpression(condition.expression())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.valuesIfAny()))
                .build();
    }

    /** Adds to several numbers of an item, as part of a transaction. */
    TransactWriteItem adding(String key, Map<String, Long> sums) {
        var expression = "ADD "
                + sums.keySet().stream().map(name -> "#" + name + " :" + name).collect(Collectors.joining(", "));
        var values = new HashMap<String, AttributeValue>();
        sums.forEach((name, many) -> values.put(":" + name, Item.number(many)));
        return TransactWriteItem.builder()
                .update(update -> update.tableName(name)
                        .key(key(key))
                        .updateExpression(expression)
                        .expressionAttributeNames(Condition.names(expression))
                        .expressionAttributeValues(values))
                .build();
    }

    private void getBatch(List<String> keys, Map<String, Item> found) {
        var left = new ArrayList<>(keys.stream().map(Table::key).toList());
        attempts.until("reading", () -> {
            var asked =
                    KeysAndAttributes.builder().keys(left).consistentRead(true).build();
            var answer = asked(() -> client.batchGetItem(
                    request -> request.requestItems(Map.of(name, asked)).overrideConfiguration(this::inTime)));
            answer.responses().getOrDefault(name, List.of()).forEach(attributes -> {
                var item = new Item(attributes);
                found.put(item.key(), item);
            });
            var undone = answer.unprocessedKeys().get(name);
            if (undone == null) {
                return Optional.of(found);
            }
            left.clear();
            left.addAll(undone.keys());
            attempts.pauseThrottled();
            return Optional.empty();
        });
    }

    private Outcome outcome(TransactionCanceledException cancelled) {
        var refused = new HashSet<Integer>();
        var isThrottled = false;
        var reasons = cancelled.cancellationReasons();
        for (int number = 0; number < reasons.size(); number++) {
            var code = code(reasons.get(number));
            if (code.equals(CONDITION)) {
                refused.add(number);
            } else if (THROTTLED.contains(code)) {
                isThrottled = true;
            } else if (!code.equals("None") && !code.equals(CONFLICT)) {
                throw cancelled;
            }
        }
        if (isThrottled) {
            attempts.pauseThrottled();
        }
        return new Outcome(false, refused);
    }

    private static String code(CancellationReason reason) {
        return reason.code() == null ? "None" : reason.code();
    }

    /** No request takes longer than what is left to its operation. */
    private void inTime(AwsRequestOverrideConfiguration.Builder request) {
        request.apiCallTimeout(attempts.left());
    }

    private static <T> T asked(Supplier<T> call) {
        try {
            return call.get();
        } catch (TransactionCanceledException | TransactionConflictException inTheWay) {
            throw inTheWay;
        } catch (ApiCallTimeoutException | ApiCallAttemptTimeoutException slow) {
            throw new StoreTimeoutException("DynamoDB does not answer in time: " + slow.getMessage(), slow);
        } catch (SdkClientException unanswered) {
            throw new StoreTimeoutException("DynamoDB does not answer: " + unanswered.getMessage(), unanswered);
        } catch (DynamoDbException refused) {
            if (isFault(refused)) {
                throw refused;
            }
            throw new StoreTimeoutException("DynamoDB cannot do it: " + refused.getMessage(), refused);
        }
    }

    /** An error without a name is not DynamoDB's, but of something before it. */
    private static boolean isFault(DynamoDbException refused) {
        var details = refused.awsErrorDetails();
        return details != null && details.errorCode() != null && FAULTS.contains(details.errorCode());
    }

    private static Map<String, AttributeValue> key(String key) {
        return Map.of(Schema.KEY, Item.text(key));
    }
}
