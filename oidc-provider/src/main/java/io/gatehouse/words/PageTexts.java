package io.gatehouse.words;

import java.util.Optional;
import java.util.Set;

/** What the pages say by themselves: where operators say something else, it has to be in place of something. */
public interface PageTexts {

    /** Tags of all languages that the pages speak. */
    Set<String> tags();

    /** The text that the pages have for this key; empty when they have none, or one that depends on a number. */
    Optional<String> text(String language, String key);
}
