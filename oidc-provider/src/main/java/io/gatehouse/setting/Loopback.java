package io.gatehouse.setting;

import java.net.URI;
import java.util.Set;

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
}
