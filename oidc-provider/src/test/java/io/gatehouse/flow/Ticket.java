package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import tools.jackson.databind.json.JsonMapper;

/** A place that has been acknowledged to its visitor: the cookie that came with the answer, and the position in it. */
public record Ticket(String cookie, long position) {

    private static final JsonMapper JSON = new JsonMapper();

    /** What {@code /place} tells of it. */
    public record View(long position, String stage) {}

    public static Ticket of(Wire.Reply acknowledged) {
        return of(acknowledged.cookie());
    }

    /** That of a place's cookie. */
    public static Ticket of(String cookie) {
        var payload = cookie.split("\\.", -1)[1];
        var claims = JSON.readTree(new String(Base64.getUrlDecoder().decode(payload), UTF_8));
        return new Ticket(cookie, claims.path("position").asLong());
    }

    public static View view(Wire.Reply place) {
        var view = JSON.readTree(place.body());
        return new View(view.path("position").asLong(), view.path("stage").asString());
    }

    public static long serving(Wire.Reply board) {
        return JSON.readTree(board.body()).path("serving").asLong();
    }

    /** Up to which position the line has been lost; 0 if it has not been. */
    public static long recovery(Wire.Reply board) {
        return JSON.readTree(board.body()).path("recovery").asLong(0);
    }

    public static long issued(Wire.Reply board) {
        return JSON.readTree(board.body()).path("issued").asLong();
    }
}
