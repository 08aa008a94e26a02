package io.gatehouse.bench;

import io.gatehouse.flow.RetryingVisitors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a unit of work costs a server, in time on the CPU and not on the wall: the load shares the machine
 * with the server. A few clients do one unit after the other for a while; then the next server has its turn,
 * and so on for some rounds, so that what else the machine does meets all of them alike. A round in which the
 * machine was kept from more than a hundredth of its time is thrown away, counted, and done anew.
 */
final class Rounds {

    private static final double MOST_STOLEN = 0.01;
    private static final int TRIES = 4; // for each good round

    /**
     * What is measured, and on which server.
     *
     * @param clients that do it side by side
     */
    record Subject(String row, ProcessHandle server, int port, int clients, Work work) {}

    /** A round: how many units were done, and what was worked meanwhile. */
    private record Round(long units, Moment worked) {

        double millisEach() {
            return worked.server() * 1e3 / units;
        }
    }

    private Rounds() {}

    /** The cost of each subject's unit; those whose rounds were all thrown away are left out. */
    static Map<String, Figure> interleaved(Pace pace, List<Subject> subjects) {
        subjects.forEach(subject -> load(subject, pace.warmUp()));
        var rounds = new LinkedHashMap<String, List<Round>>();
        var thrownAway = new LinkedHashMap<String, Integer>();
        for (var round = 0; round < pace.rounds() * TRIES; round++) {
            for (var subject : subjects) {
                var good = rounds.computeIfAbsent(subject.row(), row -> new ArrayList<>());
                if (good.size() < pace.rounds()) {
                    var fresh = counted(subject, pace.round());
                    if (fresh.worked().stolenShare() > MOST_STOLEN) {
                        thrownAway.merge(subject.row(), 1, Integer::sum);
                    } else {
                        good.add(fresh);
                    }
                }
            }
        }
        var costs = new LinkedHashMap<String, Figure>();
        rounds.forEach((row, good) -> {
            if (!good.isEmpty()) {
                costs.put(row, cost(good, thrownAway.getOrDefault(row, 0)));
            }
        });
        return costs;
    }

    /** Does it for so long; returns how many units were done. */
    static long load(Subject subject, Duration span) {
        var end = System.nanoTime() + span.toNanos();
        var done = new LongAdder();
        new RetryingVisitors(subject.port()).sends(subject.clients(), wire -> {
            while (System.nanoTime() < end) {
                try {
                    subject.work().once(wire);
                } catch (IOException failure) {
                    throw new UncheckedIOException(subject.row(), failure);
                }
                done.increment();
            }
        });
        return done.sum();
    }

    private static Round counted(Subject subject, Duration span) {
        var before = Moment.now(subject.server());
        var units = load(subject, span);
        return new Round(units, Moment.now(subject.server()).since(before));
    }

    private static Figure cost(List<Round> rounds, int thrownAway) {
        var each = rounds.stream().mapToDouble(Round::millisEach).sorted().toArray();
        var others = rounds.stream()
                .mapToDouble(round -> round.worked().othersShare())
                .average()
                .orElse(0);
        return new Figure(
                "ms of CPU", each[each.length / 2], each[0], each[each.length - 1], each.length, thrownAway, others);
    }
}
