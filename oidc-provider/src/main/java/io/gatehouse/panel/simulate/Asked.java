package io.gatehouse.panel.simulate;

import java.util.Map;

/**
 * A simulation that was asked for, before its history is read: that takes a question to the store for each
 * hour, which a node that is busy does not put.
 *
 * @param key stands for all that the outcome depends on
 * @param form what was asked, with all that was left out
 * @param reading reads the rest
 */
record Asked(String key, Map<String, String> form, Reading reading) {

    /** Reads what is played, and refuses what the history does not have. */
    @FunctionalInterface
    interface Reading {
        Plan plan();
    }
}
