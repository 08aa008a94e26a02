package io.gatehouse.store.embedded;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in words, and without a stack trace, why the data folder cannot be used. */
final class DataFolderFailureAnalyzer extends AbstractFailureAnalyzer<DataFolderException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, DataFolderException refused) {
        return new FailureAnalysis(
                "Gatehouse does not start: " + refused.getMessage(),
                "Set gatehouse.data to a folder of its own that can be written to, stop the other process, or put"
                        + " back a backup of the file.",
                refused);
    }
}
