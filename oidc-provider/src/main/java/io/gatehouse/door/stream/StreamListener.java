package io.gatehouse.door.stream;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A listener: a connection with at most one write under way, which the server continues as the client reads.
 * Of several changes meanwhile the last is sent afterwards. A listener that has not taken a write for a while
 * is disconnected: by then its system and ours hold some hundred events.
 *
 * <p>Many threads call it at a time. None of them writes while it holds the lock, because the server calls
 * back from within.
 */
final class StreamListener implements Callback {

    /** A version of the document; a higher number is newer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Event(String id, long number, byte[] bytes) {}

    /** A client that reads at all has taken a write long before. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final byte[] BEAT = {':', '\n', '\n'};

    private final EndPoint connection;
    private final Response response;
    private final Supplier<Event> newest;
    private final Callback handled;
    private final Ticker ticker;

    /** Set from the beginning: an event before the preface would break it. */
    private @Nullable Deadline writing;

    private long told;
    private boolean isEnding;

    /**
     * @param newest what is to be told now
     * @param gone is run once, when nothing more is told, or nothing more can be
     */
    StreamListener(
            Request request,
            Response response,
            Callback callback,
            Supplier<Event> newest,
            Consumer<StreamListener> gone,
            Ticker ticker) {
        this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
        this.response = response;
        this.newest = newest;
        this.handled = Callback.from(() -> gone.accept(this), callback);
        this.ticker = ticker;
        this.writing = Deadline.after(PATIENCE, ticker);
    }

    /** Writes this before all events; the newest one follows it. To be called once, and nothing is told before. */
    void begins(byte[] preface) {
        response.write(false, ByteBuffer.wrap(preface), this);
    }

    /** Something may be new. */
    void hears() {
        goOn(false);
    }

    /** Nothing is new: a connection on which nothing goes is taken for dead, here and on its way. */
    void hearsNothing() {
        goOn(true);
    }

    /** Nothing more is told, once what is under way is through. */
    void ends() {
        synchronized (this) {
            isEnding = true;
        }
        goOn(false);
    }

    private void goOn(boolean beats) {
        boolean isLast;
        byte[] bytes;
        synchronized (this) {
            if (writing != null) {
                hangUpIfSlow(writing);
                return;
            }
            var event = newest.get();
            var isNew = event.number() > told;
            if (!isEnding && !isNew && !beats) {
                return;
            }
            isLast = isEnding;
            bytes = isNew ? event.bytes() : BEAT;
            told = event.number();
            writing = Deadline.after(PATIENCE, ticker);
        }
        if (isLast) {
            response.write(true, BufferUtil.EMPTY_BUFFER, handled);
        } else {
            response.write(false, ByteBuffer.wrap(bytes), this);
        }
    }

    private void hangUpIfSlow(Deadline patience) {
        if (patience.isExpired()) {
            connection.close(); // by which the write fails
        }
    }

    /** A write is through. */
    @Override
    public void succeeded() {
        synchronized (this) {
            writing = null;
        }
        goOn(false);
    }

    /** The listener has gone, or has been hung up on. */
    @Override
    public void failed(Throwable why) {
        handled.failed(why);
    }

    /** Nothing here waits: the thread that finds the connection ready goes on with it. */
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
