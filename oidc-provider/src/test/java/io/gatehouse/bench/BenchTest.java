package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Rounds.Subject;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.TrainedJar;
import io.gatehouse.store.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every figure of the issue on speed, measured in one run on one machine, beside what a site would take instead. */
@Tag("load")
class BenchTest {

    private static final int LOGINS = 40; // a second
    private static final int PLACES = 100; // a second
    private static final int BOARDS = 400; // a second
    private static final int ARRIVALS = 200; // a second
    private static final int STARTS = 3;
    private static final Pace LATENCIES = new Pace(Duration.ZERO, Duration.ofSeconds(30), 1);
    private static final Duration FIRST = Duration.ofSeconds(20);
    private static final List<String> OPTIONS = List.of("-Xmx512m");

    private final Path jdk = Jdks.newest();
    private final Path java = Jdks.java(jdk);

    @TempDir
    Path folder;

    @Test
    void givenOtherProviders_whenKnownVisitorsLogIn_thenWhatALoginCostsEachIsTold() throws IOException {
        var figures = new Figures("BenchTest#givenOtherProviders*", Jdks.version(jdk));
        var on17 = new Figures("BenchTest#givenOtherProviders*", Jdks.version(Jdks.own()));
        try (var redis = RedisServer.start("--appendonly", "yes");
                var ours = Gatehouse.start("gatehouse", java, OPTIONS, fresh("ours"));
                var older = Gatehouse.start("gatehouse-17", Jdks.java(Jdks.own()), OPTIONS, fresh("older"));
                var shared = Gatehouse.start("gatehouse-redis", java, OPTIONS, fresh("shared"), settings(redis));
                var node = NodeOidcProvider.start();
                var keycloak = KeycloakInProduction.start(fresh("keycloak"), jdk)) {
            var subjects = new ArrayList<Subject>();
            for (var provider : List.<Provider>of(ours, older, shared, node, keycloak)) {
                subjects.add(Subjects.logins("login." + provider.name(), provider));
            }

            var costs = Rounds.interleaved(Pace.FULL.atMost(), subjects);

            costs.forEach((row, cost) -> (row.endsWith("-17") ? on17 : figures).tell(row, cost));
            ratio(figures, "login.to.oidc-provider", costs.get("login.gatehouse"), costs.get("login.oidc-provider"));
            ratio(figures, "login.to.keycloak", costs.get("login.gatehouse"), costs.get("login.keycloak"));
            for (var subject : subjects) {
                if (!subject.row().endsWith("-17")) {
                    latency(figures, subject.row(), LOGINS, subject);
                }
            }
            assertThat(costs).isNotEmpty();
        }
    }

    @Test
    void givenTheEmbeddedStore_whenVisitorsCome_thenWhatTheyCostIsTold() throws IOException {
        var figures = new Figures("BenchTest#givenTheEmbeddedStore*", Jdks.version(jdk));
        try (var ours = Gatehouse.start("embedded", java, OPTIONS, fresh("ours"));
                var trivial = Trivial.start(java, OPTIONS)) {
            var subjects = new ArrayList<>(Subjects.waiting("embedded.", ours));
            subjects.add(trivial.subject());

            var costs = Rounds.interleaved(Pace.WARM.atMost(), subjects);

            costs.forEach(figures::tell);
            ratio(figures, "board.to.trivial", costs.get("embedded.board"), costs.get("trivial"));
            latency(figures, "place", PLACES, subjects.get(1));
            latency(figures, "board", BOARDS, subjects.get(4));
            assertThat(costs).isNotEmpty();
        }
    }

    @Test
    void givenRedis_whenVisitorsCome_thenWhatTheyCostItAndANodeIsTold() throws IOException {
        var figures = new Figures("BenchTest#givenRedis*", Jdks.version(jdk));
        try (var redis = RedisServer.start("--appendonly", "yes");
                var ours = Gatehouse.start("redis", java, OPTIONS, fresh("ours"), settings(redis))) {
            var subjects = Subjects.waiting("redis.", ours);

            var costs = Rounds.interleaved(Pace.WARM.atMost(), subjects);

            costs.forEach(figures::tell);
            var join = cpu(redis, subjects.get(0));
            var look = cpu(redis, subjects.get(3));
            figures.tell("redis.cpu.join", Figure.once("us of CPU", join));
            figures.tell("redis.cpu.look", Figure.once("us of CPU", look));
            figures.tell("redis.cpu.joined", Figure.once("us of CPU", join + 2 * look));
            assertThat(costs).isNotEmpty();
        }
    }

    @Test
    void givenAnotherVisitorOnlyWhenOneIsDone_whenTheyVisit_thenWhatAVisitCostsIsTold() throws IOException {
        var figures = new Figures("BenchTest#givenAnotherVisitor*", Jdks.version(jdk));
        var pace = new Pace(Duration.ofMinutes(1), Duration.ofSeconds(10), 3).atMost();
        try (var redis = RedisServer.start("--appendonly", "yes");
                var ours = Gatehouse.start("embedded", java, OPTIONS, fresh("ours"));
                var shared = Gatehouse.start("redis", java, OPTIONS, fresh("shared"), settings(redis))) {
            var subjects = List.of(Subjects.visits("visit.embedded", ours), Subjects.visits("visit.redis", shared));

            var costs = Rounds.interleaved(pace, subjects);

            costs.forEach(figures::tell);
            passes(figures, ours);
            passes(figures, shared);
            assertThat(costs).isNotEmpty();
        }
    }

