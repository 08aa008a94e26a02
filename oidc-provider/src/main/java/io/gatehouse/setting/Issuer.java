package io.gatehouse.setting;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The address at which browsers and sites reach this installation, and the {@code iss} of all tokens: exactly
 * as configured, never derived from a request.
 */
public record Issuer(String value) {

    private static final String PROPERTY = "gatehouse.issuer";
    private static final String EXAMPLE = "https://wait.example.com";

    /** Reads the setting; plain http is accepted for loopback hosts only. */
    public static Issuer of(@Nullable URI uri) {
        if (uri == null) {
            throw new InvalidSettingException(PROPERTY, "must be set", EXAMPLE);
        }
        if (!Loopback.isHttpsOrLoopback(uri)) {
            throw new InvalidSettingException(
                    PROPERTY, "must be https, or http on localhost, was \"" + uri + "\"", EXAMPLE);
        }
        if (!uri.getRawPath().isEmpty()
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || uri.getRawUserInfo() != null) {
            throw new InvalidSettingException(
                    PROPERTY, "must have no path, not even a slash, and no query, was \"" + uri + "\"", EXAMPLE);
        }
        return new Issuer(uri.toString());
    }

    /** Whether this installation is tried out on the operator's own machine, where https would be too much to ask. */
    public boolean isAtHome() {
        return Loopback.isHost(URI.create(value).getHost());
    }

    /** Whether cookies can be marked Secure and carry the {@code __Host-} prefix. */
    public boolean isSecure() {
        return value.startsWith("https:");
    }

    /** The address of one of our paths. */
    public String at(String path) {
        return value + path;
    }
}
