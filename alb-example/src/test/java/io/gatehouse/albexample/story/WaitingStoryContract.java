package io.gatehouse.albexample.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.alb.AccessLogEntry;
import io.gatehouse.albexample.alb.Options;
import io.gatehouse.testing.MutableClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * From the shop through the line and back into the shop, as a visitor lives through it: real Gatehouse,
 * load balancer and shop, whatever the browser. Each story has a room of its own that holds one visitor,
 * so that the second one waits until the first one logs out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WaitingStoryContract {

    private static final Duration LONGER_THAN_AN_ACCESS_TOKEN_LASTS = Duration.ofMinutes(6);
    private static final Duration LONGER_THAN_AN_ALB_WAITS = Duration.ofSeconds(901);

    private final StoryGatehouse gatehouse;

    WaitingStoryContract(Path folder) throws InterruptedException {
        gatehouse = new StoryGatehouse(
                folder,
                Map.of(
                        "empty", "",
                        "deep", "",
                        "reload", "",
                        "back", "",
                        "tabs", "",
                        "slot", "",
                        "refreshed", "refresh: true",
                        "revoked", "refresh: true",
                        "late", "fresh-limit: 1ms",
                        "late-without-reentry", "reentry: false"));
    }

    protected abstract Visitor visitor();

    @AfterAll
    void stop() {
        gatehouse.close();
    }

    /** Section 7, test 1: the browser is sent to Gatehouse once, and from there back. */
    @Test
    void givenAnEmptyShop_whenAPageIsOpened_thenTheVisitorIsThereWithoutWaiting() {
        Queue<AccessLogEntry> log = new ConcurrentLinkedQueue<>();
        try (ProtectedShop shop = gatehouse.shop("empty", Options.defaults().accessLog(log::add));
                Visitor visitor = visitor()) {
            visitor.opens(shop.address() + "/goods/lantern");
            visitor.awaitsShop();

            assertThat(visitor.address()).isEqualTo(shop.address() + "/goods/lantern");
            visitor.await("the access log's line", () -> log.stream().anyMatch(WaitingStoryContract::beginsALogin));
            assertThat(log).filteredOn(WaitingStoryContract::beginsALogin).hasSize(1);
        }
    }

    /** Section 7, test 2. No rule names this page: a login begun anew would end on the shop's first one. */
    @Test
    void givenAFullShop_whenTheTurnComes_thenTheVisitorIsOnThePageTheyWanted() {
        try (ProtectedShop shop = open("deep");
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            second.opens(shop.address() + "/goods/stool");
            int position = second.positionInLine();
            first.logsOut();
            second.awaitsTurn();
            second.continues();
            second.awaitsShop();

            assertThat(position).isEqualTo(2);
            assertThat(second.address()).isEqualTo(shop.address() + "/goods/stool");
            assertThat(second.text()).contains("Folding stool").contains("minutes left");
        }
    }

    @Test
    void givenAVisitorInLine_whenTheyReload_thenTheyKeepTheirPosition() {
        try (ProtectedShop shop = open("reload");
                Visitor first = inside(shop);
                Visitor second = visitor();
                Visitor third = visitor()) {
            second.opens(shop.address() + "/");
            second.positionInLine();
            third.opens(shop.address() + "/");

            second.reloads();
            int afterReload = second.positionInLine();
            second.opens(shop.address() + "/");
            int afterStartingOver = second.positionInLine();

            assertThat(first.isInShop()).isTrue();
            assertThat(afterReload).isEqualTo(2);
            assertThat(afterStartingOver).isEqualTo(2);
            assertThat(third.positionInLine()).isEqualTo(3);
        }
    }

    @Test
    void givenAVisitorInTheShop_whenTheyGoBackToTheWaitingPage_thenItLeadsInAgain() {
        try (ProtectedShop shop = open("back");
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            second.opens(shop.address() + "/");
            second.positionInLine();
            first.logsOut();
            second.awaitsTurn();
            second.continues();
            second.awaitsShop();

            second.goesBack();

            second.findsTheWayIn();
        }
    }

    @Test
    void givenTwoTabs_whenTheOlderOneContinues_thenBothEndInTheShop() {
        try (ProtectedShop shop = open("tabs");
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            second.opens(shop.address() + "/goods/lantern");
            int inOneTab = second.positionInLine();
            second.opensInNewTab(shop.address() + "/goods/stool");
            int inTheOther = second.positionInLine();
            first.logsOut();
            second.returnsToFirstTab();
            second.awaitsTurn();
            second.continues();
            second.awaitsShop();

            second.opensInNewTab(shop.address() + "/goods/stool");

            second.awaitsShop();
            assertThat(inOneTab).isEqualTo(inTheOther);
        }
    }

    @Test
    void givenAVisitorWhoLogsOut_whenSomebodyWaits_thenTheSlotIsTheirs() {
        try (ProtectedShop shop = open("slot");
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            second.opens(shop.address() + "/");
            second.positionInLine();
            boolean calledBefore = second.sees("#continue");

            first.logsOut();

            second.awaitsTurn();
            assertThat(calledBefore).isFalse();
            first.opens(shop.address() + "/");
            assertThat(first.positionInLine()).isEqualTo(3);
        }
    }

    /** The page and its script ask at once, each with the same session: both are refreshed. */
    @Test
    void givenASiteThatRefreshes_whenTheAccessTokenRunsOut_thenTheVisitorStaysInside() {
        MutableClock clock = new MutableClock();
        try (ProtectedShop shop = gatehouse.shop("refreshed", clock);
                Visitor first = inside(shop)) {
            clock.advance(LONGER_THAN_AN_ACCESS_TOKEN_LASTS);
            first.opens(shop.address() + "/goods/lantern");
            clock.advance(LONGER_THAN_AN_ACCESS_TOKEN_LASTS);
            first.opens(shop.address() + "/goods/lantern");

            first.awaitsShop();
            assertThat(first.address()).isEqualTo(shop.address() + "/goods/lantern");
        }
    }

    @Test
    void givenASiteThatRefreshes_whenTheAdmissionHasEnded_thenTheVisitorIsSentToTheLine() {
        MutableClock clock = new MutableClock();
        try (ProtectedShop shop = gatehouse.shop("revoked", clock);
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            second.opens(shop.address() + "/");
            second.positionInLine();
            first.opens(gatehouse.logout("revoked"));
            first.clicks("form.act button");
            first.await("word that the visit is over", () -> first.text().contains("Your visit has ended"));
            first.opens(shop.address() + "/");
            boolean insideUntilTheTokenRunsOut = first.isInShop();

            clock.advance(LONGER_THAN_AN_ACCESS_TOKEN_LASTS);
            first.opens(shop.address() + "/");

            assertThat(insideUntilTheTokenRunsOut).isTrue();
            assertThat(first.positionInLine()).isEqualTo(3);
        }
    }

    @Test
    void givenAWaitLongerThanTheLoadBalancers_whenTheTurnComes_thenReentryEndsInTheShop() {
        MutableClock clock = new MutableClock();
        try (ProtectedShop shop = gatehouse.shop("late", clock);
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            waitsTooLong(shop, clock, first, second);

            second.awaitsShop();
            assertThat(second.address()).isEqualTo(shop.address() + "/goods/lantern");
        }
    }

    @Test
    void givenAWaitLongerThanTheLoadBalancers_whenReentryIsOff_thenTheLoadBalancerRefuses() {
        MutableClock clock = new MutableClock();
        try (ProtectedShop shop = gatehouse.shop("late-without-reentry", clock);
                Visitor first = inside(shop);
                Visitor second = visitor()) {
            waitsTooLong(shop, clock, first, second);

            second.await("the load balancer's refusal", () -> second.text().contains("401 Authorization Required"));
            assertThat(second.address()).startsWith(shop.address() + "/oauth2/idpresponse");
        }
    }

    /** A browser without a session was sent to Gatehouse; the callback redirects, too. */
    private static boolean beginsALogin(AccessLogEntry entry) {
        return entry.status() == 302 && !entry.request().contains("/oauth2/idpresponse");
    }

    /**
     * The load balancer's clock is set back while the login begins, so that nobody has to wait and all
     * tokens are fresh.
     */
    private static void waitsTooLong(ProtectedShop shop, MutableClock clock, Visitor first, Visitor second) {
        clock.advance(LONGER_THAN_AN_ALB_WAITS.negated());
        second.opens(shop.address() + "/goods/lantern");
        second.positionInLine();
        clock.advance(LONGER_THAN_AN_ALB_WAITS);
        first.logsOut();
        second.awaitsTurn();
        second.continues();
    }

    private ProtectedShop open(String name) {
        return gatehouse.shop(name, Clock.systemUTC());
    }

    /** Nobody waits, so the first one passes through without a page. */
    private Visitor inside(ProtectedShop shop) {
        Visitor first = visitor();
        first.opens(shop.address() + "/");
        first.awaitsShop();
        return first;
    }
}
