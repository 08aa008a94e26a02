package io.gatehouse.outbound;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a redirect may lead: to a server that the configuration names, or to one on the public internet. A page that we read
 * must not make us ask the other servers of our own network, or the metadata address of a cloud.
 */
public final class Reach {

    private static final int FIRST_BYTE_OF_UNIQUE_LOCAL = 0xfc;
    private static final int SHARED_FROM = 64;
    private static final int SHARED_TO = 127;

    private final Set<String> named;

    /** @param named addresses of pages; each opens its whole server */
    public Reach(Collection<String> named) {
        this.named = named.stream().map(URI::create).map(Reach::server).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether it may be asked. A name without an address may: asking fails by itself, and says why. */
    public boolean includes(URI address) {
        return named.contains(server(address)) || isPublic(String.valueOf(address.getHost()));
    }

    /** The JVM keeps what a name resolves to for some seconds, so the request goes to the address that was looked at. */
    private static boolean isPublic(String host) {
        try {
            return Stream.of(InetAddress.getAllByName(host)).allMatch(Reach::isPublic);
        } catch (UnknownHostException nowhere) {
            return true;
        }
    }

    private static boolean isPublic(InetAddress address) {
        var bytes = address.getAddress();
        var isInner = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || (bytes.length == 16 && (bytes[0] & 0xfe) == FIRST_BYTE_OF_UNIQUE_LOCAL)
                || (bytes.length == 4 && isOfNobody(bytes[0] & 0xff, bytes[1] & 0xff));
        return !isInner;
    }

    /** "This network" (RFC 1122 section 3.2.1.3), and addresses that providers share among customers (RFC 6598). */
    private static boolean isOfNobody(int first, int second) {
        return first == 0 || (first == 100 && second >= SHARED_FROM && second <= SHARED_TO);
    }

    private static String server(URI address) {
        var port = address.getPort() >= 0 ? address.getPort() : "https".equals(address.getScheme()) ? 443 : 80;
        return (address.getScheme() + "://" + address.getHost() + ":" + port).toLowerCase(Locale.ROOT);
    }
}
