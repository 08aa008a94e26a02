package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Passing;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A site whose sessions end as the test says, and visits of two minutes. The clocks stand, and pass by pauses. */
class EndCheckTest {

    private static final Duration VISIT = Duration.ofMinutes(2);

    /** What becomes of sessions: when one ends that begins, or is used, at a moment. */
    private enum Sessions {
        END_WITH_THE_VISIT,
        SLIDE,
        ARE_SHORT,
        ARE_REFUSED_AT_THE_END,
        ASK_AT_EACH_REQUEST
    }

    private record Session(String accessToken, long expiresAt, Instant until) {}

    @AutoClose
    private static final CheckedSite site = new CheckedSite();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.admission-ttl=" + VISIT.toSeconds() + "s",
                    "gatehouse.rooms.shop.rate=100/s",
                    "gatehouse.rooms.full.title=Full",
                    "gatehouse.rooms.lasting.title=Lasting",
                    "gatehouse.rooms.lasting.rate=100/s",
                    "gatehouse.rooms.lasting.admission-ttl=" + VISIT.toSeconds() + "s",
                    "gatehouse.rooms.lasting.admission-renewal=2m up to 6m")
            .site("moving", "shop", "redirect-uris=" + site.at("/callback"), "entry=" + site.at("/login"))
            .site("full", "full", "redirect-uris=" + site.at("/callback"), "entry=" + site.at("/"))
            .site("lasting", "lasting", "redirect-uris=" + site.at("/callback"), "entry=" + site.at("/"))
            .starts()
            .standing();

    private static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();
    private static volatile Sessions sessions = Sessions.END_WITH_THE_VISIT;
    private static volatile String client = "";

    private boolean isProven;
    private String text = "";

    static {
        site.answers("/", EndCheckTest::page);
        site.answers("/login", EndCheckTest::login);
        site.answers("/callback", EndCheckTest::callback);
    }

    @Test
    void givenASessionThatEndsWithTheVisit_whenTheEndIsChecked_thenThatIsSaidAndTheSlotIsFree() {
        checks("moving", Sessions.END_WITH_THE_VISIT, Duration.ofMinutes(15));

        assertThat(text)
                .contains("note   visit end  the visitor is inside at " + site.at("/"), "the visit ends in 120 s")
                .contains("ok     visit end  10 s after it the site sends the visitor to Gatehouse", "no fault found");
        assertThat(isProven).isTrue();
        assertThat(gatehouse.room("shop").snapshot().admitted()).isZero();
    }

    @Test
    void givenASessionThatEachClickProlongs_whenTheEndIsChecked_thenTheSiteLetsTheVisitorIn() {
        checks("moving", Sessions.SLIDE, Duration.ofMinutes(15));

        assertThat(text)
                .contains("wrong  visit end  10 s after it the site lets the visitor in: " + site.at("/")
                        + " answered 200")
                .contains("1 fault found");
        assertThat(isProven).isFalse();
    }

    @Test
    void givenASiteThatRefusesAfterTheEnd_whenTheEndIsChecked_thenThatIsAnEnd() {
        checks("moving", Sessions.ARE_REFUSED_AT_THE_END, Duration.ofMinutes(15));

        assertThat(text).contains("ok     visit end  10 s after it the site refuses the visitor (401)");
    }

    @Test
    void givenASessionThatIsShorterThanTheVisit_whenTheEndIsChecked_thenFurtherLoginsAreNoEnd() {
        checks("moving", Sessions.ARE_SHORT, Duration.ofMinutes(15));

        assertThat(text)
                .contains("the site logged the visitor in ", " times more while the visit lasted")
                .contains("ok     visit end");
    }

    @Test
    void givenAVisitThatUsesProlong_whenTheEndIsChecked_thenItsLastEndIsSeen() {
        var began = gatehouse.clock().instant();

        checks("lasting", Sessions.ASK_AT_EACH_REQUEST, Duration.ofMinutes(15));

        assertThat(text).contains("ok     visit end");
        assertThat(Duration.between(began, gatehouse.clock().instant()))
                .isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
    }

    @Test
    void givenAVisitThatIsLongerThanTheCheck_whenTheEndIsChecked_thenNothingIsProven() {
        var began = gatehouse.clock().instant();

        checks("moving", Sessions.END_WITH_THE_VISIT, Duration.ofMinutes(1));

        assertThat(text).contains("wrong  visit end  was not seen: the visit lasts 120 s more, and the check 60 s");
        assertThat(isProven).isFalse();
        assertThat(gatehouse.clock().instant()).isEqualTo(began);
    }

    @Test
    void givenALine_whenTheEndIsCheckedWithoutWaiting_thenNothingIsProvenAndThePlaceIsGivenBack() {
        checks("full", Sessions.END_WITH_THE_VISIT, Duration.ofMinutes(15));

        assertThat(text)
                .contains("took position 1", "wrong  visit end  was not tried: the visitor did not get into the site");
        assertThat(gatehouse.room("full").snapshot().waiting()).isZero();
    }

    private static void page(HttpExchange http) throws IOException {
        var id = cookie(http);
        var session = SESSIONS.get(id);
        var now = gatehouse.clock().instant();
        if (session != null && session.until.isAfter(now)) {
            if (sessions == Sessions.SLIDE) {
                SESSIONS.put(id, new Session(session.accessToken, session.expiresAt, now.plus(VISIT)));
            }
            var asked = sessions == Sessions.ASK_AT_EACH_REQUEST
                    && Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + session.accessToken)
                                    .status()
                            != 200;
            if (!asked) {
                CheckedSite.shows(http, 200, "text/plain", "inside");
                return;
            }
        }
        if (session != null && sessions == Sessions.ARE_REFUSED_AT_THE_END) {
            CheckedSite.shows(http, 401, "text/plain", "log in");
        } else {
            login(http);
        }
    }

    private static void login(HttpExchange http) throws IOException {
        CheckedSite.redirects(
                http,
                gatehouse.issuer()
                        + Login.authorize("client_id", client, "redirect_uri", site.at("/callback"), "state", "s"));
    }

    private static void callback(HttpExchange http) throws IOException {
        var code = Browser.parameters(http.getRequestURI().toString()).getOrDefault("code", "");
        var form = Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", site.at("/callback"));
        var tokens = Login.post(gatehouse.issuer() + "/token", Login.basic(client, RunningGatehouse.SECRET), form);
        var accessToken = tokens.text("access_token");
        var claims = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + accessToken)
                .json();
        var end = claims.path("expires_at").asLong();
        var now = gatehouse.clock().instant();
        var until =
                switch (sessions) {
                    case SLIDE -> now.plus(VISIT);
                    case ARE_SHORT -> now.plusSeconds(30);
                    case ASK_AT_EACH_REQUEST -> now.plus(Duration.ofDays(1));
                    default -> Instant.ofEpochSecond(end);
                };
        var id = UUID.randomUUID().toString();
        SESSIONS.put(id, new Session(accessToken, end, until));
        // The JDK's own cookie store would send such a cookie back in quotes.
        http.getResponseHeaders().set("Set-Cookie", "session=" + id + "; Path=/; HttpOnly; Max-Age=86400");
        CheckedSite.redirects(http, "/");
    }

    private static String cookie(HttpExchange http) {
        var sent = http.getRequestHeaders().getFirst("Cookie");
        return sent == null ? "" : sent.replaceFirst("(?:.*; )?session=([^;]*).*", "$1");
    }

    private void checks(String name, Sessions kind, Duration limit) {
        sessions = kind;
        client = name;
        SESSIONS.clear();
        var options =
                new CheckOptions(Duration.ZERO, CheckOptions.PAGES_LIMIT, true, Optional.empty(), Optional.of(limit));
        var lines = new ByteArrayOutputStream();
        var checked = gatehouse.bean(Sites.class).byName(name).orElseThrow();
        isProven = new SiteCheck(
                        checked,
                        gatehouse.bean(Issuer.class),
                        new PrintStream(lines, true, UTF_8),
                        gatehouse.clock(),
                        new SecureRandom(),
                        new Passing(gatehouse))
                .run(options);
        text = lines.toString(UTF_8);
    }
}
