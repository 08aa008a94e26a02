package io.gatehouse.notice;

import io.gatehouse.outbound.PublicHosts;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The push services that may be asked. The address of a subscription comes from a stranger's browser, so only
 * hosts of the list are asked, by https at the usual port, and none whose name leads inside. For tests, a
 * loopback host of the list is asked by http, too.
 */
final class PushServices {

    private static final Pattern HOST = Pattern.compile("(?:\\*\\.)?[a-z0-9-]+(?:\\.[a-z0-9-]+)*");

    private final List<String> hosts;

    /** @param hosts each may begin with {@code *.}, which stands for one or more names before the rest */
    PushServices(String property, Collection<String> hosts) {
        this.hosts = List.copyOf(hosts);
        this.hosts.stream()
                .filter(host -> !HOST.matcher(host).matches())
                .findFirst()
                .ifPresent(host -> {
                    throw new InvalidSettingException(
                            property, "must be names of hosts, was " + host, "fcm.googleapis.com,*.push.apple.com");
                });
    }

    /** Whether an address is one of theirs. Asks no name service. */
    boolean have(URI address) {
        return address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawFragment() == null
                && isListed(address.getHost().toLowerCase(Locale.ROOT))
                && (isLoopback(address) || "https".equals(address.getScheme()) && isUsual(address.getPort()));
    }

    private boolean isListed(String host) {
        return hosts.stream()
                .anyMatch(one -> one.startsWith("*.") ? host.endsWith(one.substring(1)) : host.equals(one));
    }

    private static boolean isUsual(int port) {
        return port == -1 || port == 443;
    }

    private static boolean isLoopback(URI address) {
        return "http".equals(address.getScheme()) && Loopback.isHttpsOrLoopback(address);
    }

    /** Whether its name leads to a public address now. */
    boolean reach(URI address) {
        return isLoopback(address) || PublicHosts.isPublic(address.getHost());
    }
}
