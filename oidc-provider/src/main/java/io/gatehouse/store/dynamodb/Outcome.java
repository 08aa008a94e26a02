package io.gatehouse.store.dynamodb;

import java.util.Set;

/**
 * What became of a transaction.
 *
 * @param isDone whether all of it happened; else nothing did
 * @param refused the numbers, from 0, of the writes whose conditions were not met; none when others were in the way
 */
record Outcome(boolean isDone, Set<Integer> refused) {

    static final Outcome DONE = new Outcome(true, Set.of());

    static Outcome not(Set<Integer> refused) {
        return new Outcome(false, refused);
    }
}
