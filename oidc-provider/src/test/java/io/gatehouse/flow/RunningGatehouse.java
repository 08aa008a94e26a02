package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.alert.AlertWatch;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.history.MinuteRecorder;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.Sites;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Server;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.util.FileSystemUtils;

/**
 * The whole service on a free port with a data folder of its own and a clock that can be put forward. Closing
 * it fails the test if any request has created a server session.
 *
 * <p>One that is used after it was closed begins anew, with the same settings: a test that has failed is run
 * once more when its class is over, and has to find what the class had.
 */
public final class RunningGatehouse implements Installation, AutoCloseable {

    /** Where sites of tests are said to be; nobody listens there. */
    public static final String SITE = "http://localhost:9";

    /** The master key of nodes that share a store. */
    public static final String MASTER_KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    public static final String SECRET = "a-secret-of-more-than-16-characters";

    private static final int MOST_PORTS = 3;
    private static final AtomicInteger SESSIONS = new AtomicInteger();
    private static final ThreadLocal<MutableClock> NEXT_CLOCK = new ThreadLocal<>();

    /** What runs, or has run until it was stopped. */
    private record Started(ConfigurableApplicationContext context, MutableClock clock, Path data, String issuer) {}

    private final Supplier<Started> starter;
    /** None once it is closed: test classes stay loaded, and those that hold one in a field would keep its heap. */
    private Optional<Started> started;

    private boolean isStanding;

    private RunningGatehouse(Supplier<Started> starter) {
        this.starter = starter;
        this.started = Optional.of(starter.get());
    }

    private synchronized Started started() {
        if (started.isPresent()) {
            return started.get();
        }
        var again = starter.get();
        if (isStanding) {
            again.clock.stands();
        }
        started = Optional.of(again);
        return again;
    }

    /** Starts it with these settings, each {@code name=value}, beside a room {@code shop} and a site {@code shop}. */
    public static RunningGatehouse start(String... settings) {
        return new RunningGatehouse(() -> startOn(Duration.ZERO, folder(), settings));
    }

    /** Starts it on this data folder. */
    public static RunningGatehouse start(Path data, String... settings) {
        return new RunningGatehouse(() -> startOn(Duration.ZERO, data, settings));
    }

    /** Starts it on this data folder at this time, from which its clock goes on. */
    public static RunningGatehouse startAt(Instant then, Path data, String... settings) {
        return new RunningGatehouse(
                () -> startOn(Duration.between(new MutableClock().instant(), then), data, settings));
    }

