package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What several nodes answer when they are asked at once can be explained by one line: many short random
 * histories, each of a room of its own, are recorded and checked. See {@link History}.
 */
public abstract class HistoryContract {

    private static final int CLIENTS = 6;

    /** The store as this node sees it, from 0 to 5; several may be one. */
    protected abstract RoomStore node(int number);

    /** How many histories are recorded. */
    protected abstract int rounds();

    /** Whether the line may leave holes between its positions. */
    protected boolean mayLeaveHoles() {
        return false;
    }

    /** What goes wrong while a round is played; by and by the store must answer again. */
    protected void fault(int round) throws Exception {}

    @Test
    void givenSeveralNodes_whenTheyJoinCallAndClaimAtOnce_thenOneLineExplainsAllAnswers() throws Exception {
        var seed = new Random().nextInt(1_000_000);
        var all = new ArrayList<History.Entry>();

        for (var round = 0; round < rounds(); round++) {
            var entries = record(round, seed + round);
            var history = new History(entries, mayLeaveHoles());
            assertThat(history.isLinearizable(HistoryRecording.VISITORS))
                    .as("round %d, seed %d:%n%s", round, seed + round, history)
                    .isTrue();
            all.addAll(entries);
        }

        System.out.printf(
                "%d histories from seed %d: %d calls, %d of them won, %d outcomes unknown%n",
                rounds(),
                seed,
                all.size(),
                all.stream().filter(HistoryContract::isWon).count(),
                all.stream().filter(entry -> !entry.isKnown()).count());
        assertThat(all).anyMatch(HistoryContract::isWon).anyMatch(HistoryContract::isAdmitted);
    }

    private List<History.Entry> record(int round, long seed) throws Exception {
        var nodes = IntStream.range(0, CLIENTS).mapToObj(this::node).toList();
        var recording = new HistoryRecording(nodes, seed);
        Executor threads = task -> new Thread(task, "fault").start(); // it may wait for long, and block no pool
        var fault = CompletableFuture.runAsync(
                () -> {
                    try {
                        fault(round);
                    } catch (Exception broken) {
                        throw new IllegalStateException(broken);
                    }
                },
                threads);
        var entries = recording.play();
        fault.join();
        return entries;
    }

    private static boolean isWon(History.Entry entry) {
        return entry.call() instanceof History.Serve serve && Boolean.TRUE.equals(serve.won());
    }

    private static boolean isAdmitted(History.Entry entry) {
        return entry.call() instanceof History.Claim claim
                && claim.seen() != null
                && claim.seen().stage() == Stage.ADMITTED;
    }
}
