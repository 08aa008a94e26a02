package io.gatehouse.panel;

import io.gatehouse.room.StoreUnavailableException;
import java.util.Map;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/** Two scripts' tokens: one may read, one may write; asking for a third finds the store away. */
final class TwoTokens implements OpaqueTokenIntrospector {

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        return switch (token) {
            case "reads" -> script("watcher", "SCOPE_rooms.read");
            case "writes" -> script("nightly", "SCOPE_rooms.read", "SCOPE_rooms.write");
            case "unlucky" -> throw new StoreUnavailableException("away", new IllegalStateException());
            default -> throw new BadOpaqueTokenException("unknown");
        };
    }

    private static OAuth2AuthenticatedPrincipal script(String name, String... authorities) {
        return new DefaultOAuth2AuthenticatedPrincipal(
                name, Map.of("sub", name), AuthorityUtils.createAuthorityList(authorities));
    }
}
