package io.gatehouse.awsapi.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.http.CrossOriginFilter;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.door.ReadyAnswers;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.DigestUtils;
import org.springframework.web.util.UriUtils;

/**
 * A number of each event that its whole crowd asks for, as the last tick saw it: made once a tick and never
 * for a request. {@link PublicEndpoint} answers unusual spellings of the address with the same.
 */
final class ReadyNumbers implements RoomWatcher, ReadyAnswers {

    /** The answer is the same for every client, and as old as a tick anyway. */
    static final String CACHEABLE = "max-age=1, public";

    interface Source {

        Printed of(AwsRoom event, RoomSnapshot seen, Instant now);
    }

    /** @param etag a strong entity tag, with its quotes */
    record Printed(String body, String etag) {

        private static Printed of(String body) {
            return new Printed(body, "\"" + DigestUtils.md5DigestAsHex(body.getBytes(UTF_8)) + "\"");
        }
    }

    private static final HttpFields HEADERS = HttpFields.from(
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, CACHEABLE),
            new PreEncodedHttpField(CrossOriginFilter.ALLOW_ORIGIN, "*"),
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"));

    private static final Logger LOG = LoggerFactory.getLogger(ReadyNumbers.class);

    private final String path;
    private final Source reading;
    private final AwsRooms events;

    /**
     * The key is the address, in the spelling of all clients. The counters never go back and admit no
     * visitor, so the last answers will do while the store is away.
     */
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    ReadyNumbers(String path, Source reading, AwsRooms events) {
        this.path = path;
        this.reading = reading;
        this.events = events;
    }

    /** The last number called; the old API sent it as a text. */
    static Printed serving(AwsRoom event, RoomSnapshot seen, Instant now) {
        return Printed.of("{\"serving_counter\":\"" + event.servingCounter(seen, now) + "\"}");
    }

    /** The {@code waiting_num}. */
    static Printed waiting(AwsRoom event, RoomSnapshot seen, Instant now) {
        return Printed.of("{\"waiting_num\":" + AwsRoom.waitingNumber(seen) + "}");
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        try {
            events.of(room.id()).ifPresent(event -> print(event, snapshot, now));
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: the next tick says {}", room.id(), path);
        }
    }

    private void print(AwsRoom event, RoomSnapshot seen, Instant now) {
        var printed = reading.of(event, seen, now);
        var answer = new Answer(printed.etag(), HEADERS, printed.body().getBytes(UTF_8));
        var query = "?event_id=" + UriUtils.encode(event.eventId(), UTF_8);
        answers.put(path + query, answer);
        answers.put(AwsPaths.API + path + query, answer);
    }

    @Override
    public String uri() {
        return path;
    }

    @Override
    public Optional<Answer> at(HttpURI address, HttpFields asked) {
        return Optional.ofNullable(answers.get(address.getPathQuery()));
    }
}