    private static boolean isInPlaceOfASecret(String setting) {
        return setting.equals("public=true") || setting.startsWith("jwk=") || setting.startsWith("jwks-uri=");
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("gatehouse-test");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Another process may take its port before it does: then it takes another one. */
    private static Started startOn(Duration ahead, Path data, String... settings) {
        for (var n = 1; n < MOST_PORTS; n++) {
            try {
                return startAt(FreePorts.next(), ahead, data, settings);
            } catch (ApplicationContextException failed) {
                if (!(failed.getCause() instanceof PortInUseException)) {
                    throw failed;
                }
            }
        }
        return startAt(FreePorts.next(), ahead, data, settings);
    }

    /** One with these settings, each {@code name=value}, and with sites that are still to be said. */
    public static Settings with(String... settings) {
        return new Settings(List.of(settings));
    }

    /** What a Gatehouse is started with. */
    public record Settings(List<String> all) {

        /** Another site in this room; with the usual secret and redirect URI, where its settings say nothing else. */
        public Settings site(String name, String room, String... settings) {
            var more = new ArrayList<>(List.of(settings));
            more.add("room=" + room);
            if (more.stream().noneMatch(setting -> setting.startsWith("redirect-uris="))) {
                more.add("redirect-uris=" + SITE + "/callback");
            }
            if (more.stream().noneMatch(RunningGatehouse::isInPlaceOfASecret)) {
                more.add("secret=" + SECRET);
            }
            var own = more.stream().map(setting -> "gatehouse.sites." + name + "." + setting);
            return new Settings(Stream.concat(all.stream(), own).toList());
        }

        public RunningGatehouse starts() {
            return start(all.toArray(String[]::new));
        }

        /** On this data folder. */
        public RunningGatehouse starts(Path data) {
            return start(data, all.toArray(String[]::new));
        }
    }

    private static Started startAt(int port, Duration ahead, Path data, String... settings) {
        var issuer = "http://localhost:" + port;
        var arguments = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--gatehouse.issuer=" + issuer,
                "--gatehouse.data=" + data,
                "--gatehouse.rooms.shop.title=Shop",
                "--gatehouse.sites.shop.room=shop",
                "--gatehouse.sites.shop.secret=" + SECRET,
                "--gatehouse.sites.shop.redirect-uris=" + SITE + "/callback",
                "--gatehouse.sites.shop.entry=" + SITE + "/",
                "--gatehouse.limits.enabled=false", // all visitors of a test have one address
                "--logging.level.root=warn"));
        if (Stream.of(settings).anyMatch(setting -> setting.startsWith("gatehouse.store="))) {
            arguments.add("--gatehouse.master-key=" + MASTER_KEY);
            // A Redis that a busy machine holds up for a while is not away; one that is killed costs as long.
            arguments.add("--spring.data.redis.timeout=10s");
            arguments.add("--spring.data.redis.connect-timeout=10s");
        }
        for (var setting : settings) {
            var name = "--" + setting.substring(0, setting.indexOf('=') + 1);
            arguments.removeIf(argument -> argument.startsWith(name));
        }
        for (var setting : settings) {
            arguments.add("--" + setting);
        }
        var clock = new MutableClock();
        clock.advance(ahead);
        NEXT_CLOCK.set(clock);
        FewRsaKeys.install();
        var context = SpringApplication.run(
                new Class<?>[] {GatehouseApplication.class, Additions.class}, arguments.toArray(String[]::new));
        return new Started(context, clock, data, issuer);
    }

    @Override
    public String issuer() {
        return started().issuer;
    }

    @Override
    public Setup setup(String site) {
        return Installation.printed(bean(Sites.class), bean(Issuer.class), site);
    }

    public MutableClock clock() {
        return started().clock;
    }

    public Path data() {
        return started().data;
    }

    /** A new browser with no cookies. */
    public Browser browser() {
        return new Browser(issuer());
    }

    public WaitingRoom room(String name) {
        return bean(WaitingRooms.class).get(name);
    }

    /** The server that it listens by. */
    public Server server() {
        if (((WebServerApplicationContext) started().context).getWebServer() instanceof JettyWebServer jetty) {
            return jetty.getServer();
        }
        throw new IllegalStateException("not started");
    }

    public <T> T bean(Class<T> type) {
        return started().context.getBean(type);
    }

    /** One of many of its type. */
    public <T> T bean(String name, Class<T> type) {
        return started().context.getBean(name, type);
    }

    /** The lines of a room's ledger as it is exported. */
    public List<String> ledger(RoomId room) {
        return bean(Ledgers.class)
                .export(room, 1)
                .orElseThrow()
                .flatMap(List::stream)
                .toList();
    }

    /** The names of all beans. */
    public List<String> beans() {
        return List.of(started().context.getBeanDefinitionNames());
    }

    /** Puts the clock forward, as its owner may, and lets the turnstiles tick. Spans are not longer for that. */
    public void pass(Duration span) {
        clock().advance(span);
        tick();
    }

    /** Puts the clock forward, and all spans with it: what is to happen after one, or to be over, by then is. */
    public void elapse(Duration span) {
        clock().advance(span);
        bean(MutableScheduler.class).advance(span);
        tick();
    }

    /** Lets every room's turnstile tick now, and what has been seen be written to ledgers and the history. */
    public void tick() {
        bean(WaitingRooms.class).all().forEach(bean(RoomTicks.class)::tick);
        bean(Ledgers.class).settle();
        bean(MinuteRecorder.class).settle();
        bean(Forecasts.class).settle();
        bean(AlertWatch.class).settle();
    }

    /** Lets so many visitors in by hand. */
    public void letIn(String room, int count) {
        room(room).letIn(count);
        tick();
    }

    /** The same with its clock stopped: for limits that a slow machine must not use up by itself. */
    public RunningGatehouse standing() {
        isStanding = true;
        clock().stands();
        return this;
    }

    /** Opens a room anew: its line is empty, and whoever was in it has no place any more. */
    public void reopens(String name) {
        var room = room(name);
        room.open(NextOpening.following(room.snapshot().opening()));
    }

    /** Stops the service and keeps its data folder. */
    public void stop() {
        started.ifPresent(running -> running.context.close());
        assertThat(SESSIONS).as("server sessions ever created").hasValue(0);
    }

    @Override
    public synchronized void close() {
        stop();
        try {
            if (started.isPresent()) {
                FileSystemUtils.deleteRecursively(started.get().data);
            }
            started = Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Not annotated: the application's own scan, in other tests, must not find it. */
    static class Additions {

        @Bean
        @Primary
        Clock mutableClock() {
            return NEXT_CLOCK.get();
        }

        @Bean
        @Primary
        MutableScheduler mutableScheduler() {
            return MutableScheduler.goingOn();
        }

        @Bean
        @Primary
        StubAmazon stubAmazon() {
            return new StubAmazon();
        }

        @Bean
        static SharedTime sharedTime() {
            return new SharedTime(NEXT_CLOCK.get());
        }

        @Bean
        static LineLock lineLock() {
            return new LineLock();
        }

        @Bean
        ServletListenerRegistrationBean<HttpSessionListener> sessionCounter() {
            return new ServletListenerRegistrationBean<>(new HttpSessionListener() {
                @Override
                public void sessionCreated(HttpSessionEvent event) {
                    SESSIONS.incrementAndGet();
                }
            });
        }
    }
}
