package io.gatehouse.oidc.client;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.ApiClients;
import io.gatehouse.site.ApiClients.ApiClient;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.site.SitesProperties.Algorithm;
import io.gatehouse.site.SitesProperties.ApiClientProperties;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/**
 * Sites and API clients as Spring's registered clients: those of the configuration are made once, the others
 * when they come. Spring keeps the id of a registered client with each token. The id of an API client that an
 * owner has added is its client id, a space and its mark: a token that was issued before the client changed
 * names a client that there is no more.
 */
public final class SiteClients implements RegisteredClientRepository {

    /** The scopes that we know; unknown ones are ignored (OpenID Connect Core section 3.1.2.1). */
    public static final List<String> SCOPES = List.of("openid", "profile", "email", "room");

    private static final Set<String> API_SCOPES = Set.of("rooms.read", "rooms.operate", "rooms.write");

    private final Map<String, RegisteredClient> clients = new HashMap<>();
    private final Sites sites;
    private final ApiClients added;
    private final PasswordEncoder secrets;

    public SiteClients(Sites sites, SitesProperties properties, ApiClients added, PasswordEncoder secrets) {
        this.sites = sites;
        this.added = added;
        this.secrets = secrets;
        sites.ofTheFiles().forEach(site -> add(client(site, secrets)));
        properties.apiClients().forEach((name, client) -> add(client(name, client, secrets)));
    }

    @Override
    public void save(RegisteredClient client) {
        throw new UnsupportedOperationException("sites come from the configuration");
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return find(id).or(() -> Optional.ofNullable(findByClientId(clientId(id))))
                .filter(client -> client.getId().equals(id))
                .orElse(null);
    }

    /** Without the mark. */
    static String clientId(String id) {
        return id.substring(0, Math.max(0, id.lastIndexOf(' ')));
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return find(clientId).or(() -> added(clientId)).orElse(null);
    }

    /** All but the API clients that owners have added. */
    private Optional<RegisteredClient> find(String clientId) {
        return Optional.ofNullable(clients.get(clientId))
                .or(() -> sites.byClientId(clientId).map(site -> client(site, secrets)));
    }

    private Optional<RegisteredClient> added(String clientId) {
        return added.inUse(clientId).map(one -> client(clientId, one));
    }

    private static RegisteredClient client(String name, ApiClient client) {
        return apiClient(name, client.secret(), client.scopes())
                .id(name + " " + client.mark())
                .build();
    }

    private void add(RegisteredClient client) {
        if (clients.put(client.getId(), client) != null) {
            throw new InvalidSettingException(
                    "gatehouse.sites", "two sites or API clients have the client id " + client.getClientId(), "shop");
        }
    }

    private static RegisteredClient client(Site site, PasswordEncoder secrets) {
        var client = RegisteredClient.withId(site.clientId())
                .clientId(site.clientId())
                .clientName(site.name())
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUris(uris -> uris.addAll(site.settings().redirectUris()))
                .scopes(scopes -> scopes.addAll(SCOPES))
                .clientSettings(ClientSettings.builder()
                        .requireProofKey(site.needsPkce())
                        .requireAuthorizationConsent(false)
                        .build())
                .tokenSettings(tokens(site));
        if (site.settings().refresh()) {
            client.authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN);
        }
        if (site.settings().device()) {
            client.authorizationGrantType(AuthorizationGrantType.DEVICE_CODE);
        }
        if (site.hasKeys()) {
            return client.clientAuthenticationMethod(ClientAuthenticationMethod.PRIVATE_KEY_JWT)
                    .build();
        }
        var secret = site.settings().secret();
        if (site.isPublic() || secret == null) {
            return client.clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                    .build();
        }
        return client.clientSecret(secrets.encode(secret))
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .build();
    }

    private static TokenSettings tokens(Site site) {
        var isEs256 = site.idTokenAlgorithm().equals(Algorithm.ES256.name());
        return TokenSettings.builder()
                .accessTokenFormat(
                        site.hasJwtAccessTokens() ? OAuth2TokenFormat.SELF_CONTAINED : OAuth2TokenFormat.REFERENCE)
                .idTokenSignatureAlgorithm(isEs256 ? SignatureAlgorithm.ES256 : SignatureAlgorithm.RS256)
                .accessTokenTimeToLive(site.settings().accessTokenTtl())
                .reuseRefreshTokens(false)
                .build();
    }

    private static RegisteredClient client(String name, ApiClientProperties client, PasswordEncoder secrets) {
        SiteReader.checkSecret("gatehouse.api-clients." + name + ".secret", client.secret());
        if (!API_SCOPES.containsAll(client.scopes())) {
            throw new InvalidSettingException(
                    "gatehouse.api-clients." + name + ".scopes",
                    "must be of " + API_SCOPES + ", were " + client.scopes(),
                    "rooms.read");
        }
        return apiClient(name, String.valueOf(secrets.encode(String.valueOf(client.secret()))), client.scopes())
                .build();
    }

    private static RegisteredClient.Builder apiClient(String name, String digest, Collection<String> scopes) {
        return RegisteredClient.withId(name)
                .clientId(name)
                .clientSecret(digest)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .scopes(all -> all.addAll(scopes))
                .tokenSettings(TokenSettings.builder()
                        .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                        .build());
    }
}
