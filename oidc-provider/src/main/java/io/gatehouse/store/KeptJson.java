package io.gatehouse.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of texts that are stored beside a line's counters: in ASCII, without absent members. */
final class KeptJson {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private KeptJson() {}

    /**
     * Whether this release knows all members of the text; otherwise a later release has written it, and
     * writing it anew would lose them.
     */
    static boolean isKnown(String text, Class<?> type) {
        try {
            JSON.readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(text);
            return true;
        } catch (UnrecognizedPropertyException later) {
            return false;
        }
    }
}
