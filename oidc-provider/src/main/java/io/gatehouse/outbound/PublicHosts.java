package io.gatehouse.outbound;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Tells public hosts from internal ones: a call that an outsider requests must not reach our neighbours. A
 * name that is changed later to lead inside is for the network's own rules to stop.
 */
public final class PublicHosts {

    private PublicHosts() {}

    /** Whether all addresses of this host are public; a host that has none is not. Asks the name service. */
    public static boolean isPublic(String host) {
        if (host.toLowerCase(Locale.ROOT).matches("(?:.*\\.)?(?:localhost|local|internal)\\.?")) {
            return false;
        }
        try {
            return Stream.of(InetAddress.getAllByName(host)).allMatch(PublicHosts::isPublic);
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static boolean isPublic(InetAddress address) {
        var bytes = address.getAddress();
        var first = bytes[0] & 0xff;
        var second = bytes[1] & 0xff;
        var isInside = address.isLoopbackAddress()
                || address.isAnyLocalAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        return !isInside
                && (address instanceof Inet6Address
                        ? (first & 0xe0) == 0x20 && !isTunnel(bytes) // global unicast, RFC 4291 section 2.4
                        : first != 0 && first < 224 && !(first == 100 && (second & 0xc0) == 64)); // RFC 6598
    }

    /**
     * 6to4 and Teredo carry an IPv4 address of the sender's choice (RFC 3056 section 2, RFC 4380 section
     * 2.6).
     */
    private static boolean isTunnel(byte[] bytes) {
        return bytes[0] == 0x20 && (bytes[1] == 0x02 || bytes[1] == 0x01 && bytes[2] == 0 && bytes[3] == 0);
    }
}
