package io.gatehouse.setting;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Names the place where a YAML file cannot be read, and the reason: mostly a tab, or a line that stands too
 * far left or right. The text there is not printed, for it may be a secret.
 */
final class UnreadableFileAnalyzer extends AbstractFailureAnalyzer<MarkedYAMLException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, MarkedYAMLException cause) {
        var mark = cause.getProblemMark();
        var where = mark == null ? "" : " at line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
        var problem = String.valueOf(cause.getProblem());
        var isTab = problem.contains("TAB");
        return new FailureAnalysis(
                "The settings cannot be read: the YAML file is wrong" + where + ": "
                        + (isTab ? "there is a tab, and YAML is indented by blanks" : problem) + ".",
                isTab ? "Put blanks in the place of the tab." : "Correct the file; docs/configure.md has examples.",
                cause);
    }
}
