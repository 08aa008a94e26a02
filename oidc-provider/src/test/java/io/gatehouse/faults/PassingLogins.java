package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Visitors log in at site {@code door}, one after the other, and its room calls them as they come. A visitor
 * who gets no answer, or is told to come later, gives up. Any other answer than tokens is a failure.
 */
final class PassingLogins {

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final String issuer;
    private final Queue<Login.Answer> tokens = new ConcurrentLinkedQueue<>();
    private final AtomicInteger given = new AtomicInteger();
    private final CompletableFuture<Void> living;
    private volatile boolean isOver;

    private PassingLogins(int port) {
        issuer = "http://localhost:" + port;
        living = CompletableFuture.runAsync(this::live, work -> new Thread(work, "logins").start());
    }

    /** What their site needs; its room lets in so many a second. */
    static String[] settings(int rate) {
        return new String[] {
            "gatehouse.rooms.door.rate=" + rate + "/1s",
            "gatehouse.sites.door.room=door",
            "gatehouse.sites.door.secret=" + RunningGatehouse.SECRET,
            "gatehouse.sites.door.redirect-uris=" + RunningGatehouse.SITE + "/callback",
            "gatehouse.sites.door.entry=" + RunningGatehouse.SITE + "/"
        };
    }

    static PassingLogins begin(int port) {
        return new PassingLogins(port);
    }

    /** What the site was given, of each visitor. */
    List<Login.Answer> tokens() {
        return List.copyOf(tokens);
    }

    void untilThereAre(int many) {
        await(many + " logins").atMost(TIMEOUT).until(() -> tokens.size() >= many || living.isDone());
        if (living.isDone()) {
            living.join();
        }
    }

    void end() {
        isOver = true;
        living.join();
    }

    @Override
    public String toString() {
        return "%d logins, %d given up".formatted(tokens.size(), given.get());
    }

    private void live() {
        while (!isOver) {
            try {
                logIn();
            } catch (UncheckedIOException noAnswer) {
                given.incrementAndGet();
            }
            Scenario.lasts(PAUSE);
        }
    }

    private void logIn() {
        var browser = new Browser(issuer);
        var page = browser.opens(Login.authorize("client_id", "door"));
        if (page.status() == 200) {
            await().pollInSameThread().atMost(TIMEOUT).pollInterval(PAUSE).until(() -> isCalled(browser));
            page = browser.submits("/rooms/door/continue", Map.of("request", page.parameter("request")));
        }
        if (page.parameter("code").isEmpty()) {
            // Or sent to the site's entry, after a wait that was too long for the request.
            assertThat(page.status()).as(page.body()).isIn(0, 502, 503, 504);
            given.incrementAndGet();
            return;
        }
        var form = Map.of(
                "grant_type",
                "authorization_code",
                "code",
                page.parameter("code"),
                "redirect_uri",
                RunningGatehouse.SITE + "/callback");
        var answer = Login.post(issuer + "/token", Login.basic("door", RunningGatehouse.SECRET), form);
        if (answer.status() >= 500) {
            given.incrementAndGet();
        } else {
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            tokens.add(answer);
        }
    }

    private static boolean isCalled(Browser browser) {
        var place = browser.gets("/rooms/door/place");
        return place.status() == 200 && !place.body().contains("WAITING");
    }
}
