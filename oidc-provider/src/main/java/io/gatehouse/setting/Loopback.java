package io.gatehouse.setting;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The machine itself: traffic that never leaves it cannot be overheard, so plain http is enough. */
public final class Loopback {

    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private Loopback() {}

    static boolean isHost(String host) {
        return HOSTS.contains(host);
    }

    /** Whether an address is https, or plain http on this machine; one without a host is neither. */
    public static boolean isHttpsOrLoopback(URI uri) {
        return uri.getHost() != null
                && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && isHost(uri.getHost()));
    }

    /**
     * The address of a setting, which has to be one of these.
     *
     * @param property the full name of the setting
     * @throws InvalidSettingException otherwise
     */
    public static URI require(String property, @Nullable URI uri, String example) {
        if (uri == null || !isHttpsOrLoopback(uri)) {
            throw new InvalidSettingException(
                    property, "must be https, or http on a loopback host, was " + uri, example);
        }
        return uri;
    }
}
