package io.gatehouse.oidc.client;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.site.SitesProperties.Algorithm;
import io.gatehouse.site.SitesProperties.ApiClientProperties;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * when they come.
 */
public final class SiteClients implements RegisteredClientRepository {

    /** The scopes that we know; unknown ones are ignored (OpenID Connect Core section 3.1.2.1). */
    public static final List<String> SCOPES = List.of("openid", "profile", "email", "room");

    private static final Set<String> API_SCOPES = Set.of("rooms.read", "rooms.operate", "rooms.write");

    private final Map<String, RegisteredClient> clients = new HashMap<>();
    private final Sites sites;
    private final PasswordEncoder secrets;

    public SiteClients(Sites sites, SitesProperties properties, PasswordEncoder secrets) {
        this.sites = sites;
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
        return findByClientId(id);
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        var configured = clients.get(clientId);
        return configured != null
                ? configured
                : sites.byClientId(clientId).map(site -> client(site, secrets)).orElse(null);
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
        return RegisteredClient.withId(name)
                .clientId(name)
                .clientSecret(secrets.encode(String.valueOf(client.secret())))
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .scopes(scopes -> scopes.addAll(client.scopes()))
                .tokenSettings(TokenSettings.builder()
                        .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                        .build())
                .build();
    }
}
