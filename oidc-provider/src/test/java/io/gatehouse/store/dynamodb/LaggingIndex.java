package io.gatehouse.store.dynamodb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** An index that hears of nothing any more, once it lags: a question that was answered gets the same answer again. */
final class LaggingIndex implements ExecutionInterceptor {

    private final Map<String, SdkResponse> answers = new ConcurrentHashMap<>();
    private volatile boolean lags;

    void lags() {
        lags = true;
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        return lags && context.request() instanceof QueryRequest query
                ? answers.computeIfAbsent(question(query), first -> context.response())
                : context.response();
    }

    private static String question(QueryRequest query) {
        return query.expressionAttributeValues() + " after " + query.exclusiveStartKey();
    }
}
