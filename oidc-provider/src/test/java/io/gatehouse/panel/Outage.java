package io.gatehouse.panel;

import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** Switches stores off and on; holds the lines that each test begins anew. */
public final class Outage {

    private volatile boolean isAway;
    private volatile LinesInMemory lines = new LinesInMemory();

    public void begin() {
        isAway = true;
    }

    /** Everything is there again, and nobody has joined. */
    void startAnew() {
        isAway = false;
        lines = new LinesInMemory();
    }

    LinesInMemory lines() {
        return lines;
    }

    /** The store, as long as there is no outage. */
    <T> T over(Class<T> port, Supplier<? extends T> store) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, values) -> {
                    if (isAway) {
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
