package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.door.stream.EventStreams;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

/** A waiting page that is told of the board, in a browser that knows how to listen. */
@Tag("browser")
class ToldPageInChromiumTest {

    @AutoClose
    private static final RunningGatehouse gatehouse =
            RunningGatehouse.start("gatehouse.board-events.waiting-pages=true");

    @AutoClose
    private final Chromium chromium = new Chromium("--host-resolver-rules=MAP localhost 127.0.0.1");

    @Test
    void givenAPageThatListens_whenItsTurnComesOrTheStreamEnds_thenItSeesThatAllTheSame() {
        gatehouse.browser().opens("/rooms/shop/enter");
        chromium.driver().get(gatehouse.issuer() + "/rooms/shop/enter");
        until(() -> isShown("WAITING"));
        until(() -> gatehouse.bean(EventStreams.class).count() == 1);
        until(() -> is(true, "window.told"));

        gatehouse.letIn("shop", 1);
        until(() -> isShown("NEXT"));

        gatehouse.bean("endOfStreams", SmartLifecycle.class).stop();
        until(() -> is(false, "window.told"));
        gatehouse.letIn("shop", 1);
        until(() -> isShown("TURN"));
        assertThat(chromium.complaints()).noneMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    @Test
    void givenAPageOfASite_whenItListens_thenItIsToldAsWell() throws IOException {
        var site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.close();
        });
        site.start();
        try {
            chromium.driver().get("http://localhost:" + site.getAddress().getPort());

            chromium.driver()
                    .executeScript(
                            "new EventSource(arguments[0]).onmessage = event => window.heard ="
                                    + " JSON.parse(event.data).room",
                            gatehouse.issuer() + "/rooms/shop/board/events");

            until(() -> is("shop", "window.heard"));
        } finally {
            site.stop(0);
        }
    }

    private boolean isShown(String stage) {
        return is(stage, "document.body.className");
    }

    private boolean is(Object expected, String expression) {
        return expected.equals(chromium.driver().executeScript("return " + expression));
    }

    private static void until(BooleanSupplier seen) {
        await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(seen::getAsBoolean);
    }
}
