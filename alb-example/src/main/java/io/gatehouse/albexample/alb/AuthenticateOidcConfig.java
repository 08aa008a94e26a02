package io.gatehouse.albexample.alb;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of an {@code authenticate-oidc} action, with the names and the defaults of AWS's
 * {@code AuthenticateOidcActionConfig}. The list of eleven components is AWS's.
 */
public record AuthenticateOidcConfig(
        String issuer,
        URI authorizationEndpoint,
        URI tokenEndpoint,
        URI userInfoEndpoint,
        String clientId,
        String clientSecret,
        String scope,
        String sessionCookieName,
        Duration sessionTimeout,
        OnUnauthenticatedRequest onUnauthenticatedRequest,
        Map<String, String> authenticationRequestExtraParams) {

    private static final Duration LONGEST_SESSION = Duration.ofDays(7);

    public AuthenticateOidcConfig {
        if (sessionTimeout.compareTo(Duration.ofSeconds(1)) < 0 || sessionTimeout.compareTo(LONGEST_SESSION) > 0) {
            throw new IllegalArgumentException("SessionTimeout must be from 1 second to 7 days, was " + sessionTimeout);
        }
        if (authenticationRequestExtraParams.size() > 10) {
            throw new IllegalArgumentException("AuthenticationRequestExtraParams must be 10 or fewer, were "
                    + authenticationRequestExtraParams.size());
        }
    }

    /** A client of Gatehouse, whose endpoints are under its issuer, with AWS's defaults. */
    public static Builder gatehouse(String issuer, String clientId, String clientSecret) {
        return new Builder(issuer, clientId, clientSecret);
    }

    @Override
    public String toString() {
        return "AuthenticateOidcConfig[issuer=" + issuer + ", clientId=" + clientId + "]";
    }

    /** Collects what differs from the defaults. */
    public static final class Builder {

        private final String issuer;
        private final String clientId;
        private final String clientSecret;
        private final Map<String, String> extraParams = new LinkedHashMap<>();
        private URI tokenEndpoint;
        private URI userInfoEndpoint;
        private URI authorizationEndpoint;
        private String scope = "openid";
        private Duration sessionTimeout = LONGEST_SESSION;
        private OnUnauthenticatedRequest onUnauthenticated = OnUnauthenticatedRequest.AUTHENTICATE;

        private Builder(String issuer, String clientId, String clientSecret) {
            this.issuer = issuer;
            this.clientId = clientId;
            this.clientSecret = clientSecret;
            this.authorizationEndpoint = URI.create(issuer + "/authorize");
            this.tokenEndpoint = URI.create(issuer + "/token");
            this.userInfoEndpoint = URI.create(issuer + "/userinfo");
        }

        public Builder authorizationEndpoint(URI endpoint) {
            authorizationEndpoint = endpoint;
            return this;
        }

        public Builder tokenEndpoint(URI endpoint) {
            tokenEndpoint = endpoint;
            return this;
        }

        public Builder userInfoEndpoint(URI endpoint) {
            userInfoEndpoint = endpoint;
            return this;
        }

        public Builder scope(String words) {
            scope = words;
            return this;
        }

        public Builder sessionTimeout(Duration timeout) {
            sessionTimeout = timeout;
            return this;
        }

        public Builder onUnauthenticatedRequest(OnUnauthenticatedRequest reaction) {
            onUnauthenticated = reaction;
            return this;
        }

        public Builder extraParam(String name, String value) {
            extraParams.put(name, value);
            return this;
        }

        public AuthenticateOidcConfig build() {
            return new AuthenticateOidcConfig(
                    issuer,
                    authorizationEndpoint,
                    tokenEndpoint,
                    userInfoEndpoint,
                    clientId,
                    clientSecret,
                    scope,
                    "AWSELBAuthSessionCookie",
                    sessionTimeout,
                    onUnauthenticated,
                    Collections.unmodifiableMap(new LinkedHashMap<>(extraParams)));
        }
    }
}
