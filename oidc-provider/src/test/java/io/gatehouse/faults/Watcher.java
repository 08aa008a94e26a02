package io.gatehouse.faults;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalLong;

/** A script at the operators' side that looks at the room. */
final class Watcher {

    private final String origin;
    private String token = "";

    Watcher(int port) {
        this.origin = "http://localhost:" + port;
    }

    /** How many slots are taken; empty when there is no answer just now. */
    OptionalLong slots() {
        try {
            var room = Login.get(origin + "/panel/api/rooms/shop", "Bearer " + token);
            if (room.status() == 200) {
                return OptionalLong.of(room.json().path("slots").asLong());
            }
            if (room.status() == 401) {
                signsIn();
            }
        } catch (UncheckedIOException noAnswer) {
            // The next look may have one.
        }
        return OptionalLong.empty();
    }

    private void signsIn() {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read");
        var answer = Login.post(origin + "/token", Login.basic("watcher", RunningGatehouse.SECRET), form);
        token = answer.status() == 200 ? answer.text("access_token") : "";
    }
}
