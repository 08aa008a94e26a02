package io.gatehouse.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Ticket;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Visitors of site {@code shop} who log in, wait and go in, and give up wherever people do; and the site
 * itself, which redeems their codes. What gets no answer is asked again.
 *
 * <p>Somebody outside counts the slots that are certainly in use: all tokens are shown to userinfo, round
 * after round. One that is accepted in two rounds was good at the moment between them, since none becomes
 * good again. So the visits that both rounds have seen were inside at that moment, all at once.
 */
final class Guests {

    /** Where people give up. */
    private enum Habit {
        LEAVES_THE_LINE,
        VANISHES_FROM_THE_LINE,
        MISSES_THE_FIRST_TURN,
        COMES_LATE,
        NEVER_GETS_TO_THE_SITE,
        LOGS_OUT,
        STAYS,
        STAYS_TOO
    }

    /** What a visit was given; the second visit of a guest has a number of its own. */
    private record Visit(int number, String token) {}

    private static final int CLIENTS = 16;
    private static final Duration SOON = Duration.ofMillis(250);
    private static final Duration LATE = Duration.ofMillis(1_500);
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(50);
    private static final Duration REFUSED = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final JsonMapper JSON = new JsonMapper();

    private final int port;
    private final int many;
    private final Optional<Duration> visit;
    private final Random random;
    private final RetryingVisitors crowd;
    private final Schedule schedule = new Schedule();
    private final Schedule counting = new Schedule();
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();
    private final Set<Integer> back = ConcurrentHashMap.newKeySet();
    private volatile Set<Integer> insideBefore = Set.of();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger mostSlots = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CompletableFuture<Void> living;

    /**
     * Sends guests who come evenly.
     *
     * @param many how many guests come
     * @param within how long it takes until all have come
     * @param visit how long a visit lasts, after which some come back; empty: they do not
     */
    Guests(int port, int many, Duration within, Optional<Duration> visit, long seed) {
        this.port = port;
        this.many = many;
        this.visit = visit;
        this.random = new Random(seed);
        this.crowd = new RetryingVisitors(port);
        for (var number = 0; number < many; number++) {
            var guest = new Guest(number, Habit.values()[random.nextInt(Habit.values().length)]);
            schedule.add(within.multipliedBy(number).dividedBy(many), guest::logsIn);
        }
        counting.add(BETWEEN_ROUNDS, this::counts);
        living = CompletableFuture.allOf(does(CLIENTS, schedule), does(1, counting));
    }

    /** How many have been given tokens. */
    int admitted() {
        return admitted.get();
    }

    /** How many were seen first in line after their visit was over. */
    int cameBack() {
        return back.size();
    }

    /** The most slots that were seen in use at once. */
    int mostSlots() {
        return mostSlots.get();
    }

    void untilAdmitted(int enough) {
        until(() -> admitted() >= enough);
    }

    /** Waits until each of them has been inside or has given up. */
    void untilAllAreGone() {
        until(() -> over.get() == many);
        failure.compareAndSet(null, new Enough());
        living.join();
    }

    @Override
    public String toString() {
        return "%d of %d came, %d were given tokens, %d came back; at most %d slots seen in %d rounds"
                .formatted(over.get(), many, admitted(), cameBack(), mostSlots(), rounds.get());
    }

    private void until(BooleanSupplier isTrue) {
        await().atMost(TIMEOUT).pollInterval(SOON).until(() -> isTrue.getAsBoolean() || failure.get() != null);
        var broken = failure.get();
        if (broken != null) {
            throw new AssertionError(toString(), broken);
        }
    }

    private CompletableFuture<Void> does(int clients, Schedule what) {
        return CompletableFuture.runAsync(
                () -> crowd.sends(clients, wire -> does(wire, what)), work -> new Thread(work, "guests").start());
    }

