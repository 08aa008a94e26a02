package io.gatehouse.panel.answer;

/** An operator or an API client asked for something that cannot be done; the message is for them. */
public final class RefusedException extends RuntimeException {

    private static final int LONGEST_VALUE = 100;

    private final Problem problem;

    public RefusedException(Problem problem, String detail) {
        super(detail);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    /** A value that was refused, as it came, but not at any length. */
    public static RefusedException invalid(String expected, String value) {
        var shown = value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "..." : value;
        return new RefusedException(Problem.INVALID_SETTING, expected + ", was " + shown);
    }
}
