package io.gatehouse.setting;

/** A setting cannot be used: stops the start, and says which one, what it was, and how it should look. */
public final class InvalidSettingException extends RuntimeException {

    /**
     * @param property the property's full name
     * @param problem what was expected and what came
     * @param example a value that would do
     */
    public InvalidSettingException(String property, String problem, String example) {
        super(property + ": " + problem + ". Example: " + property + "=" + example);
    }

    /** One that is told already. */
    InvalidSettingException(String told) {
        super(told);
    }

    /** One for which no example would help. */
    public InvalidSettingException(String property, String problem) {
        super(property + ": " + problem);
    }
}
