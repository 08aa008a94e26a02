package io.gatehouse.door;

import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;

/**
 * Answers in memory that are equal for all clients. They are given before any filter and servlet gets the
 * request, whose way costs several times as much as the answer. Each package names its own in a bean. All
 * other requests go the usual way: other methods, other spellings of an address, and answers that do not
 * exist yet.
 */
public interface ReadyAnswers {

    /**
     * An answer as it is sent, status 200, or 304 to whom the tag is known.
     *
     * @param etag a strong entity tag, with its quotes
     * @param headers its own: the tag goes with it, and what every answer says
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(String etag, HttpFields headers, byte[] body) {}

    /** The tag {@code uri} of {@code http.server.requests} by which Spring would have counted the requests. */
    String uri();

    /**
     * The answer to GET and HEAD; empty if a servlet has to answer. Threads of the server call it
     * concurrently, and none may wait here.
     *
     * @param address as it was sent, nothing in it decoded
     * @param asked the headers of the request
     */
    Optional<Answer> at(HttpURI address, HttpFields asked);
}
