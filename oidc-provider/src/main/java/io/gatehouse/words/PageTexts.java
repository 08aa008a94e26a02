package io.gatehouse.words;

import java.util.Map;
import java.util.Set;

/** What the pages say by themselves: where operators say something else, it has to be in place of something. */
public interface PageTexts {

    /** Tags of all languages that the pages speak. */
    Set<String> tags();

    /** What they say in this language, by key; without the texts that depend on a number, which nothing can be put in place of. */
    Map<String, String> of(String language);
}
