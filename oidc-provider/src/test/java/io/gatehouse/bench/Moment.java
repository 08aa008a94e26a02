package io.gatehouse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How much has been worked up to a moment, in seconds of a processor.
 *
 * @param server by a server and all that it has started: utime and stime of /proc/PID/stat
 * @param bench by the bench and all that it has started, this server among them
 * @param busy by the machine
 * @param stolen what the machine was kept from
 * @param all its processors' whole time
 */
record Moment(double server, double bench, double busy, double stolen, double all) {

    private static final Path MACHINE = Path.of("/proc/stat");
    private static final double TICKS = 100;

    static Moment now(ProcessHandle server) {
        try {
            var fields = Files.readAllLines(MACHINE).get(0).split(" +", -1);
            var ticks = Stream.of(fields)
                    .skip(1)
                    .limit(8)
                    .mapToLong(Long::parseLong)
                    .toArray();
            var all = 0L;
            for (var some : ticks) {
                all += some;
            }
            var idle = ticks[3] + ticks[4];
            var stolen = ticks[7];
            return new Moment(
                    family(server),
                    family(ProcessHandle.current()),
                    (all - idle - stolen) / TICKS,
                    stolen / TICKS,
                    all / TICKS);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What has been worked since then. */
    Moment since(Moment before) {
        return new Moment(
                server - before.server,
                bench - before.bench,
                busy - before.busy,
                stolen - before.stolen,
                all - before.all);
    }

    /** The share of the machine that it was kept from. */
    double stolenShare() {
        return stolen / all;
    }

    /** The share of the machine that worked for somebody else meanwhile: what a quiet machine has none of. */
    double othersShare() {
        return Math.max(0, busy - bench) / all;
    }

    private static double family(ProcessHandle head) {
        return Stream.concat(Stream.of(head), head.descendants())
                        .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                        .mapToLong(Duration::toNanos)
                        .sum()
                / 1e9;
    }
}
