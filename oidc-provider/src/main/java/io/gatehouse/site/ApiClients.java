package io.gatehouse.site;

import java.util.List;
import java.util.Optional;

/** The API clients that are not in the configuration files. */
@FunctionalInterface
public interface ApiClients {

    /**
     * A client that may fetch tokens now.
     *
     * @param mark another one when scopes or secret change, or the client is switched off: tokens that were
     *     issued under another mark are over
     * @param secret the digest of its secret
     */
    record ApiClient(String mark, String secret, List<String> scopes) {

        /** The text, without the digest. */
        @Override
        public String toString() {
            return "ApiClient" + scopes;
        }
    }

    /**
     * The client of this id; empty when there is none, or it is switched off. A client that another node has
     * just added may be unknown for a second.
     */
    Optional<ApiClient> inUse(String clientId);
}
