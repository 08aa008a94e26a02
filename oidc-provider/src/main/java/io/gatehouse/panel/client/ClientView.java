package io.gatehouse.panel.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.addition.AddedClient;
import io.gatehouse.site.SitesProperties.ApiClientProperties;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An API client as owners see it.
 *
 * @param client its name, which is its client id
 * @param ofTheFiles whether it stands in the configuration files, and is changed there
 * @param off whether it is switched off
 * @param addedBy absent for one of the files
 * @param addedAt likewise
 * @param secret once, in the answer to the act that has made it
 */
record ClientView(
        String client,
        List<String> scopes,
        boolean ofTheFiles,
        boolean off,
        @Nullable String addedBy,
        @Nullable Instant addedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

    static ClientView of(String client, ApiClientProperties ofTheFiles) {
        return new ClientView(client, List.copyOf(ofTheFiles.scopes()), true, false, null, null, null);
    }

    /** @param secret absent: it is not told */
    static ClientView of(String client, AddedClient added, @Nullable String secret) {
        return new ClientView(client, added.scopes(), false, added.isOff(), added.addedBy(), added.addedAt(), secret);
    }

    @Override
    public String toString() {
        return "ClientView[" + client + "]";
    }
}
