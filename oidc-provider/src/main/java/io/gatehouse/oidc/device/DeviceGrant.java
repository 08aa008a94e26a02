package io.gatehouse.oidc.device;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.AddressLimit;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.http.TooManyRequests;
import io.gatehouse.setting.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2DeviceCode;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2UserCode;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceAuthorizationRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code POST /device_authorization} (RFC 8628 sections 3.1 and 3.2): a device asks for its codes. It takes
 * no place in line, and nothing waits for it; that begins when a visitor enters its code at {@code /device}.
 */
final class DeviceGrant implements AuthenticationProvider {

    /** The interval before a visitor is known to wait (RFC 8628 section 3.2). */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final DeviceCodes devices;
    private final Issuer issuer;
    private final AddressLimit limit;
    private final JsonMapper json = JsonMapper.shared();

    DeviceGrant(DeviceCodes devices, Issuer issuer, AddressLimit limit) {
        this.devices = devices;
        this.issuer = issuer;
        this.limit = limit;
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        var request = (OAuth2DeviceAuthorizationRequestAuthenticationToken) authentication;
        var client = (OAuth2ClientAuthenticationToken) request.getPrincipal();
        var registered = registered(client);
        var scopes = scopes(request.getScopes());
        // Each code costs the store something, and any client may ask for codes of a public site.
        TooManyRequests.beyond(limit, request, 1);
        var codes = devices.start(registered.getClientId(), scopes);
        var start = codes.startedAt();
        return new OAuth2DeviceAuthorizationRequestAuthenticationToken(
                client,
                scopes,
                new OAuth2DeviceCode(
                        codes.deviceCode(), start, start.plus(devices.settings().codeTtl())),
                new OAuth2UserCode(
                        codes.userCode().toString(),
                        start,
                        start.plus(devices.settings().userCodeTtl())));
    }

    @Override
    public boolean supports(Class<?> type) {
        return OAuth2DeviceAuthorizationRequestAuthenticationToken.class.isAssignableFrom(type);
    }

    /** The client, if devices may use it. */
    static RegisteredClient registered(OAuth2ClientAuthenticationToken client) {
        return Optional.ofNullable(client.getRegisteredClient())
                .filter(site -> site.getAuthorizationGrantTypes().contains(AuthorizationGrantType.DEVICE_CODE))
                .orElseThrow(() -> new OAuth2AuthenticationException(OAuth2ErrorCodes.UNAUTHORIZED_CLIENT));
    }

    /** The known scopes; {@code openid} for a device that names none. */
    private static Set<String> scopes(@Nullable Set<String> asked) {
        if (asked == null || asked.isEmpty()) {
            return Set.of("openid");
        }
        var scopes = new LinkedHashSet<>(asked);
        scopes.retainAll(SiteClients.SCOPES);
        if (!scopes.contains("openid")) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_SCOPE);
        }
        return scopes;
    }

    /**
     * The standard has one {@code expires_in} for both codes. It is that of the device code, because devices
     * stop asking when it has passed. The error {@code expired_token} tells that the user code was not
     * entered in time.
     */
    void answer(HttpServletRequest http, HttpServletResponse response, Authentication answered) throws IOException {
        var codes = (OAuth2DeviceAuthorizationRequestAuthenticationToken) answered;
        var deviceCode = codes.getDeviceCode();
        var userCode = codes.getUserCode();
        if (deviceCode == null || userCode == null) {
            throw new IllegalStateException("an answer without codes");
        }
        var page = issuer.at(Paths.DEVICE);
        var body = new LinkedHashMap<String, Object>();
        body.put("device_code", deviceCode.getTokenValue());
        body.put("user_code", userCode.getTokenValue());
        body.put("verification_uri", page);
        body.put("verification_uri_complete", page + "?user_code=" + userCode.getTokenValue());
        body.put("expires_in", devices.settings().codeTtl().toSeconds());
        body.put("user_code_expires_in", devices.settings().userCodeTtl().toSeconds());
        body.put("interval", INTERVAL.toSeconds());
        response.setStatus(HttpServletResponse.SC_OK);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        response.getOutputStream().write(json.writeValueAsString(body).getBytes(UTF_8));
    }
}
