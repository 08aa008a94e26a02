package io.gatehouse.check;

import java.time.Duration;

/** Some products give up soon; none is known that bears less than this. */
final class ResponseTime {

    private static final Duration SOON = Duration.ofMillis(300);

    private ResponseTime() {}

    static void check(Report report, String about, Http.Answer answer) {
        var took = answer.time().toMillis();
        if (answer.time().compareTo(SOON) <= 0) {
            report.ok(about, "answered in " + took + " ms");
        } else {
            report.note(
                    about, "took %d ms; impatient products (Cognito) want %d at most".formatted(took, SOON.toMillis()));
        }
    }
}
