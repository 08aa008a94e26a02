package io.gatehouse.panel;

/** An operator or a script asked for something that cannot be done; the message is for them. */
final class RefusedException extends RuntimeException {

    private static final int LONGEST_VALUE = 100;

    private final Problem problem;

    RefusedException(Problem problem, String detail) {
        super(detail);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }

    String detail() {
        return String.valueOf(getMessage());
    }

    /** A value that was refused, as it came, but not at any length. */
    static RefusedException invalid(String expected, String value) {
        var shown = value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "..." : value;
        return new RefusedException(Problem.INVALID_SETTING, expected + ", was " + shown);
    }
}
