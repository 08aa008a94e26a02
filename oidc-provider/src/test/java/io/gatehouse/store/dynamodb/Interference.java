package io.gatehouse.store.dynamodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Between the client and DynamoDB: loses requests on their way there, or answers on their way back. The
 * client's own repeats pass here as well.
 */
final class Interference implements ExecutionInterceptor {

    private static final byte[] ERROR =
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\"}".getBytes(UTF_8);

    private final Map<Class<?>, AtomicInteger> requests = new ConcurrentHashMap<>();
    private volatile Class<? extends SdkRequest> concerned = SdkRequest.class;
    private volatile Supplier<RuntimeException> failure = () -> SdkClientException.create("lost by a test");
    private final AtomicInteger requestsToLose = new AtomicInteger();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private final AtomicInteger readsToLeaveUndone = new AtomicInteger();
    private final AtomicInteger insertsToRefuse = new AtomicInteger();
    private volatile String code = "";
    private volatile Runnable meanwhile = () -> {};

    /** The next so many of these requests never arrive. */
    void losesRequests(int many, Class<? extends SdkRequest> which) {
        answers(many, which, () -> SdkClientException.create("lost by a test"));
    }

    /** The next so many of these requests are refused and never do anything. */
    void answers(int many, Class<? extends SdkRequest> which, Supplier<RuntimeException> refusal) {
        concerned = which;
        failure = refusal;
        requestsToLose.set(many);
    }

    /** What the next so many of these requests ask happens, but the client hears of an error. */
    void losesAnswers(int many, Class<? extends SdkRequest> which) {
        concerned = which;
        answersToLose.set(many);
    }

    /** How many answers have been lost, of so many that were to be. */
    int lost(int many) {
        return many - answersToLose.get();
    }

    /** Of the next so many reads of several items nothing is done: so DynamoDB says that it has too much to do. */
    void leavesUndone(int many) {
        readsToLeaveUndone.set(many);
    }

    /** The next so many batches of inserts are done, and the client hears that they are not, for this reason. */
    void refusesInserts(int many, String reason) {
        code = reason;
        insertsToRefuse.set(many);
    }

    /** Something happens just before the next of these requests arrives. */
    void before(Class<? extends SdkRequest> which, Runnable deed) {
        concerned = which;
        meanwhile = deed;
    }

    /** All is well again. */
    void ends() {
        requestsToLose.set(0);
        answersToLose.set(0);
        readsToLeaveUndone.set(0);
        insertsToRefuse.set(0);
    }

    /** How many of these requests there were, repeats too. */
    int count(Class<? extends SdkRequest> which) {
        return requests.getOrDefault(which, new AtomicInteger()).get();
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        var request = context.request();
        requests.computeIfAbsent(request.getClass(), first -> new AtomicInteger())
                .incrementAndGet();
        if (concerned.isInstance(request)) {
            var deed = meanwhile;
            meanwhile = () -> {};
            deed.run();
            if (requestsToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw failure.get();
            }
        }
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.response() instanceof BatchExecuteStatementResponse inserted
                && insertsToRefuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return refused(inserted, code);
        }
        return context.request() instanceof BatchGetItemRequest request
                        && readsToLeaveUndone.getAndUpdate(left -> Math.max(0, left - 1)) > 0
                ? undone(request)
                : context.response();
    }

    /** The answer to inserts of which none was done. */
    static SdkResponse refused(BatchExecuteStatementResponse inserted, String code) {
        var refusals = inserted.responses().stream()
                .map(one -> one.toBuilder().error(error -> error.code(code)).build())
                .toList();
        return inserted.toBuilder().responses(refusals).build();
    }

    /** The answer to a read of which nothing was done. */
    static SdkResponse undone(BatchGetItemRequest request) {
        return BatchGetItemResponse.builder()
                .responses(Map.of())
                .unprocessedKeys(request.requestItems())
                .build();
    }

    /** The refusal of a transaction, for this reason. */
    static RuntimeException cancelled(String reason) {
        var code = "TransactionCanceledException";
        return TransactionCanceledException.builder()
                .message("a test has cancelled it")
                .statusCode(400)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(code)
                        .build())
                .cancellationReasons(CancellationReason.builder().code(reason).build())
                .build();
    }

    @Override
    public SdkHttpResponse modifyHttpResponse(Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        var isLost = concerned.isInstance(context.request())
                && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        return isLost
                ? context.httpResponse().toBuilder()
                        .statusCode(500)
                        .removeHeader("x-amz-crc32")
                        .build()
                : context.httpResponse();
    }

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        return context.httpResponse().statusCode() == 500
                ? Optional.of(new ByteArrayInputStream(ERROR))
                : context.responseBody();
    }
}
