package io.gatehouse.store.dynamodb;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Loses some requests on their way to DynamoDB, and as many answers on their way back, for as long as it is told to. */
public final class Losses implements ExecutionInterceptor {

    private static final int LOST_OF = 25;

    private final BooleanSupplier isFaulty;

    public Losses(BooleanSupplier isFaulty) {
        this.isFaulty = isFaulty;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        losesSome();
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        losesSome();
    }

    private void losesSome() {
        if (isFaulty.getAsBoolean() && ThreadLocalRandom.current().nextInt(LOST_OF) == 0) {
            throw SdkClientException.create("lost");
        }
    }
}
