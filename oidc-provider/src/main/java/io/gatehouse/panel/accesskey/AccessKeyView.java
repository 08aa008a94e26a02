package io.gatehouse.panel.accesskey;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.awsapi.key.AccessKey;
import io.gatehouse.awsapi.key.AccessKey.Made;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key pair as operators see it.
 *
 * @param ofTheFiles whether it stands in the configuration files, and is taken out there
 * @param madeBy absent for one of the files
 * @param madeAt likewise
 * @param secret once, in the answer to the act that has made it
 */
record AccessKeyView(
        String id,
        List<String> rooms,
        boolean ofTheFiles,
        @Nullable String madeBy,
        @Nullable Instant madeAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

    /** @param secret absent: it is not told */
    static AccessKeyView of(AccessKey key, @Nullable String secret) {
        return new AccessKeyView(
                key.id(),
                List.copyOf(key.rooms()),
                key.made().isEmpty(),
                key.made().map(Made::by).orElse(null),
                key.made().map(Made::at).orElse(null),
                secret);
    }

    @Override
    public String toString() {
        return "AccessKeyView[" + id + "]";
    }
}
