package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A visitor's browser on one connection: keeps its cookies and follows redirects, out to the site or to a page. */
final class Navigation {

    private static final int MOST_STEPS = 10;

    private final Wire wire;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    Navigation(Wire wire) {
        this.wire = wire;
    }

    /** Goes there, and on to where it is sent, until that is the site, a page, or begins so. */
    Wire.Reply opens(String path, String end) throws IOException {
        return follows(keeps(wire.gets(path, cookies())), end);
    }

    /** Submits a form, and goes on like {@link #opens}. */
    Wire.Reply submits(String path, String form) throws IOException {
        return follows(keeps(wire.posts(path, cookies(), form)), RunningGatehouse.SITE);
    }

    /** What it has been given, as it is sent back. */
    String cookies() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** The code in the address of the site to which a browser is sent. */
    static String code(Wire.Reply sent) {
        var location = sent.header("location");
        assertThat(location).as(sent.status() + " " + sent.body()).startsWith(RunningGatehouse.SITE);
        return Browser.parameters(location).getOrDefault("code", "");
    }

    private Wire.Reply follows(Wire.Reply first, String end) throws IOException {
        var reply = first;
        for (var step = 0; reply.status() / 100 == 3; step++) {
            var location = reply.header("location");
            if (location.startsWith(RunningGatehouse.SITE) || location.startsWith(end)) {
                return reply;
            }
            assertThat(step).as(location).isLessThan(MOST_STEPS);
            reply = keeps(wire.gets(location.replaceFirst("^http://[^/]*", ""), cookies()));
        }
        return reply;
    }

    private Wire.Reply keeps(Wire.Reply reply) {
        if (!reply.cookie().isEmpty()) {
            for (var cookie : reply.cookie().split("; ", -1)) {
                cookies.put(cookie.replaceFirst("=.*", ""), cookie.replaceFirst("[^=]*=", ""));
            }
        }
        return reply;
    }
}
