package io.gatehouse.door;

import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;

/**
 * Answers that are in memory, and the same for anybody. They are given before any filter and servlet has the request, whose
 * way costs several times as much as the answer. Each side names its own in a bean; everything else goes the long way as
 * ever: other methods, addresses that are written otherwise, what is not there or has to be made first.
 */
public interface ReadyAnswers {

    /**
     * An answer as it is sent, status 200, or 304 to whom the tag is known.
     *
     * @param etag a strong entity tag, with its quotes
     * @param headers its own: the tag goes with it, and what every answer says
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Answer(String etag, HttpFields headers, byte[] body) {}

    /** As what Spring would have counted the requests: the tag {@code uri} of {@code http.server.requests}. */
    String uri();

    /**
     * The answer to GET and HEAD; empty where somebody else has to answer. Threads of the server call it at the same time,
     * and none may wait here.
     *
     * @param address as it was sent, nothing in it decoded
     * @param asked the headers of the request
     */
    Optional<Answer> at(HttpURI address, HttpFields asked);
}
