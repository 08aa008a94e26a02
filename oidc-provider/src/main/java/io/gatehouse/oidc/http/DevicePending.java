package io.gatehouse.oidc.http;

import java.util.Map;
import org.springframework.security.oauth2.core.OAuth2Error;

/**
 * The answer to a device that still has to wait (RFC 8628 section 3.5): {@code authorization_pending}, or
 * {@code slow_down} to one that asks too often. Both also say when to ask again and how far the place has
 * come; clients that do not know these members ignore them (RFC 6749 section 5.1).
 */
public final class DevicePending extends OAuth2Error {

    private final transient Map<String, Object> members;

    public DevicePending(String code, Map<String, Object> members) {
        super(code);
        this.members = members;
    }

    Map<String, Object> members() {
        return members;
    }
}
