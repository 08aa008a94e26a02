package io.gatehouse.panel;

import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** Switches stores off and on; holds the lines that each test begins anew. */
public final class Outage {

    private volatile boolean isAway;
    private volatile String room = "";
    private volatile LinesInMemory lines = new LinesInMemory();

    public void begin() {
        isAway = true;
    }

    /** It is over, and what was there is. */
    public void end() {
        isAway = false;
    }

    /** For one room only, as where a cluster has lost the master of a part. */
    public void begin(String ofRoom) {
        room = ofRoom;
    }

    /** Everything is there again, and nobody has joined. */
    void startAnew() {
        isAway = false;
        room = "";
        lines = new LinesInMemory();
    }

    LinesInMemory lines() {
        return lines;
    }

    /** The store, as long as there is no outage. */
    <T> T over(Class<T> port, Supplier<? extends T> store) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, values) -> {
                    var isOfRoom = values != null
                            && values.length > 0
                            && values[0] instanceof RoomId asked
                            && asked.value().equals(room);
                    if (isAway || isOfRoom) {
                        throw new StoreUnavailableException("switched off", new IllegalStateException());
                    }
                    try {
                        return method.invoke(store.get(), values);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }
}
