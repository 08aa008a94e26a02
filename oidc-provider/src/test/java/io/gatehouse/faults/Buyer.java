package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One visitor of a sale: a browser that keeps its cookies, at an address. Does one thing at a time. */
final class Buyer {

    private static final JsonMapper JSON = new JsonMapper();

    private final String address;
    private final boolean hasPass;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private long position;
    private String receipt = "";
    private boolean isIn;
    private boolean hasLeft;

    Buyer(String address, boolean hasPass) {
        this.address = address;
        this.hasPass = hasPass;
    }

    boolean hasPass() {
        return hasPass;
    }

    /** Takes a place, with a pass or without, and is told the position and the receipt. */
    void comes(Wire wire, Optional<String> link) {
        gets(wire, link.orElse("/rooms/shop/enter"));
        var entered = gets(wire, "/rooms/shop/enter?request=&cookie=set");
        assertThat(entered.header("location")).as(entered.body()).startsWith("/rooms/shop/wait");
        var place = looks(wire);
        position = place.path("position").asLong();
        receipt = place.path("receipt").asString("");
    }

    /** What the line says of the place. */
    JsonNode looks(Wire wire) {
        return JSON.readTree(gets(wire, "/rooms/shop/place").body());
    }

    /** Presses the button; true when that has led into the shop. */
    boolean goesIn(Wire wire) {
        isIn |= posts(wire, "/rooms/shop/continue", "request=")
                .header("location")
                .startsWith(RunningGatehouse.SITE);
        return isIn;
    }

    /** Has bought: the visit is over, and what it held is consumed. */
    void buys(Wire wire) {
        assertThat(posts(wire, "/logout", "sure=yes").status()).isEqualTo(200);
    }

    void leaves(Wire wire) {
        assertThat(posts(wire, "/rooms/shop/leave", "request=").status()).isEqualTo(303);
        hasLeft = true;
    }

    boolean hasLeft() {
        return hasLeft;
    }

    boolean isIn() {
        return isIn;
    }

    long position() {
        return position;
    }

    /** The receipt of the draw; empty for who has come after the doors opened. */
    String receipt() {
        return receipt;
    }

    private Wire.Reply gets(Wire wire, String path) {
        return keeps(RetryingVisitors.asks(wire.from(address), through -> through.gets(path, cookie())));
    }

    private Wire.Reply posts(Wire wire, String path, String form) {
        return keeps(RetryingVisitors.asks(wire.from(address), through -> through.posts(path, cookie(), form)));
    }

    private String cookie() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private Wire.Reply keeps(Wire.Reply reply) {
        reply.header("set-cookie").lines().forEach(header -> {
            var pair = header.replaceFirst(";.*", "").split("=", 2);
            if (header.contains("Max-Age=0")) {
                cookies.remove(pair[0]);
            } else {
                cookies.put(pair[0], pair[1]);
            }
        });
        return reply;
    }
}
