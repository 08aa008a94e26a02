package io.gatehouse.outbound;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The servers that a redirect may lead to: those that the configuration names, and the public internet. A
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
     * Whether it may be asked. The JVM keeps what a name resolves to for some seconds, so mostly the same
     * server is asked. If that time ends between the two, the name may lead elsewhere: the network's own
     * rules stop it.
     */
    public boolean includes(URI address) {
        return named.contains(server(address)) || PublicHosts.isPublic(String.valueOf(address.getHost()));
    }

    /**
     * Looks the server's name up, and throws where it may not be asked. To be called before each request to
     * an address that was allowed some time ago: its name may lead elsewhere by now. The time of a slow
     * lookup is not taken for the server's.
     */
    public void require(URI address) throws IOException {
        InetAddress.getByName(address.getHost());
        if (!includes(address)) {
            throw new IOException("its name does not lead to a public address now, so it is not asked");
        }
    }

    private static String server(URI address) {
        var port = address.getPort() >= 0 ? address.getPort() : "https".equals(address.getScheme()) ? 443 : 80;
        return (address.getScheme() + "://" + address.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }
}
