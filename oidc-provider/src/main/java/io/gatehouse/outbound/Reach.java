package io.gatehouse.outbound;

import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a redirect may lead: to a server that the configuration names, or to one on the public internet. A
 * page that we read must not make us ask the other servers of our own network, or the metadata address of a
 * cloud.
 */
public final class Reach {

    private final Set<String> named;

    /** @param named addresses of pages; each opens its whole server */
    public Reach(Collection<String> named) {
        this.named = named.stream().map(URI::create).map(Reach::server).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether it may be asked. The JVM keeps what a name resolves to for some seconds, so it is the same that
     * is asked.
     */
    public boolean includes(URI address) {
        return named.contains(server(address)) || PublicHosts.isPublic(String.valueOf(address.getHost()));
    }

    private static String server(URI address) {
        var port = address.getPort() >= 0 ? address.getPort() : "https".equals(address.getScheme()) ? 443 : 80;
        return (address.getScheme() + "://" + address.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }
}
