package io.gatehouse.check;

import io.gatehouse.check.Http.Answer;
import java.io.PrintStream;
import java.time.Duration;

/** Prints the findings of a check, one sentence a line. The first word is the verdict, the second the subject. */
final class Report {

    /** Every known product waits this long; some give up soon after. */
    private static final Duration SOON = Duration.ofMillis(300);

    private final PrintStream out;
    private int faults;

    Report(PrintStream out) {
        this.out = out;
    }

    void ok(String about, String sentence) {
        line("ok", about, sentence);
    }

    /** Reports a remark that is no fault. */
    void note(String about, String sentence) {
        line("note", about, sentence);
    }

    void wrong(String about, String sentence) {
        faults++;
        line("wrong", about, sentence);
    }

    /** Reports the sentence, or else the fault. */
    boolean expect(boolean isSo, String about, String sentence, String fault) {
        if (isSo) {
            ok(about, sentence);
        } else {
            wrong(about, fault);
        }
        return isSo;
    }

    /** Reports the time of an answer. */
    void time(String about, Answer answer) {
        var took = answer.time().toMillis();
        if (answer.time().compareTo(SOON) <= 0) {
            ok(about, "answered in " + took + " ms");
        } else {
            note(about, "took %d ms; impatient products (Cognito) want %d at most".formatted(took, SOON.toMillis()));
        }
    }

    boolean hasNoFault() {
        return faults == 0;
    }

    void end(String site) {
        var how = faults == 0 ? "no fault found" : faults == 1 ? "1 fault found" : faults + " faults found";
        out.println("site " + site + ": " + how);
    }

    private void line(String what, String about, String sentence) {
        out.printf("%-5s  %-9s  %s%n", what, about, sentence);
    }
}
