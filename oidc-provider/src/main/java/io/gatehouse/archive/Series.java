package io.gatehouse.archive;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Objects of one folder that follow each other: their names sort as they do. */
interface Series {

    /** Where they are, without the prefix, with a slash at the end. */
    String folder();

    /** The shape of their names; objects of other names are not of this series. */
    Pattern shape();

    /**
     * The series goes on behind this object, which the bucket has.
     *
     * @param name of the last one; empty when there is none
     * @param metadata of that one
     */
    void goOn(Optional<String> name, Map<String, String> metadata);

    /** The next object, if it is due at this time: the same until {@link #goOn}, on every node. */
    Optional<Item> next(Instant now);
}