    private void does(Wire wire, Schedule what) {
        try {
            while (failure.get() == null) {
                what.waits(wire);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error broken) {
            failure.compareAndSet(null, broken);
        }
    }

    private void counts(Wire wire) {
        var inside = inside(wire);
        var both = new HashSet<>(insideBefore);
        both.retainAll(inside);
        mostSlots.accumulateAndGet(both.size(), Math::max);
        rounds.incrementAndGet();
        insideBefore = inside;
        counting.add(BETWEEN_ROUNDS, this::counts);
    }

    /** Whose tokens userinfo accepts; a node that is away is asked until it answers. */
    private Set<Integer> inside(Wire wire) {
        var inside = new HashSet<Integer>();
        var ended = new ArrayList<Visit>();
        for (var visit : visits) {
            var answer = RetryingVisitors.asks(
                    wire, through -> through.sends(request("GET /userinfo", "Bearer " + visit.token, "")));
            if (answer.status() == 200) {
                inside.add(visit.number);
            } else {
                assertThat(answer.status()).isEqualTo(401);
                ended.add(visit);
            }
        }
        visits.removeAll(ended);
        return inside;
    }

    private byte[] request(String what, String authorization, String form) {
        return (what + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nAuthorization: " + authorization
                        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                        + "\r\n\r\n" + form)
                .getBytes(UTF_8);
    }

    private Duration upTo(Duration longest) {
        synchronized (random) {
            return Duration.ofMillis(random.nextInt((int) longest.toMillis()));
        }
    }

    private static final class Enough extends RuntimeException {}

    /** One browser, and what its owner is like. Only one thing is done in it at a time. */
    private final class Guest {

        private final int number;
        private final Habit habit;
        private final Map<String, String> cookies = new LinkedHashMap<>();
        private String parked = "";
        private boolean hasMissed;
        private boolean isBack;

        private Guest(int number, Habit habit) {
            this.number = number;
            this.habit = habit;
        }

        private void logsIn(Wire wire) {
            goes(wire, Login.authorize());
        }

        private void goes(Wire wire, String address) {
            asks(wire, through -> through.gets(address, cookie()), (same, reply) -> follows(same, address, reply));
        }

        private void follows(Wire wire, String address, Wire.Reply reply) {
            keepsCookies(reply);
            var here = "http://localhost:" + port;
            var next = reply.header("location").replaceFirst("^" + here, "");
            if (reply.status() / 100 == 3 && next.startsWith("/")) {
                goes(wire, next);
            } else if (reply.status() / 100 == 3) {
                isOutside(wire, Browser.parameters(next).getOrDefault("code", ""));
            } else if (address.startsWith("/rooms/shop/wait")) {
                parked = Browser.parameters(address).getOrDefault("request", "");
                waits();
            } else {
                schedule.add(REFUSED, this::logsIn);
            }
        }

        private void waits() {
            switch (habit) {
                case VANISHES_FROM_THE_LINE -> over.incrementAndGet();
                case LEAVES_THE_LINE -> schedule.add(upTo(Duration.ofSeconds(3)), this::leaves);
                default -> schedule.add(SOON, this::looks);
            }
        }

        private void leaves(Wire wire) {
            presses(wire, "leave", (same, reply) -> over.incrementAndGet());
        }

        private void looks(Wire wire) {
            asks(wire, through -> through.gets("/rooms/shop/place", cookie()), (same, reply) -> {
                assertThat(reply.status()).isEqualTo(200);
                acts(same, Ticket.view(reply).stage());
            });
        }

        private void acts(Wire wire, String stage) {
            if (isBack && stage.equals("RETURNING")) {
                back.add(number);
            }
            switch (stage) {
                case "TURN", "ADMITTED" -> {
                    if (habit == Habit.MISSES_THE_FIRST_TURN && !hasMissed) {
                        schedule.add(SOON, this::looks);
                    } else if (habit == Habit.COMES_LATE && !hasMissed) {
                        hasMissed = true;
                        schedule.add(LATE, this::looks);
                    } else {
                        presses(wire, "continue", (same, reply) -> follows(same, "/rooms/shop/continue", reply));
                    }
                }
                case "LAPSED" -> {
                    hasMissed = true;
                    presses(wire, "return", (same, reply) -> schedule.add(SOON, this::looks));
                }
                case "WAITING", "READY", "RETURNING" -> schedule.add(SOON, this::looks);
                default -> over.incrementAndGet();
            }
        }

        private void isOutside(Wire wire, String code) {
            if (code.isEmpty()) {
                schedule.add(SOON, this::logsIn);
            } else if (habit == Habit.NEVER_GETS_TO_THE_SITE) {
                over.incrementAndGet();
            } else {
                redeems(wire, code);
            }
        }

        private void redeems(Wire wire, String code) {
            var form = Browser.form(Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    code,
                    "redirect_uri",
                    RunningGatehouse.SITE + "/callback"));
            var secret = Login.basic("shop", RunningGatehouse.SECRET);
            asks(wire, through -> through.sends(request("POST /token", secret, form)), (same, reply) -> {
                if (reply.status() == 200) {
                    isIn(JSON.readTree(reply.body()).path("access_token").asString(), reply);
                } else {
                    schedule.add(SOON, this::logsIn); // The code was redeemed, and its answer was lost.
                }
            });
        }

        private void isIn(String token, Wire.Reply reply) {
            visits.add(new Visit(isBack ? many + number : number, token));
            admitted.incrementAndGet();
            var stays = habit == Habit.STAYS || habit == Habit.STAYS_TOO;
            if (stays && visit.isPresent() && !isBack) {
                isBack = true; // Certainly after the end: the visit began before this.
                schedule.add(visit.get().plus(upTo(SOON)), this::logsIn);
            } else if (habit == Habit.LOGS_OUT) {
                var hint = JSON.readTree(reply.body()).path("id_token").asString();
                schedule.add(upTo(Duration.ofSeconds(2)), wire -> logsOut(wire, hint));
            } else {
                over.incrementAndGet();
            }
        }

        private void logsOut(Wire wire, String hint) {
            var address = "/logout?" + Browser.form(Map.of("id_token_hint", hint));
            asks(wire, through -> through.gets(address, cookie()), (same, reply) -> over.incrementAndGet());
        }

        private void presses(Wire wire, String button, BiConsumer<Wire, Wire.Reply> answered) {
            var form = Browser.form(Map.of("request", parked));
            asks(wire, through -> through.posts("/rooms/shop/" + button, cookie(), form), (same, reply) -> {
                assertThat(reply.status()).isEqualTo(303);
                answered.accept(same, reply);
            });
        }

        private void asks(Wire wire, RetryingVisitors.Request request, BiConsumer<Wire, Wire.Reply> answered) {
            Wire.Reply reply;
            try {
                reply = request.send(wire);
            } catch (IOException noAnswer) {
                schedule.add(SOON, later -> asks(later, request, answered));
                return;
            }
            if (reply.status() < 500) {
                answered.accept(wire, reply);
            } else {
                schedule.add(REFUSED, later -> asks(later, request, answered));
            }
        }

        private String cookie() {
            return cookies.entrySet().stream()
                    .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                    .collect(Collectors.joining("; "));
        }

        private void keepsCookies(Wire.Reply reply) {
            reply.header("set-cookie").lines().forEach(header -> {
                var pair = header.replaceFirst(";.*", "").split("=", 2);
                if (header.contains("Max-Age=0")) {
                    cookies.remove(pair[0]);
                } else {
                    cookies.put(pair[0], pair[1]);
                }
            });
        }
    }
}
