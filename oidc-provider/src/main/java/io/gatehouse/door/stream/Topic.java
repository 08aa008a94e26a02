package io.gatehouse.door.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.stream.StreamListener.Event;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** One document and its listeners. */
final class Topic {

    private final Set<StreamListener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isBeingTold = new AtomicBoolean();
    private volatile Event newest = new Event("", 0, new byte[0]);

    Event newest() {
        return newest;
    }

    Set<StreamListener> listeners() {
        return listeners;
    }

    /** The document is this now, of one line. One that is the same as before is not told again. */
    synchronized void is(String id, byte[] document) {
        if (!newest.id().equals(id)) {
            newest = new Event(id, newest.number() + 1, framed(id, document));
        }
    }

    /** WHATWG HTML section 9.2.5. */
    private static byte[] framed(String id, byte[] document) {
        return ("id: " + id + "\ndata: " + new String(document, UTF_8) + "\n\n").getBytes(UTF_8);
    }

    /** Lets a thread tell all who listen. Those who tell already go round once more with what is new. */
    void tells(Executor threads) {
        if (!listeners.isEmpty() && isBeingTold.compareAndSet(false, true)) {
            threads.execute(() -> {
                isBeingTold.set(false);
                listeners.forEach(StreamListener::hears);
            });
        }
    }
}
