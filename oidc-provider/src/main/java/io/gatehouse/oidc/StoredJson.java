package io.gatehouse.oidc;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records as they lie in the {@link ExpiringStore}. Another release may have written what is there, before an upgrade or
 * in the middle of one: a value that lacks a component, or cannot be read at all, counts as absent. Members that we do
 * not know are passed over.
 */
final class StoredJson<T extends Record> {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Class<T> type;

    StoredJson(Class<T> type) {
        this.type = type;
    }

    byte[] write(T value) {
        return JSON.writeValueAsBytes(value);
    }

    /** What was written; empty when it is of another shape. */
    Optional<T> read(byte[] bytes) {
        try {
            return Optional.ofNullable(JSON.readValue(bytes, type));
        } catch (JacksonException ofAnotherRelease) {
            return Optional.empty();
        }
    }
}
