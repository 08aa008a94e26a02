package io.gatehouse.web;

import java.util.Iterator;
import org.springframework.web.context.request.RequestAttributes;

/**
 * An answer that is too long to be held: it goes out piece by piece, and each piece is made when the one before is on its
 * way. Whoever reads slowly holds up one piece, and no thread.
 *
 * @param pieces none of them empty; asked by one thread at a time
 */
public record LongAnswer(Iterator<byte[]> pieces) {

    /** The attribute of a request by which the door finds what is to follow. */
    public static final String FOLLOWS = LongAnswer.class.getName();

    /**
     * Follows on the answer to this request, which has no body otherwise. When making a piece fails, the connection is broken
     * off, so that nobody takes what has come for the whole.
     */
    public void follows(RequestAttributes request) {
        request.setAttribute(FOLLOWS, this, RequestAttributes.SCOPE_REQUEST);
    }
}
