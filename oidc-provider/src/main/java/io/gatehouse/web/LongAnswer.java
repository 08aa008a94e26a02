package io.gatehouse.web;

import java.util.Iterator;
import org.springframework.web.context.request.RequestAttributes;

/**
 * An answer that is too long to be held in memory. It is sent piece by piece, and each piece is made while
 * the one before is on its way. A slow client holds one piece, and no thread.
 *
 * @param pieces none of them empty; asked by one thread at a time
 */
public record LongAnswer(Iterator<byte[]> pieces) {

    /** The attribute of a request by which the door finds what is to follow. */
    public static final String FOLLOWS = LongAnswer.class.getName();

    /**
     * Becomes the body of the answer to this request. If making a piece fails, the connection is closed, so
     * that no client takes the part for the whole.
     */
    public void follows(RequestAttributes request) {
        request.setAttribute(FOLLOWS, this, RequestAttributes.SCOPE_REQUEST);
    }
}
