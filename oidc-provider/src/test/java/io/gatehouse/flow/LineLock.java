package io.gatehouse.flow;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Can make the line read-only: whatever would change a place or a counter then fails, as if its store were
 * away. Or takes all stores away, reading and writing. Or lets ledgers hang.
 */
public final class LineLock implements BeanPostProcessor {

    private static final Set<String> READS = Set.of("most", "find", "at", "look", "next", "repeated");

    private volatile boolean isLocked;
    private volatile boolean isAway;
    private volatile boolean areValuesAway;
    private volatile CountDownLatch ledgers = new CountDownLatch(0);
    private volatile boolean isHeld;
    private volatile @Nullable RuntimeException failure;
    private volatile Runnable meanwhile = () -> {};

    /** From now on the line can be read and not be changed. */
    public void lock() {
        isLocked = true;
    }

    /** From now on no store answers. */
    public void takeAway() {
        isAway = true;
    }

    /** From now on the line answers, and the store of values does not. */
    public void takeValuesAway() {
        areValuesAway = true;
    }

    /** From now on the line answers nothing but this. */
    public void breakLine(RuntimeException how) {
        failure = how;
    }

    /** From now on whoever asks for a ledger waits until it is brought back. */
    public void hangLedgers() {
        isHeld = false;
        ledgers = new CountDownLatch(1);
    }

    /** Whether somebody waits for a ledger that hangs. */
    public boolean isHeld() {
        return isHeld;
    }

    /** From now on this happens while the line is asked something. */
    public void takesItsTime(Runnable happens) {
        meanwhile = happens;
    }

    /** All is as it was. */
    public void bringBack() {
        ledgers.countDown();
        isLocked = false;
        isAway = false;
        areValuesAway = false;
        failure = null;
        meanwhile = () -> {};
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RoomStore store) {
            return over(RoomStore.class, store, this::lineFails);
        }
        if (bean instanceof LedgerStore store) {
            return over(LedgerStore.class, store, method -> hangs());
        }
        return bean instanceof ExpiringStore store
                ? over(ExpiringStore.class, store, method -> isAway || areValuesAway)
                : bean;
    }

    private boolean hangs() {
        if (ledgers.getCount() > 0) {
            isHeld = true;
        }
        try {
            ledgers.await();
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private boolean lineFails(String method) {
        meanwhile.run();
        var broken = failure;
        if (broken != null) {
            throw broken;
        }
        return isAway || isLocked && !READS.contains(method);
    }

    private static <T> T over(Class<T> port, T store, Predicate<String> fails) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, values) -> {
                    if (fails.test(method.getName())) {
                        throw new StoreUnavailableException("taken away by a test", new IllegalStateException());
                    }
                    try {
                        return method.invoke(store, values);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }
}
