package io.gatehouse.store.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in words, and without a stack trace, why Redis cannot be used. */
final class RedisStartFailureAnalyzer extends AbstractFailureAnalyzer<RedisStartException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, RedisStartException refused) {
        return new FailureAnalysis("Gatehouse does not start: " + refused.getMessage(), refused.remedy(), refused);
    }
}
