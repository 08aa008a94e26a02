package io.gatehouse.door;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The addresses that limits count as one: in IPv6 all with the same first 64 bits, since one subscriber has
 * all of them, and could count anew with each.
 */
public final class AddressBlock {

    private AddressBlock() {}

    /** The block of an address in the form that requests have it; of IPv4 the address itself. */
    public static String of(String address) {
        return parsed(address)
                .map(parsed -> parsed instanceof Inet6Address ? network(parsed, 64) : parsed.getHostAddress())
                .orElse(address);
    }

    /** The IPv6 network of 48 bits that it lies in, which is what a customer of a data centre gets; empty for IPv4. */
    static Optional<String> widely(String address) {
        return parsed(address).filter(Inet6Address.class::isInstance).map(parsed -> network(parsed, 48));
    }

    /** The network that it lies in, as one operator of many machines has it: of IPv4 the first 24 bits, of IPv6 48. */
    public static String network(String address) {
        return widely(address).orElseGet(() -> address.replaceFirst("\\.\\d+$", ""));
    }

    private static String network(InetAddress six, int bits) {
        return HexFormat.ofDelimiter(":").formatHex(six.getAddress(), 0, bits / Byte.SIZE) + "::/" + bits;
    }

    private static Optional<InetAddress> parsed(String address) {
        if (!address.contains(":")) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(address)); // of what has a colon no name server is asked
        } catch (UnknownHostException odd) {
            return Optional.empty();
        }
    }
}
