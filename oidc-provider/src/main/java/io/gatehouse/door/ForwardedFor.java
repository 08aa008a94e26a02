package io.gatehouse.door;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Request;

/**
 * Finds the address of the client that reached the first of our own proxies. Each proxy appends its client's
 * address to {@code X-Forwarded-For}, so behind n proxies the n-th address from the right is the last that a
 * proxy of ours wrote; a client may have invented those before it. With fewer addresses the connection's own
 * counts.
 *
 * @param proxies 0 if none is trusted
 */
public record ForwardedFor(int proxies) {

    static final String HEADER = "X-Forwarded-For";

    /** Some write the port, too (Azure's Application Gateway does), which is another for each connection. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:\\[(?<six>[0-9a-fA-F.:]{2,45})]|(?<four>[0-9.]{7,15}))(?::[0-9]{1,5})?|(?<bare>[0-9a-fA-F.:]{2,45})");

    /** The address block of the request's sender. */
    public String block(Request request) {
        return AddressBlock.of(
                address(request.getHeaders().getValuesList(HEADER)).orElseGet(() -> Request.getRemoteAddr(request)));
    }

    /** The address in these values of the header; empty where the connection's own address counts. */
    Optional<String> address(List<String> values) {
        var addresses = String.join(",", values).split(",", -1);
        if (proxies == 0 || addresses.length < proxies) {
            return Optional.empty();
        }
        var written = ADDRESS.matcher(addresses[addresses.length - proxies].strip());
        return written.matches()
                ? Stream.of("six", "four", "bare")
                        .map(written::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                : Optional.empty();
    }
}
