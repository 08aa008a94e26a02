package io.gatehouse.panel.find;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an operator who looks for a visitor.
 *
 * @param says what became of the visitor, in sentences that may be sent to them
 * @param opening in which the visitor came
 * @param lane the name of the lane; absent for the default one
 * @param position the number in the lane, in the order of arrival
 * @param number as which one the visitor is called; absent before a draw
 * @param stage of the place; absent when the store has forgotten it, and the ledger alone tells
 * @param by the kind of secret by which it was found, {@code access code} or {@code pass}; absent for others
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FoundVisitor(
        String room,
        String says,
        long opening,
        @Nullable String lane,
        long position,
        @Nullable Long number,
        @Nullable String stage,
        @Nullable String by) {

    /** The visitor who used a secret of this kind; another person may have sent it to the operator. */
    FoundVisitor by(String what) {
        return new FoundVisitor(
                room, "The " + what + " was used. " + says, opening, lane, position, number, stage, what);
    }
}
