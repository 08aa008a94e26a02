package io.gatehouse.oidc.device;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.device.DeviceCodes.Device;
import io.gatehouse.oidc.token.StoredAuthorizations;
import io.gatehouse.oidc.token.TokenFamilies;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.value.StoredRecords.Found;
import java.security.Principal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;
import org.springframework.security.oauth2.server.authorization.token.DefaultOAuth2TokenContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/** Makes and keeps the tokens of a device whose visitor has been let in: the same as for a code. */
final class DeviceLogins {

    private static final OAuth2TokenType ID_TOKEN = new OAuth2TokenType(OidcParameterNames.ID_TOKEN);

    private final DeviceCodes devices;
    private final Admissions admissions;
    private final StoredAuthorizations authorizations;
    private final OAuth2TokenGenerator<? extends OAuth2Token> generator;

    DeviceLogins(
            DeviceCodes devices,
            Admissions admissions,
            StoredAuthorizations authorizations,
            OAuth2TokenGenerator<? extends OAuth2Token> generator) {
        this.devices = devices;
        this.admissions = admissions;
        this.authorizations = authorizations;
        this.generator = generator;
    }

    /** The device's tokens; of many calls at once one gets them, the others {@code invalid_grant}. */
    Authentication redeem(Found<Device> found, RoomId room, Place place, OAuth2DeviceCodeAuthenticationToken call) {
        var client = (OAuth2ClientAuthenticationToken) call.getPrincipal();
        var registered = Optional.ofNullable(client.getRegisteredClient()).orElseThrow();
        var scopes = found.value().scopes();
        var holder = admissions.holder(room, place);
        var context = DefaultOAuth2TokenContext.builder()
                .registeredClient(registered)
                .principal(holder)
                .authorizationServerContext(AuthorizationServerContextHolder.getContext())
                .authorizedScopes(scopes)
                .authorizationGrantType(AuthorizationGrantType.DEVICE_CODE)
                .authorizationGrant(call);
        var authorization = OAuth2Authorization.withRegisteredClient(registered)
                .principalName(holder.getName())
                .authorizationGrantType(AuthorizationGrantType.DEVICE_CODE)
                .authorizedScopes(scopes)
                .attribute(Principal.class.getName(), holder);

        var made = generator.generate(
                context.tokenType(OAuth2TokenType.ACCESS_TOKEN).build());
        var access = accessToken(made, scopes);
        authorization.token(access);
        context.authorization(authorization.build());
        var refresh = refreshToken(registered, context);
        refresh.ifPresent(authorization::refreshToken);
        Map<String, Object> more =
                scopes.contains("openid") ? Map.of(OidcParameterNames.ID_TOKEN, idToken(context)) : Map.of();
        var until = Optional.<OAuth2Token>ofNullable(refresh.orElse(null))
                .orElse(access)
                .getExpiresAt();
        keep(found, place, authorization.build(), Objects.requireNonNull(until));
        return new OAuth2AccessTokenAuthenticationToken(registered, client, access, refresh.orElse(null), more);
    }

    private void keep(Found<Device> found, Place place, OAuth2Authorization authorization, Instant until) {
        authorizations.save(authorization);
        var tokens = StoredAuthorizations.key(TokenFamilies.name(authorization));
        if (!devices.letIn(found, place.id(), tokens, until)) {
            // Not there yet: the visitor's confirmation is being written down at this moment.
            throw new OAuth2AuthenticationException(
                    devices.hasLetIn(found, place.id()) ? OAuth2ErrorCodes.INVALID_GRANT : "authorization_pending");
        }
    }

    private static OAuth2AccessToken accessToken(@Nullable OAuth2Token made, Set<String> scopes) {
        if (made instanceof OAuth2AccessToken opaque) {
            return opaque;
        }
        if (made instanceof Jwt jwt) {
            return new OAuth2AccessToken(
                    jwt.hasClaim("cnf") ? OAuth2AccessToken.TokenType.DPOP : OAuth2AccessToken.TokenType.BEARER,
                    jwt.getTokenValue(),
                    jwt.getIssuedAt(),
                    jwt.getExpiresAt(),
                    scopes);
        }
        throw new IllegalStateException("an access token was asked for");
    }

    private String idToken(DefaultOAuth2TokenContext.Builder context) {
        return Optional.<OAuth2Token>ofNullable(
                        generator.generate(context.tokenType(ID_TOKEN).build()))
                .orElseThrow(() -> new IllegalStateException("an ID token was asked for"))
                .getTokenValue();
    }

    private Optional<OAuth2RefreshToken> refreshToken(
            RegisteredClient client, DefaultOAuth2TokenContext.Builder context) {
        if (!client.getAuthorizationGrantTypes().contains(AuthorizationGrantType.REFRESH_TOKEN)) {
            return Optional.empty();
        }
        return generator.generate(
                                context.tokenType(OAuth2TokenType.REFRESH_TOKEN).build())
                        instanceof OAuth2RefreshToken token
                ? Optional.of(token)
                : Optional.empty();
    }
}
