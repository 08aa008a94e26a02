package io.gatehouse.awsapi.key;

import io.gatehouse.addition.Addition;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A key pair that calls of the private API are signed with. It never changes: an operator makes another one
 * and removes this one.
 *
 * @param id names the key in every signature, and is no secret
 * @param secret signs; both sides need it
 * @param rooms the names of the rooms that calls with this key may act on
 * @param made empty for a key of the configuration files
 */
public record AccessKey(String id, String secret, NavigableSet<String> rooms, Optional<Made> made) {

    private static final String SECRET = "secret";
    private static final String ROOMS = "rooms[";
    private static final String BY = "made-by";
    private static final String AT = "made-at";

    /** The maker of a key, and the moment. */
    public record Made(String by, Instant at) {}

    /** Reads a key from the store. */
    static AccessKey of(String id, Addition kept) {
        var settings = kept.settings();
        var rooms = new TreeSet<String>();
        settings.forEach((name, value) -> {
            if (name.startsWith(ROOMS)) {
                rooms.add(value);
            }
        });
        var made = new Made(settings.getOrDefault(BY, ""), Instant.parse(settings.getOrDefault(AT, "")));
        return new AccessKey(id, settings.getOrDefault(SECRET, ""), rooms, Optional.of(made));
    }

    Addition addition() {
        var settings = new TreeMap<String, String>();
        settings.put(SECRET, secret);
        made.ifPresent(maker -> {
            settings.put(BY, maker.by());
            settings.put(AT, maker.at().toString());
        });
        var number = 0;
        for (var room : rooms) {
            settings.put(ROOMS + number++ + "]", room);
        }
        return new Addition(settings, false);
    }

    /** The text for people and ledgers, without the secret. */
    @Override
    public String toString() {
        return "AWS key " + id + " for " + rooms;
    }
}
