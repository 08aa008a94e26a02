package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.codec.Base16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Lua script from this package's resources. Redis knows it by its digest once it has been sent.
 *
 * @param source all of it, as it is sent
 * @param digest its SHA-1, in hexadecimal
 */
record RedisScript(String source, String digest) {

    /** An operation on a room; stands on what all of them share, and on these parts that some of them do. */
    static RedisScript ofLine(String name, String... parts) {
        var shared = Stream.of(parts).map(RedisScript::read).collect(Collectors.joining());
        return of(RoomRecords.PRELUDE + read("line") + shared + read(name));
    }

    /** An operation on who waits in a room, when everything else is in DynamoDB. */
    static RedisScript ofWaiting(String name) {
        return of(read("waiting/line") + read("waiting/" + name));
    }

    /** A script that needs nothing else. */
    static RedisScript alone(String name) {
        return of(read(name));
    }

    private static RedisScript of(String text) {
        return new RedisScript(text, Base16.digest(text.getBytes(US_ASCII)));
    }

    private static String read(String name) {
        var file = name + ".lua";
        try (var in = Objects.requireNonNull(RedisScript.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), US_ASCII);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
