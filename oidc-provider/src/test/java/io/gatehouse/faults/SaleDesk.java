package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator of a sale does, by the API; what is not answered is done again. */
final class SaleDesk {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String ROOM = "/panel/api/rooms/shop";

    private final HttpClient client = HttpClient.newHttpClient();
    private final String origin;
    private final String token;

    SaleDesk(int port) {
        this.origin = "http://localhost:" + port;
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.operate");
        this.token = Login.post(origin + "/token", Login.basic("desk", RunningGatehouse.SECRET), form)
                .text("access_token");
    }

    /**
     * Moves the doors and the close to these seconds. Schedules know whole minutes, of a zone; there are
     * zones that are some seconds off. The lobby stays in its minute, so that its draw stays the same.
     */
    void opensAt(LocalDateTime lobby, Instant doors, Optional<Instant> close) {
        var zone = ZoneOffset.ofTotalSeconds((int) ((60 - doors.getEpochSecond() % 60) % 60));
        var opening = JSON.createObjectNode()
                .put("zone", zone.getId())
                .put(
                        "lobby",
                        lobby.plusMinutes(zone.getTotalSeconds() == 0 ? 0 : 1).toString())
                .put("doors", LocalDateTime.ofInstant(doors, zone).toString())
                .put("atClose", "end")
                .put("draw", "receipts");
        close.ifPresent(
                end -> opening.put("close", LocalDateTime.ofInstant(end, zone).toString()));
        var body = JSON.createObjectNode();
        body.putArray("schedule").add(opening);
        var answer = asks("PATCH", ROOM, BodyPublishers.ofString(body.toString()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** So many seconds from now. */
    static Instant in(long seconds) {
        return Clock.systemUTC().instant().plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS);
    }

    JsonNode room() {
        return JSON.readTree(get(ROOM));
    }

    JsonNode draw() {
        return JSON.readTree(get("/rooms/shop/draw"));
    }

    JsonNode board() {
        return JSON.readTree(get("/rooms/shop/board"));
    }

    /** How many of those in the lobby share a network. */
    JsonNode entrants() {
        return JSON.readTree(get(ROOM + "/draw/entrants"));
    }

    String ledger() {
        return get(ROOM + "/ledger");
    }

    String keys() {
        return get("/.well-known/jwks.json");
    }

    private String get(String path) {
        return asks("GET", path, BodyPublishers.noBody()).body();
    }

    private HttpResponse<String> asks(String method, String path, HttpRequest.BodyPublisher body) {
        var request = HttpRequest.newBuilder(URI.create(origin + path))
                .method(method, body)
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .header("Authorization", "Bearer " + token)
                .build();
        return await().atMost(Duration.ofMinutes(3))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> client.send(request, BodyHandlers.ofString()), answer -> answer.statusCode() < 500);
    }
}
