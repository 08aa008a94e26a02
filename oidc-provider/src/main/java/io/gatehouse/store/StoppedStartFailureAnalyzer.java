package io.gatehouse.store;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says without a stack trace that a start was stopped from outside. */
final class StoppedStartFailureAnalyzer extends AbstractFailureAnalyzer<StoppedStartException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, StoppedStartException stopped) {
        return new FailureAnalysis("Gatehouse has ended: " + stopped.getMessage() + ".", null, stopped);
    }
}
