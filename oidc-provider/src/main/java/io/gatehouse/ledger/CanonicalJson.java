package io.gatehouse.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON in the one form that RFC 8785 (JCS) gives a value: no white space, members sorted, the shortest
 * escapes. All member names are ASCII and all numbers whole, below 2^53: sorting by Java's strings and
 * writing Java's integers is all there is to it then, and the part of the standard that is hard, fractions,
 * does not arise.
 */
final class CanonicalJson {

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                    .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    private CanonicalJson() {}

    static String write(Map<String, ?> object) {
        return JSON.writeValueAsString(object);
    }

    /**
     * Whether both say the same: a whole number may be an int where it was made, and is a long once it has
     * been read.
     */
    static boolean areSame(Map<String, ?> one, Map<String, ?> other) {
        return write(one).equals(write(other));
    }

    /** The object that a text in this form is; {@link IllegalArgumentException} for any other text. */
    static Map<String, Object> read(String text) {
        try {
            var object = JSON.readValue(text, OBJECT);
            if (object != null && write(object).equals(text)) {
                return object;
            }
        } catch (JacksonException none) {
            throw new IllegalArgumentException("it is no JSON object", none);
        }
        throw new IllegalArgumentException("it is not in canonical form (RFC 8785)");
    }
}
