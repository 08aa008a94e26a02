package io.gatehouse.store.dynamodb;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Loses some requests on their way to DynamoDB, and as many answers on their way back, for as long as it is
 * told to; cancels some transactions, and leaves some reads undone, as a throttled table does.
 */
public final class Losses implements ExecutionInterceptor {

    private static final int LOST_OF = 25;

    private final BooleanSupplier isFaulty;

    public Losses(BooleanSupplier isFaulty) {
        this.isFaulty = isFaulty;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        if (context.request() instanceof TransactWriteItemsRequest && isHit()) {
            throw Interference.cancelled("ThrottlingError");
        }
        losesSome();
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        losesSome();
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.response() instanceof BatchExecuteStatementResponse inserted && isHit()) {
            return Interference.refused(inserted, "ThrottlingError");
        }
        return context.request() instanceof BatchGetItemRequest request && isHit()
                ? Interference.undone(request)
                : context.response();
    }

    private void losesSome() {
        if (isHit()) {
            throw SdkClientException.create("lost");
        }
    }

    private boolean isHit() {
        return isFaulty.getAsBoolean() && ThreadLocalRandom.current().nextInt(LOST_OF) == 0;
    }
}
