package io.gatehouse.flow;

import io.gatehouse.room.RoomStore;
import io.gatehouse.room.StoreUnavailableException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Can make the line read-only: whatever would change a place or a counter then fails, as if its store were away. */
public final class LineLock implements BeanPostProcessor {

    private static final Set<String> READS = Set.of("find", "at", "snapshot");

    private volatile boolean isLocked;

    /** From now on the line can be read and not be changed. */
    public void lock() {
        isLocked = true;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof RoomStore store)) {
            return bean;
        }
        return Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (proxy, method, values) -> {
                    if (isLocked && !READS.contains(method.getName())) {
                        throw new StoreUnavailableException("locked by a test", new IllegalStateException());
                    }
                    try {
                        return method.invoke(store, values);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                });
    }
}
