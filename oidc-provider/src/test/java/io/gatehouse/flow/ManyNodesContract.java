package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.Addition;
import io.gatehouse.awsapi.SdkSigner;
import io.gatehouse.awsapi.key.AccessKey;
import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.history.History;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.oidc.token.DpopProof;
import io.gatehouse.room.Act;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.stock.Stock;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Words;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Two nodes on one store behind one name: whichever of them a request reaches makes no difference; and when
 * the store goes, nobody is admitted, nothing is lost, and all heals by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ManyNodesContract {

    private static final String COOKIE = "gatehouse-place-shop";
    private static final String HAS_DEVICES = "gatehouse.sites.shop.device=true";
    private static final String MEMBERS = "gatehouse.rooms.shop.lanes.members.weight=3";
    private static final String ACCESS = "gatehouse.rooms.shop.lanes.access.first=true";
    private static final String AWS_API = "gatehouse.rooms.shop.aws-api.enabled=true";
    private static final String REFRESHES = "gatehouse.sites.shop.refresh=true";
    private static final String PROVES = "gatehouse.sites.shop.dpop=accepted";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration LONGER_THAN_A_BOARD_IS_BELIEVED = Duration.ofSeconds(6);

    @SuppressWarnings("NullAway.Init") // started before all
    private RunningGatehouse one;

    @SuppressWarnings("NullAway.Init") // started before all
    private RunningGatehouse other;

    /** Starts the store, and says what a node has to be told to use it, each {@code name=value}. */
    protected abstract String[] startStore();

    /** The store stops answering. */
    protected abstract void storeGoes();

    /** The store answers again, with all that it has acknowledged. */
    protected abstract void storeComesBack();

    /** Ends the store. */
    protected abstract void stopStore();

    @BeforeAll
    void start() {
        var all = settings(
                startStore(),
                "gatehouse.rooms.shop.claim-window=1h",
                MEMBERS,
                ACCESS,
                REFRESHES,
                PROVES,
                HAS_DEVICES,
                AWS_API);
        one = RunningGatehouse.start(all);
        other = RunningGatehouse.start(settings(all, "gatehouse.issuer=" + one.issuer()));
    }

    @AfterAll
    void stop() {
        other.close();
        one.close();
        stopStore();
    }

    @BeforeEach
    void emptyTheLine() {
        areReady();
        await("an empty line")
                .atMost(TIMEOUT)
                .ignoreException(StoreUnavailableException.class)
                .until(() -> {
                    var shop = one.room("shop");
                    shop.open(NextOpening.following(shop.snapshot().opening()));
                    shop.change(shop.snapshot().changed(), Optional.empty());
                    return true;
                });
        one.tick(); // A board from before may say that it is sold out.
        other.tick();
    }

    @Test
    void givenTwoNodes_whenAVisitorsRequestsReachEitherInTurn_thenTheSiteLogsThemIn() {
        var here = one.browser();
        var there = other.browser();
        var wait = here.opens(Login.authorize("nonce", "n-1"));
        var cookie = here.cookie(COOKIE);
        there.withCookie(COOKIE, cookie)
                .withCookie("gatehouse-session", here.cookie("gatehouse-session"))
                .withCookie("gatehouse-request-1", here.cookie("gatehouse-request-1"), "/rooms/shop/continue");
        one.letIn("shop", 1);

        var path = wait.url().substring(one.issuer().length());
        var claimed =
                there.posts(path.replaceFirst("/wait.*", "/continue"), Map.of("request", wait.parameter("request")));
        var answer = here.opens(claimed.header("location"));
        var tokens = Login.redeem(other, answer.parameter("code"));
        var user = Login.get(one.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

        assertThat(cookie).isNotEmpty();
        assertThat(answer.url()).startsWith(RunningGatehouse.SITE + "/callback?");
        assertThat(user.status()).isEqualTo(200);
        assertThat(user.text("sub"))
                .isEqualTo(Login.claims(tokens.text("id_token")).path("sub").asString());
        assertThat(Login.redeem(one, answer.parameter("code")).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenWordsWrittenAtOneNode_whenTheOtherLooksAtTheRoom_thenItsPagesSayThem() {
        var words =
                new Words(Map.of(Occasion.ALWAYS, new Words.Message(Severity.INFO, Map.of("en", "Hello"))), Map.of());
        var edition = one.bean(Editions.class).keep(one.room("shop").id(), words);
        one.room("shop").change(settings -> settings.saying(edition));

        await("the other node's words").atMost(TIMEOUT).untilAsserted(() -> {
            other.tick();
            assertThat(other.browser().opens("/rooms/shop/wait").body()).contains("<p>Hello</p>");
        });
    }

    @Test
    void givenARoomAddedAtOneNode_whenATickHasPassed_thenTheOtherGivesPlacesInIt() {
        var added = one.bean(AddedRooms.class).kept();
        added.replace("expo", added.find("expo"), new Addition(Map.of("title", "Expo"), false));

        await("the room at the other node").atMost(TIMEOUT).untilAsserted(() -> assertThat(
                        other.browser().opens("/rooms/expo/enter").body())
                .contains("Expo"));
    }

    @Test
    void givenAKeyMadeAtOneNode_whenATickHasPassed_thenTheOtherBelievesItUntilItIsTakenAway() {
        var made = new AccessKey.Made("operator alice", Instant.EPOCH);
        var key =
                new AccessKey("GATEFORBOTH", RunningGatehouse.SECRET, new TreeSet<>(Set.of("shop")), Optional.of(made));
        one.bean(AccessKeys.class).add(key);

        await("the key at the other node").atMost(TIMEOUT).untilAsserted(() -> assertThat(statusOfACallSignedWith(key))
                .isEqualTo(200));
        one.bean(AccessKeys.class).remove(key.id());
        await("no such key at the other node")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(statusOfACallSignedWith(key)).isEqualTo(403));
    }

    private int statusOfACallSignedWith(AccessKey key) throws Exception {
        var address = other.issuer() + "/num_active_tokens?event_id=shop";
        var call = SdkSigner.request("GET", address, "", other.clock(), key.id(), key.secret());
        return HttpClient.newHttpClient().send(call, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void givenVisitorsAtBothNodes_whenTheyJoin_thenTheyStandInOneLine() {
        var positions = Stream.of(one, other, one, other)
                .map(node -> position(joins(node)))
                .toList();

        // Whoever is answered too late comes again, and leaves a hole behind.
        assertThat(positions).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void givenACapacity_whenBothNodesTickAtOnce_thenItIsNeverExceeded() throws Exception {
        for (var visitor = 0; visitor < 12; visitor++) {
            joins(visitor % 2 == 0 ? one : other);
        }
        var five = new RoomSettings(Optional.empty(), OptionalLong.of(5), false);
        one.room("shop").change(Optional.empty(), Optional.of(five));

        for (var beat = 0; beat < 5; beat++) {
            Crowd.of(8, () -> {
                one.tick();
                other.tick();
                return true;
            });
        }

        assertThat(other.room("shop").snapshot().slots()).isEqualTo(5);
        assertThat(other.room("shop").snapshot().changed()).contains(five);
    }

    @Test
    void givenVisitsAtBothNodes_whenAllIsDoneAtBothAtOnce_thenTheSumOfBothCountsEachOnce() throws Exception {
        var room = one.room("shop");
        var places =
                Stream.generate(() -> new PlaceId(UUID.randomUUID())).limit(8).toList();
        places.forEach(room::join);
        var before = counted();
        var turn = new AtomicInteger();

        Crowd.of(8, () -> {
            var node = turn.getAndIncrement() % 2 == 0 ? one : other;
            return node.room("shop").apply(places.get(7), Act.LEAVE);
        });
        room.change(settings -> settings.at(Optional.empty(), OptionalLong.of(6)));
        Crowd.of(32, () -> {
            var number = turn.getAndIncrement();
            var node = number / 4 % 2 == 0 ? one : other;
            node.tick();
            node.room("shop").apply(places.get(number % 4), Act.CLAIM);
            return node.room("shop").apply(places.get(number % 4), Act.COMPLETE);
        });
        one.tick();

        var after = counted();
        var seen = other.room("shop").snapshot();
        assertThat(seen.admitted()).isZero();
        assertThat(seen.turns()).as("of those who are left").isEqualTo(3);
        assertThat(after)
                .isEqualTo(List.of(before.get(0) + 7, before.get(1) + 4, before.get(2) + 4, before.get(3) + 1));
    }

    /**
     * How many have been called, have claimed, have ended their visit and have left the line, at both nodes
     * together.
     */
    private List<Double> counted() {
        return Stream.of("wait", "claimed", "visit", "left")
                .map(name -> Stream.of(one, other)
                        .mapToDouble(node -> counted(node, "gatehouse." + name))
                        .sum())
                .toList();
    }

    private static double counted(RunningGatehouse node, String name) {
        return node.bean(MeterRegistry.class).get(name).tag("room", "shop").meters().stream()
                .flatMap(meter -> StreamSupport.stream(meter.measure().spliterator(), false))
                .filter(measured -> measured.getStatistic() == Statistic.COUNT)
                .mapToDouble(Measurement::getValue)
                .sum();
    }

    @Test
    void givenAStock_whenVisitsEndWhileBothNodesTick_thenNeverMoreAreHeldAndConsumedThanThereAre() throws Exception {
        var stock = new Stock(5, Stock.USUALLY);
        var places =
                Stream.generate(() -> new PlaceId(UUID.randomUUID())).limit(12).toList();
        places.forEach(one.room("shop")::join);
        one.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(1_000))
                .admitting(Optional.of(stock)));
        var turn = new AtomicInteger();

        var used = Crowd.of(48, () -> {
            var number = turn.getAndIncrement();
            var node = number % 3 == 0 ? one : other;
            var place = places.get(number % places.size());
            node.tick();
            node.room("shop").apply(place, Act.CLAIM);
            node.room("shop").apply(place, number % 2 == 0 ? Act.COMPLETE : Act.ABANDON);
            var seen = node.room("shop").snapshot();
            return seen.slots() + stock.consumed(seen.endings());
        });

        assertThat(used).allMatch(many -> many <= 5);
        one.tick();
        var seen = other.room("shop").snapshot();
        assertThat(seen.slots() + stock.consumed(seen.endings())).isEqualTo(5);
    }

    @Test
    void givenLanes_whenTheyAreJoinedAndCalledAtBothNodesAtOnce_thenNobodyIsOvertakenAndNoLimitPassed()
            throws Exception {
        var stock = new Stock(9, Stock.USUALLY);
        one.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(4))
                .admitting(Optional.of(stock)));
        var joined = new ConcurrentLinkedQueue<Place>();
        var turn = new AtomicInteger();

        var seen = Crowd.of(24, () -> {
            var number = turn.getAndIncrement();
            var node = number % 3 == 0 ? one : other;
            var room = node.room("shop");
            var id = new PlaceId(UUID.randomUUID());
            var lane = number % 2 == 0 ? "access" : "members";
            joined.add(comesAgain(() -> number % 4 == 0 ? room.join(id) : room.joinLane(id, lane)));
            node.tick();
            var early = joined.stream()
                    .limit(1 + number % 5)
                    .reduce((first, last) -> last)
                    .orElseThrow();
            comesAgain(() -> room.apply(early.id(), Act.CLAIM));
            comesAgain(() -> room.apply(early.id(), Act.COMPLETE));
            return comesAgain(room::snapshot);
        });

        assertThat(seen).allMatch(room -> room.slots() <= 4 && room.slots() + stock.consumed(room.endings()) <= 9);
        var now = joined.stream()
                .map(place ->
                        comesAgain(() -> other.room("shop").find(place.id()).orElseThrow()))
                .toList();
        for (var lane = 0; lane <= 2; lane++) {
            var number = lane;
            var inOrder = now.stream()
                    .filter(place -> place.lane() == number)
                    .sorted(Comparator.comparingLong(Place::number))
                    .map(place -> place.stage() == Stage.WAITING || place.waitsInLane())
                    .toList();
            assertThat(inOrder)
                    .as("who waits stands behind who has been called")
                    .isSorted();
        }
        assertThat(now).extracting(Place::position).doesNotHaveDuplicates();
    }

    @Test
    void givenTwoNodes_whenBothCallAndBothAreWorkedAtOnce_thenThereIsOneLedgerWithoutAGap() throws Exception {
        passThrough(8, 2);
        var room = one.room("shop").id();
        var acts = new AtomicInteger();
        Crowd.of(8, () -> {
            var node = acts.incrementAndGet() % 2 == 0 ? one : other;
            node.tick();
            node.bean(Ledgers.class).act(room, "operator alice", "act " + acts.get());
            return true;
        });
        one.tick();
        other.tick();

        var ledger = new LedgerVerifier(Optional.empty());
        var lines = one.ledger(room);
        lines.forEach(ledger::read);

        assertThat(ledger.findings()).isEmpty();
        assertThat(lines.stream().filter(line -> line.contains("operator alice")))
                .hasSize(8);
        assertThat(lines.stream().filter(line -> line.contains("\"kind\":\"called\"")))
                .isNotEmpty();
    }

    /** None of them is late each time, so that what it called would be told as called by nobody. */
    @Test
    void givenTwoNodesThatCallInTurns_whenEachHasTicked_thenBothHaveWrittenWhomTheyCalled() {
        for (var round = 0; round < 3; round++) {
            for (var node : List.of(one, other)) {
                node.browser().opens(Login.authorize());
                node.letIn("shop", 1);
            }
        }

        var room = one.room("shop");
        var opening = "\"opening\":" + room.snapshot().opening() + ",";
        var lines = one.ledger(room.id());
        assertThat(lines.stream().filter(line -> line.contains(opening)))
                .filteredOn(line -> line.contains("\"byHand\":1,"))
                .hasSize(6);
    }

    @Test
    void givenWaitsAtBothNodes_whenTheOpeningIsOver_thenItsMinutesHaveOneRowEachWithTheWaitsOfBoth() {
        var began = one.clock().instant();
        for (var node : List.of(one, other)) {
            node.browser().opens(Login.authorize());
            node.letIn("shop", 1);
        }
        one.tick();
        other.tick();
        var opening = one.room("shop").snapshot().opening();

        one.reopens("shop");
        one.tick();
        other.tick();

        var rows = other
                .bean(History.class)
                .minutes(
                        new RoomId("shop"),
                        began.minus(Duration.ofMinutes(1)),
                        one.clock().instant())
                .stream()
                .filter(row -> row.opening() == opening)
                .toList();
        assertThat(rows).extracting(HistoryRow::at).doesNotHaveDuplicates();
        assertThat(rows.get(rows.size() - 1).soFar().issued()).isEqualTo(2);
        assertThat(rows.get(rows.size() - 1).soFar().called()).isEqualTo(2);
        assertThat(rows.stream()
                        .mapToLong(row -> row.measured().waitTimes().total())
                        .sum())
                .isEqualTo(2);
    }

    @Test
    void givenRoomToSpare_whenVisitorsComeSideBySideToBothNodes_thenNoneSeesThePage() throws Exception {
        passThrough(8, 3);
    }

    /** So many come to both nodes at once, so often, where nobody needs to wait. */
    protected final void passThrough(int sideBySide, int rounds) throws Exception {
        var ample = new RoomSettings(Optional.empty(), OptionalLong.of(1_000), false);
        one.room("shop").change(Optional.empty(), Optional.of(ample));
        one.tick();
        other.tick();

        for (var round = 0; round < rounds; round++) {
            var turn = new AtomicInteger();
            var answers = Crowd.of(sideBySide, () -> {
                var node = turn.getAndIncrement() % 2 == 0 ? one : other;
                return node.browser().opens(Login.authorize());
            });

            assertThat(answers)
                    .extracting(Browser.Page::url)
                    .allMatch(url -> url.startsWith(RunningGatehouse.SITE + "/callback?"));
        }
    }

    @Test
    void givenARefreshToken_whenBothNodesUseItAtOnce_thenAllGetTheSameAndGoOn() throws Exception {
        var browser = one.browser();
        var wait = browser.opens(Login.authorize());
        one.letIn("shop", 1);
        var code = browser.submits(
                        wait.url().replaceFirst("/wait.*", "/continue"), Map.of("request", wait.parameter("request")))
                .parameter("code");
        var first = Login.redeem(one, code);

        for (var round = 0; round < 5; round++) {
            var last = first;
            var nodes = Stream.of(one, other, one, other, one, other, one, other)
                    .collect(java.util.stream.Collectors.toCollection(java.util.concurrent.ConcurrentLinkedQueue::new));
            var answers = Crowd.of(8, () -> refresh(nodes.remove(), last));
            var next =
                    answers.stream().map(answer -> answer.text("refresh_token")).distinct();

            assertThat(answers).allMatch(answer -> answer.status() == 200);
            assertThat(next).hasSize(1);
            assertThat(answers)
                    .allMatch(answer -> Login.get(other.issuer() + "/userinfo", "Bearer " + answer.text("access_token"))
                                    .status()
                            == 200);
            first = answers.get(7);
        }
    }

    /** RFC 9449 section 11.1. */
    @Test
    void givenAProofOfAKey_whenItIsShownAtBothNodesAtOnce_thenOneOfThemTakesIt() throws Exception {
        var browser = one.browser();
        var wait = browser.opens(Login.authorize());
        one.letIn("shop", 1);
        browser.submits(wait.url().replaceFirst("/wait.*", "/continue"), Map.of("request", wait.parameter("request")));
        var codes = new ConcurrentLinkedQueue<>(Stream.generate(() -> Login.authorizeCode(browser, "shop"))
                .limit(8)
                .toList());
        var nodes = new ConcurrentLinkedQueue<>(List.of(one, other, one, other, one, other, one, other));
        var proof = DpopProof.of(one.issuer() + "/token", one.clock().instant());

        var answers = Crowd.of(8, () -> redeem(nodes.remove(), codes.remove(), proof));

        assertThat(answers.stream().map(answer -> answer.text(answer.status() == 200 ? "token_type" : "error")))
                .as("what proves that the proof was looked at, and once taken")
                .containsOnly("DPoP", "invalid_dpop_proof")
                .containsOnlyOnce("DPoP");
    }

    /** A key in DynamoDB has 2,048 bytes at most. */
    @Test
    void givenTheNameOfARequestThatIsVeryLong_whenAnAdmittedVisitorGoesOnWithIt_thenTheyEnterAnew() {
        var browser = one.browser();
        browser.opens(Login.authorize());
        one.letIn("shop", 1);

        var way = other.browser()
                .withCookie("gatehouse-place-shop", browser.cookie("gatehouse-place-shop"))
                .submits("/rooms/shop/continue", Map.of("request", "x".repeat(3_000) + ".shop"));

        assertThat(way.url()).isEqualTo(RunningGatehouse.SITE + "/");
    }

    @Test
    void givenADevice_whenItAndItsVisitorReachEitherNodeInTurn_thenItIsLetInOnce() throws Exception {
        var codes = Login.deviceCodes(one, "shop");
        var both = List.of(one, other);
        both.forEach(node -> node.clock().stands());
        var first = poll(other, codes);
        var tooSoon = poll(one, codes);
        both.forEach(node -> node.clock().goesOn());
        var here = one.browser();
        here.opens("/device?user_code=" + codes.text("user_code"));
        var there = other.browser().withCookie("gatehouse-try-shop", here.cookie("gatehouse-try-shop"));
        var confirmed = there.posts("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        var wait = here.opens(confirmed.header("location"));
        one.letIn("shop", 1);
        here.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));

        var nodes = Stream.of(one, other, one, other, one, other, one, other)
                .collect(java.util.stream.Collectors.toCollection(java.util.concurrent.ConcurrentLinkedQueue::new));
        var answers = Crowd.of(8, () -> poll(nodes.remove(), codes));

        assertThat(first.text("error")).isEqualTo("authorization_pending");
        assertThat(tooSoon.text("error")).isEqualTo("slow_down");
        assertThat(wait.url()).contains("/rooms/shop/wait");
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(1);
        assertThat(poll(other, codes).text("error")).isEqualTo("invalid_grant");
    }

    private static Login.Answer poll(RunningGatehouse node, Login.Answer codes) {
        return Login.poll(node, "shop", codes);
    }

    private static Login.Answer refresh(RunningGatehouse node, Login.Answer tokens) {
        return Login.refresh(node, "shop", tokens);
    }

    @Test
    void givenARotation_whenANodeSignsWithTheNewKey_thenTheOtherHasLongPublishedIt() {
        var before = keys(other);

        one.bean(SigningKeys.class)
                .rotate(List.of(com.nimbusds.jose.JWSAlgorithm.RS256, com.nimbusds.jose.JWSAlgorithm.ES256));
        var rotated = keys(one);
        var both = List.of(one, other);
        both.forEach(node -> node.elapse(Duration.ofSeconds(10)));
        var published = keys(other);
        both.forEach(node -> node.clock().advance(Duration.ofHours(1)));
        var signer = signer(one);

        assertThat(rotated).hasSizeGreaterThan(before.size()).containsAll(before);
        assertThat(published).containsExactlyInAnyOrderElementsOf(rotated).contains(signer);
        assertThat(before).doesNotContain(signer);
    }

    /** By its clock, all turns are over. */
    @Test
    void givenANodeWhoseClockIsHoursAhead_whenBothTick_thenAllWhoAreCalledGetInAndItComesBackByItself() {
        var shop = one.room("shop");
        var ahead = Duration.ofHours(2);
        var machine = Clock.systemUTC().instant();
        other.bean(SharedTime.class).isThatOf(one.clock());
        var visitors = Stream.generate(() -> joins(one)).limit(8).toList();
        one.letIn("shop", visitors.size());

        other.clock().advance(ahead);
        try {
            other.tick();
            one.tick();
            assertThat(ready(other)).isEqualTo(503);
            assertThat(other.browser().opens("/rooms/shop/enter").status()).isEqualTo(503);
            assertThat(visitors).allSatisfy(visitor -> assertThat(
                            visitor.submits("/rooms/shop/continue", Map.of()).isOutside())
                    .isTrue());
            assertThat(ready(one)).isEqualTo(200);
        } finally {
            other.clock().advance(ahead.negated());
        }
        other.tick();

        assertThat(ready(other)).isEqualTo(200);
        assertThat(position(joins(other))).isEqualTo(shop.snapshot().issued());
        assertThat(other.bean(SharedTime.class).told().latest())
                .as("what the store itself says")
                .isBetween(machine.minusSeconds(60), machine.plusSeconds(600));
    }

    @Test
    void givenAVisitorInLine_whenTheStoreIsAwayAndComesBack_thenAllAreToldAndNothingIsLost() {
        outage(this::storeGoes, this::storeComesBack);
    }

    /** What visitors, sites and balancers see while the store can be read, and refuses every change; and afterwards. */
    protected final void refusal(Runnable begins, Runnable ends) {
        var browser = one.browser();
        browser.opens(Login.authorize());
        var position = position(browser);
        var newcomer = one.browser();
        atEveryRoom(room -> newcomer.gets("/rooms/" + room + "/enter"));

        begins.run();
        try {
            var pages = Stream.generate(() -> newcomer.gets("/rooms/shop/enter?cookie=set"))
                    .limit(3)
                    .toList();

            assertThat(pages).allSatisfy(page -> {
                assertThat(page.status()).isEqualTo(503);
                assertThat(page.header("retry-after")).matches("\\d+");
            });
            // A page that could not even be looked up is no refusal: there may be fewer of these than pages.
            // A room of which nobody asks anything is well, and so is its node.
            await("out of service").atMost(TIMEOUT).until(() -> {
                atEveryRoom(room -> newcomer.gets("/rooms/" + room + "/enter?cookie=set"));
                return ready(one) == 503;
            });
        } finally {
            ends.run();
        }

        await("taken")
                .atMost(TIMEOUT)
                .until(() -> newcomer.gets("/rooms/shop/enter?cookie=set").status() == 303);
        areReady();
        assertThat(position(newcomer)).isGreaterThan(position);
        assertThat(position(browser)).isEqualTo(position);
    }

    /** What visitors, sites and balancers see while the store does not answer; and afterwards. */
    protected final void outage(Runnable begins, Runnable ends) {
        var browser = one.browser();
        var wait = browser.opens(Login.authorize());
        var position = position(browser);

        begins.run();
        try {
            // Each may take as long as the store is given to answer, so they ask side by side.
            var enters = asked(() -> browser.gets("/rooms/shop/enter?request="));
            var continues = asked(() -> browser.submits("/rooms/shop/continue", Map.of()));
            var redeems = asked(() -> Login.redeem(one, "a-code"));
            one.bean(MutableScheduler.class).advance(LONGER_THAN_A_BOARD_IS_BELIEVED);
            await("stale").pollDelay(Duration.ZERO).atMost(TIMEOUT).until(() -> board(one)
                    .contains("\"stale\":true"));

            var page = enters.join();
            assertThat(page.status()).isEqualTo(503);
            assertThat(page.header("retry-after")).matches("\\d+");
            assertThat(page.body()).contains("<html").doesNotContain("Exception");
            assertThat(continues.join().isOutside()).as("let in").isFalse();
            assertThat(redeems.join().status()).isGreaterThanOrEqualTo(400);
            // A board is stale as soon as it is old, when the tick that finds the store away may still wait
            // for it.
            await("out of service").atMost(TIMEOUT).until(() -> ready(one) == 503);
            assertThat(browser.gets("/.well-known/jwks.json").status()).isEqualTo(200);
            assertThat(browser.gets("/actuator/health/liveness").status()).isEqualTo(200);
        } finally {
            ends.run();
        }

        areReady();
        await("fresh").atMost(TIMEOUT).until(() -> board(one).contains("\"stale\":false"));
        assertThat(position(browser)).isEqualTo(position);
        assertThat(answered(() -> browser.gets(wait.url())).status()).isEqualTo(200);
        assertThat(position(joins(other))).isGreaterThan(position);
    }

    private static String[] settings(String[] store, String... more) {
        return Stream.concat(Arrays.stream(store), Arrays.stream(more)).toArray(String[]::new);
    }

    private static Browser joins(RunningGatehouse node) {
        var browser = node.browser();
        answered(() -> browser.opens("/rooms/shop/enter"));
        return browser;
    }

    private static long position(Browser browser) {
        var place = answered(() -> browser.gets("/rooms/shop/place"));
        assertThat(place.status()).as(place.body()).isEqualTo(200);
        return Long.parseLong(place.body().replaceAll(".*\"position\":(\\d+).*", "$1"));
    }

    /** Asks again, as pages do, while the store is away: a node that is ready may yet have to connect to it anew. */
    private static Browser.Page answered(Callable<Browser.Page> question) {
        return await("an answer").atMost(TIMEOUT).until(question, page -> page.status() != 503);
    }

    /** Asks again where the store was too slow for a crowd, as visitors do. */
    private static <T> T comesAgain(Callable<T> question) {
        return await("an answer")
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .atMost(TIMEOUT)
                .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                .until(question, answer -> true);
    }

    private static <T> CompletableFuture<T> asked(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, task -> new Thread(task).start());
    }

    private static String board(RunningGatehouse node) {
        return node.browser().gets("/rooms/shop/board").body();
    }

    private void areReady() {
        await("ready").atMost(TIMEOUT).until(() -> ready(one) == 200 && ready(other) == 200);
    }

    private void atEveryRoom(Consumer<RoomId> visit) {
        one.bean(WaitingRooms.class).all().forEach(room -> visit.accept(room.id()));
    }

    private static int ready(RunningGatehouse node) {
        return node.browser().gets("/actuator/health/readiness").status();
    }

    private static Login.Answer redeem(RunningGatehouse node, String code, String proof) {
        var form = Map.of(
                "grant_type", "authorization_code", "code", code, "redirect_uri", RunningGatehouse.SITE + "/callback");
        var request = Login.posting(
                node.issuer() + "/token", Login.basic("shop", RunningGatehouse.SECRET), Browser.form(form));
        return Login.send(HttpClient.newHttpClient(), request.header("DPoP", proof));
    }

    private static List<String> keys(RunningGatehouse node) {
        var keys =
                Login.get(node.issuer() + "/.well-known/jwks.json", "").json().path("keys");
        return keys.valueStream().map(key -> key.path("kid").asString()).toList();
    }

    /** The key that this node signs an ID token with. */
    private static String signer(RunningGatehouse node) {
        var browser = node.browser();
        var wait = browser.opens(Login.authorize());
        node.letIn("shop", 1);
        var answer = browser.submits(
                wait.url().replaceFirst("/wait.*", "/continue"), Map.of("request", wait.parameter("request")));
        var token = Login.redeem(node, answer.parameter("code")).text("id_token");
        var header = new String(
                java.util.Base64.getUrlDecoder().decode(token.split("\\.", -1)[0]),
                java.nio.charset.StandardCharsets.UTF_8);
        return header.replaceAll(".*\"kid\":\"([^\"]+)\".*", "$1");
    }
}
