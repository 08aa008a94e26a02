package io.gatehouse.awsapi.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.HostileServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a site answers, and what is made of it. */
class HealthUrlTest {

    private static final Duration AMPLE = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({"200, OK", "204, OK", "302, NOT_OK", "404, NOT_OK", "500, NOT_OK", "503, NOT_OK"})
    void givenASite_whenItAnswers_thenNothingBut2xxIsOk(int status, Alarm.State state) throws IOException {
        var site = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        site.createContext("/health", exchange -> {
            exchange.getResponseHeaders().add("Location", "/well");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        site.createContext("/well", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        site.start();
        try {
            assertThat(asked(site.getAddress().getPort(), AMPLE)).isEqualTo(state);
        } finally {
            site.stop(0);
        }
    }

    @Test
    void givenASiteThatTakesConnectionsAndSaysNothing_whenItIsAsked_thenItIsNotWell() throws IOException {
        try (var silent = new ServerSocket(0)) {
            assertThat(asked(silent.getLocalPort(), Duration.ofMillis(100))).isEqualTo(Alarm.State.NOT_OK);
        }
    }

    @Test
    void givenNobodyAtTheAddress_whenItIsAsked_thenTheSiteIsNotWell() {
        assertThat(asked(FreePorts.next(), AMPLE)).isEqualTo(Alarm.State.NOT_OK);
    }

    @ParameterizedTest
    @EnumSource
    void givenASiteWhoseAnswerIsHostile_whenItIsAsked_thenItsFirstLineIsEnough(HostileServer.Answer answer)
            throws IOException {
        var isWell = EnumSet.of(HostileServer.Answer.ENDLESS, HostileServer.Answer.TRICKLING, HostileServer.Answer.BOMB)
                .contains(answer);
        try (var site = new HostileServer(answer)) {
            assertThat(new HealthUrl(site.uri(), AMPLE).state())
                    .isEqualTo(isWell ? Alarm.State.OK : Alarm.State.NOT_OK);
            assertThat(site.sent()).isLessThan(HostileServer.FEW);
            assertThat(site.askedInside()).isZero();
        }
    }

    private static Alarm.State asked(int port, Duration patience) {
        return new HealthUrl(URI.create("http://localhost:" + port + "/health"), patience).state();
    }
}
