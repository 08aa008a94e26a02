package io.gatehouse.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** How texts are kept beside a line's counters: as JSON in ASCII, without what is not there. */
final class KeptJson {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private KeptJson() {}

    /**
     * Whether all of its members are known here; else a later release has written it, and writing it anew
     * would lose them.
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
