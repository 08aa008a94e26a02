package io.gatehouse.door;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * Who shares an address, as far as limits are concerned: of IPv6 the first 64 bits, since one subscriber has all that
 * begin with them, and could count anew with each.
 */
public final class AddressBlock {

    private AddressBlock() {}

    /** The block of an address in the form that requests have it; of IPv4 the address itself. */
    public static String of(String address) {
        if (!address.contains(":")) {
            return address;
        }
        try {
            var parsed = InetAddress.getByName(address); // of what has a colon no name server is asked
            return parsed instanceof Inet6Address
                    ? HexFormat.ofDelimiter(":").formatHex(parsed.getAddress(), 0, 8) + "::/64"
                    : parsed.getHostAddress();
        } catch (UnknownHostException odd) {
            return address;
        }
    }
}
