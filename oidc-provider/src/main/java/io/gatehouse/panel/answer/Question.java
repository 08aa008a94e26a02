package io.gatehouse.panel.answer;

/**
 * The question before an act that cannot be taken back.
 *
 * @param happens what the act does now, with figures, without a full stop
 * @param confirm the word that confirms just this: sent as {@code confirm}
 */
public record Question(String happens, String confirm) {

    /** The effect as a sentence. */
    public String sentence() {
        return Character.toUpperCase(happens.charAt(0)) + happens.substring(1) + ".";
    }
}