    @Test
    void givenAServerThatStarts_whenTheFirstVisitorsLogIn_thenTimeAndCostAreTold() throws IOException {
        var figures = new Figures("BenchTest#givenAServerThatStarts*", Jdks.version(jdk));
        var spans = new ArrayList<Double>();
        var works = new ArrayList<Double>();
        var logins = new ArrayList<Double>();
        var others = new ArrayList<Double>();
        var warm = 0.0;
        for (var start = 0; start < STARTS; start++) {
            var begun = System.nanoTime();
            try (var ours = Gatehouse.start("starts", java, OPTIONS, fresh("starts-" + start))) {
                spans.add((System.nanoTime() - begun) / 1e9);
                var started = Moment.now(ours.handle());
                works.add(started.server());
                var subject = Subjects.logins("start.login", ours);
                logins.add(atRate(subject, FIRST));
                others.add(Moment.now(ours.handle()).since(started).othersShare());
                if (start == STARTS - 1) {
                    Rounds.load(subject, Pace.FULL.atMost().warmUp());
                    warm = atRate(subject, FIRST);
                }
            }
        }
        figures.tell("start", middle("s", spans, others));
        figures.tell("start.cpu", middle("s of CPU", works, others));
        figures.tell("start.login", middle("ms of CPU", logins, others));
        figures.tell(
                "start.login.to.warm",
                Figure.once("", middle("", logins, others).value() / warm));
        assertThat(warm).isPositive();
    }

    @Test
    void givenATrainedJar_whenItIsStarted_thenTimeAndCostAreTold() throws IOException {
        var figures = new Figures("BenchTest#givenATrainedJar*", Jdks.version(jdk));
        var trained = TrainedJar.in(fresh("jars").resolve("trained"), java);
        var spans = new ArrayList<Double>();
        var works = new ArrayList<Double>();
        var logins = new ArrayList<Double>();
        var others = new ArrayList<Double>();
        for (var start = 0; start < STARTS; start++) {
            var before = Moment.now(ProcessHandle.current());
            var begun = System.nanoTime();
            try (var ours = Gatehouse.start("starts", trained, OPTIONS, fresh("trained-" + start))) {
                spans.add((System.nanoTime() - begun) / 1e9);
                works.add(Moment.now(ours.handle()).server());
                others.add(Moment.now(ProcessHandle.current()).since(before).othersShare());
                logins.add(atRate(Subjects.logins("start.trained.login", ours), FIRST));
            }
        }
        figures.tell("start.trained", middle("s", spans, others));
        figures.tell("start.trained.cpu", middle("s of CPU", works, others));
        figures.tell("start.trained.login", middle("ms of CPU", logins, others));
        assertThat(works).hasSize(STARTS);
    }

    /** Milliseconds of CPU for each at a constant rate. */
    private static double atRate(Subject subject, Duration span) {
        var before = Moment.now(subject.server());
        var units =
                ConstantRate.of(subject.port(), LOGINS, span, subject.work()).getTotalCount();
        return Moment.now(subject.server()).since(before).server() * 1e3 / units;
    }

    private static void latency(Figures figures, String row, int perSecond, Subject subject) {
        var before = Moment.now(subject.server());
        var waits =
                ConstantRate.of(subject.port(), perSecond, LATENCIES.atMost().round(), subject.work());
        var others = Moment.now(subject.server()).since(before).othersShare();
        for (var percentile : List.of(50.0, 99.0, 99.9)) {
            var name = "latency." + row + ".p" + new DecimalFormat("#.#").format(percentile);
            figures.tell(name, Figure.once("ms", waits.getValueAtPercentile(percentile) / 1e3, others));
        }
    }

    /** How many of those who come at a constant rate see no page. */
    private static void passes(Figures figures, Gatehouse gatehouse) {
        var passed = new LongAdder();
        var before = Moment.now(gatehouse.handle());
        var all = ConstantRate.of(gatehouse.port(), ARRIVALS, LATENCIES.atMost().round(), wire -> {
                    if (gatehouse.passes(new Navigation(wire))) {
                        passed.increment();
                    }
                })
                .getTotalCount();
        var others = Moment.now(gatehouse.handle()).since(before).othersShare();
        figures.tell("passed." + gatehouse.name(), Figure.once("%", 100.0 * passed.sum() / all, others));
    }

    private static void ratio(Figures figures, String row, @Nullable Figure one, @Nullable Figure other) {
        if (one != null && other != null) {
            figures.tell(row, one.to(other));
        }
    }

    private static Figure middle(String unit, List<Double> values, List<Double> others) {
        var sorted = values.stream().sorted().toList();
        var share = others.stream().mapToDouble(each -> each).average().orElse(0);
        return new Figure(
                unit,
                sorted.get(sorted.size() / 2),
                sorted.get(0),
                sorted.get(sorted.size() - 1),
                sorted.size(),
                0,
                share);
    }

    /** Microseconds of Redis's CPU for each. */
    private static double cpu(RedisServer redis, Subject subject) {
        var before = worked(redis);
        var units = Rounds.load(subject, Pace.WARM.atMost().round());
        return (worked(redis) - before) * 1e6 / units;
    }

    private static double worked(RedisServer redis) {
        return Double.parseDouble(redis.info("used_cpu_user")) + Double.parseDouble(redis.info("used_cpu_sys"));
    }

    private static String[] settings(RedisServer redis) {
        return Stream.concat(
                        Arrays.stream(redis.settings()),
                        Stream.of("gatehouse.master-key=" + RunningGatehouse.MASTER_KEY))
                .toArray(String[]::new);
    }

    private Path fresh(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }
}
