package io.gatehouse.panel.answer;

import java.util.Optional;

/** An operator or an API client asked for something that cannot be done; the message is for them. */
public final class RefusedException extends RuntimeException {

    private static final int LONGEST_VALUE = 100;

    private final Problem problem;
    private final transient Optional<Question> question;
    private final transient Faults faults;

    public RefusedException(Problem problem, String detail) {
        this(problem, detail, Optional.empty(), new Faults());
    }

    private RefusedException(Problem problem, String detail, Optional<Question> question, Faults faults) {
        super(detail);
        this.problem = problem;
        this.question = question;
        this.faults = faults;
    }

    /** A form with fields that make no sense. */
    static RefusedException of(Faults faults) {
        return new RefusedException(Problem.INVALID_SETTING, faults.detail(), Optional.empty(), faults);
    }

    /** A form with one field that makes no sense. */
    public static RefusedException at(String field, String says) {
        var faults = new Faults();
        faults.add(field, says);
        return of(faults);
    }

    /** An act that needs a confirmation first. */
    public static RefusedException unconfirmed(Question question) {
        return new RefusedException(
                Problem.CONFIRMATION_NEEDED,
                question.happens() + "; send confirm=" + question.confirm() + " in the query to do it",
                Optional.of(question),
                new Faults());
    }

    public Problem problem() {
        return problem;
    }

    /** The question that a screen asks instead of refusing. */
    public Optional<Question> question() {
        return question;
    }

    /** The faults that a form shows at its fields; empty where no field is to blame. */
    public Faults faults() {
        return faults;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }

    /** A value that was refused, as it came, but not at any length. */
    public static RefusedException invalid(String expected, String value) {
        return new RefusedException(Problem.INVALID_SETTING, expected + ", was " + shortened(value));
    }

    /** A value in quotation marks, as it came, but not at any length. */
    public static String quoted(String value) {
        return "\"" + shortened(value) + "\"";
    }

    private static String shortened(String value) {
        return value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "..." : value;
    }
}
