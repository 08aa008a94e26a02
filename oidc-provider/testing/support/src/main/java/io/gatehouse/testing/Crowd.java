package io.gatehouse.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many who do something at the same moment. */
public final class Crowd {

    private Crowd() {}

    /** Lets so many do it at once, each in a thread of its own, and returns their answers. */
    public static <T> List<T> of(int many, Callable<T> deed) throws InterruptedException, ExecutionException {
        var threads = Executors.newFixedThreadPool(many);
        try {
            var start = new CountDownLatch(many);
            var answers = new ArrayList<Future<T>>();
            for (int i = 0; i < many; i++) {
                answers.add(threads.submit(() -> {
                    start.countDown();
                    start.await();
                    return deed.call();
                }));
            }
            var all = new ArrayList<T>();
            for (var answer : answers) {
                all.add(answer.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}
