package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.command.VerifyDrawCommand;
import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seed;
import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.secret.Digests;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A lobby with a draw, as its visitors see it. */
class DrawnRoomTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String SCREEN = "/panel/rooms/shop/draw";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.rooms.few.most-per-network=2",
                    "gatehouse.rooms.few.aws-api.enabled=true",
                    "gatehouse.rooms.laned.aws-api.enabled=true",
                    "gatehouse.rooms.laned.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.laned.lanes.members.weight=1",
                    Operator.SETTING,
                    "gatehouse.api-clients.nightly.secret=" + SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write")
            .site("tv", "shop", "device=true")
            .site("few-tv", "few", "device=true")
            .starts()
            .standing();

    private static final String JOIN_BY_THE_API =
            """
            POST /assign_queue_num HTTP/1.1\r
            Host: localhost\r
            X-Forwarded-For: 198.51.100.8\r
            Content-Type: application/json\r
            Content-Length: 18\r
            \r
            {"event_id":"few"}""";

    @TempDir
    private Path folder;

    private String printed = "";

    /** Lobby in one hour, doors in two; three may be inside. */
    @BeforeEach
    void aDateIsSet() {
        isToDraw(Draw.RECEIPTS);
    }

    private static void isToDraw(String source) {
        isToDraw("shop", source);
    }

    private static void isToDraw(String room, String source) {
        gatehouse.reopens(room);
        var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
        var minute = now.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        gatehouse.clock().advance(Duration.between(now, minute));
        var opening = new ScheduledDate(
                ZoneId.of("UTC"),
                minute.plusHours(1),
                minute.plusHours(2),
                Optional.empty(),
                AtClose.LET_IN,
                Optional.of(source));
        gatehouse
                .room(room)
                .change(settings -> new RoomSettings(
                        Optional.empty(), OptionalLong.of(3), false, Mode.SCHEDULED, new Schedule(List.of(opening))));
        gatehouse.tick();
    }

    @Test
    void givenADrawThatIsScheduled_whenItsLobbyOpens_thenTheCommitmentIsTheOneOfBefore() {
        var before = draw();
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();

        assertThat(before.path("commitment").asString()).hasSize(64);
        assertThat(before.has("seed")).isFalse();
        assertThat(draw()).isEqualTo(before);
    }

    @Test
    void givenTwentyInTheLobby_whenTheDoorsOpen_thenEachIsToldWhatTheReceiptProves() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(20).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        gatehouse.tick();

        var published = published(draw());
        for (int i = 0; i < 20; i++) {
            var verdict = published.verify(receipts.get(i));
            var place = place(browsers.get(i));
            assertThat(verdict.finding()).isEqualTo(Finding.GENUINE);
            assertThat(place.path("drawn").asLong(place.path("position").asLong()))
                    .isEqualTo(verdict.position());
            assertThat(place.path("stage").asString()).isEqualTo(verdict.position() <= 3 ? "TURN" : "WAITING");
        }
        assertThat(JSON.readTree(browsers.get(0).gets("/rooms/shop/board").body())
                        .path("serving")
                        .asLong())
                .isEqualTo(3);
        var ledger = new LedgerVerifier(Optional.empty());
        var lines = gatehouse.ledger(new RoomId("shop"));
        lines.forEach(ledger::read);
        assertThat(ledger.findings()).isEmpty();
        assertThat(lines)
                .anyMatch(line -> line.contains("\"kind\":\"draw\"") && line.contains(text(draw(), "seed")))
                .anyMatch(line ->
                        line.contains("\"from\":1,") && line.contains("\"passed\":[],") && line.contains("\"to\":3,"));
    }

    @Test
    void givenADrawnPlace_whenItIsShownAnywhere_thenItHasTheNumberOfTheWaitingPage() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(12).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        var browser = browsers.stream()
                .filter(one -> place(one).has("drawn"))
                .filter(one -> place(one).path("stage").asString().equals("WAITING"))
                .findFirst()
                .orElseThrow();
        var number = place(browser).path("drawn").asString();
        var operator = new Operator(gatehouse);

        var api = operator.opens("/panel/api/rooms/shop/places/"
                + place(browser).path("position").asString());
        var screen = operator.opens("/panel/rooms/shop/place?number=" + number);
        var link = browser.opens("/rooms/shop/move");
        var carried =
                Pattern.compile("id=\"carried\" dir=\"ltr\" href=\"([^\"]+)\"").matcher(link.body());

        assertThat(JSON.readTree(api.body()).path("drawn").asString()).isEqualTo(number);
        assertThat(screen.body())
                .contains("<h1>Number <span>" + number + "</span></h1>")
                .contains("<dd>" + place(browser).path("position").asString() + "</dd>");
        assertThat(link.body()).contains("Your number " + number + " goes with it");
        assertThat(carried.find()).isTrue();
        assertThat(gatehouse
                        .browser()
                        .opens(carried.group(1).replace("&amp;", "&"))
                        .body())
                .contains("The place with number " + number + " comes");
    }

    /** Of twelve drawn numbers some differ from the positions, which are those of the lane as well. */
    @Test
    void givenALaneBesideADraw_whenItsMembersAskByTheOldApi_thenTheyHearTheirNumbersInTheLane() {
        isToDraw("laned", Draw.RECEIPTS);
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var room = gatehouse.room("laned");
        var members =
                Stream.generate(() -> new PlaceId(UUID.randomUUID())).limit(12).toList();
        Stream.generate(gatehouse::browser).limit(12).forEach(browser -> browser.opens("/rooms/laned/enter"));
        members.forEach(member -> room.joinLane(member, "members"));
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        var ids = gatehouse.bean(RequestIds.class);
        var client = new AwsClient(gatehouse, "", "192.0.2.1");

        assertThat(members.stream()
                        .map(member -> client.gets("/queue_num", "event_id", "laned", "request_id", ids.of(member)))
                        .map(answer -> answer.text("queue_number")))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
    }

    @Test
    void givenAValueFromElsewhere_whenTheDoorsHaveOpened_thenNobodyEntersByAnyWayBeforeItIsTold() {
        isToDraw("drand round 123456");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browser = gatehouse.browser();
        var wait = browser.opens(Login.authorize());
        var early = tell(draw().path("id").asString(), "8a3f").status();
        gatehouse.browser().opens("/rooms/shop/enter");

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        var codes = Login.deviceCodes(gatehouse, "tv");
        var device = gatehouse.browser();
        device.opens("/device?user_code=" + codes.text("user_code"));
        device.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        gatehouse.letIn("shop", 3);
        gatehouse.tick();
        browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
        browser.opens(Login.authorize());

        assertThat(early).isEqualTo(409);
        assertThat(draw().path("entrants").asLong()).isEqualTo(2);
        assertThat(draw().has("seed")).isFalse();
        assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
        assertThat(browser.gets(wait.url()).body()).contains("class=\"LOBBY\"", "<dl id=\"facts\" hidden");
        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
        assertThat(tell(draw().path("id").asString(), "two\\nlines").status()).isEqualTo(400);
        assertThat(tell("another", "8a3f").status()).isEqualTo(409);

        assertThat(tell(draw().path("id").asString(), "8a3f").status()).isEqualTo(200);
        gatehouse.tick();
        gatehouse.tick(); // A call ends with the entrants: the device, which came later, is the next one's.

        assertThat(tell(draw().path("id").asString(), "8a3f").status()).isEqualTo(200);
        assertThat(tell(draw().path("id").asString(), "8a40").status()).isEqualTo(409);
        assertThat(draw().path("publicValue").asString()).isEqualTo("8a3f");
        assertThat(gatehouse.room("shop").snapshot().slots()).isEqualTo(3);
        assertThat(browser.gets(wait.url()).body()).contains("class=\"TURN\"");
    }

    @Test
    void givenADrawThatWaitsForItsValue_whenThePanelIsOpened_thenThatIsTheFirstThingWithItsButton() {
        isToDraw("drand round 123456");
        var operator = new Operator(gatehouse);
        assertThat(operator.opens("/panel").body()).contains(">Scheduled</span>", ">Lobby in 1 h 0 min.</p>");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.browser().opens("/rooms/shop/enter");
        assertThat(new Operator(gatehouse).opens("/panel").body())
                .contains("class=\"state soon\">Lobby</span>", ">Doors in 1 h 0 min. 1 here.</p>");

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        operator = new Operator(gatehouse);
        for (var screen : List.of("/panel", "/panel/rooms/shop")) {
            assertThat(operator.opens(screen).body())
                    .contains("class=\"state needed\">Needs the public value</span>")
                    .containsSubsequence(
                            "<h1",
                            "<h2>Shop needs you</h2>",
                            "from drand round 123456.",
                            "href=\"/panel/rooms/shop/draw\">Tell the public value</a>",
                            "data-counter=\"waiting\"");
        }

        tell(draw().path("id").asString(), "8a3f");
        gatehouse.tick();
        assertThat(operator.opens("/panel/rooms/shop").body())
                .contains("class=\"state open\">Open</span>", "data-needs hidden=\"hidden\"");
    }

    @Test
    void givenADrawThatWaitsForItsValue_whenMinutesPass_thenTheLogSaysItOnceAMinuteUntilItIsTold() {
        isToDraw("drand round 123456");
        gatehouse.elapse(Duration.ofMinutes(2)); // What another test has made it say is over.
        gatehouse.elapse(Duration.ofMinutes(2));
        try (var lines = LogLines.of("io.gatehouse.waitingroom.ValueWatch")) {
            gatehouse.pass(Duration.ofHours(1));
            gatehouse.tick();
            gatehouse.browser().opens("/rooms/shop/enter");
            assertThat(lines.all()).as("in the lobby").isEmpty();

            gatehouse.pass(Duration.ofHours(1));
            gatehouse.tick();
            gatehouse.tick();
            assertThat(lines.all())
                    .containsExactly("Draw of room shop waits for its public value from \"drand round 123456\";"
                            + " no visitor is called. Enter it at " + gatehouse.issuer() + SCREEN);
            gatehouse.elapse(Duration.ofMinutes(1));
            assertThat(lines.all()).hasSize(2);

            tell(draw().path("id").asString(), "8a3f");
            gatehouse.tick();
            gatehouse.elapse(Duration.ofMinutes(2)); // The last minute's are told once more.
            gatehouse.elapse(Duration.ofMinutes(2));
            assertThat(lines.all()).hasSizeBetween(2, 3);
        }
    }

    @Test
    void givenAnOperatorAtTheScreen_whenADrawGoesItsWay_thenEachStepIsShownAndTheValueIsToldOnce() {
        isToDraw("drand round 123456");
        var commitment = text(draw(), "commitment");
        assertThat(new Operator(gatehouse).opens(SCREEN).body())
                .contains("Announced.", commitment, "drand round 123456");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.browser().opens("/rooms/shop/enter");
        var id = text(draw(), "id");
        var early = new Operator(gatehouse);
        assertThat(early.opens(SCREEN).body())
                .contains("The lobby is open", "Entrants by now", "<dd data-entrants>2</dd>", commitment);
        assertThat(early.opens(SCREEN + "/value?id=" + id + "&publicValue=8a3f").status())
                .isEqualTo(409);

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var operator = new Operator(gatehouse);
        var waiting = operator.opens(SCREEN);
        var question = operator.opens(SCREEN + "/value?id=" + id + "&publicValue=%20%3Cb%3E8a3f%0A");
        assertThat(waiting.body()).contains("How many take part is fixed", text(draw(), "receipts"));
        assertThat(new Operator(gatehouse).opens("/panel/calendar").body())
                .containsPattern("href=\"" + SCREEN + "\"[^>]*>Needs the public value</a>");
        assertThat(question.body()).contains("Draw with this value?", "<code>&lt;b&gt;8a3f</code>");
        assertThat(draw().has("seed")).isFalse();
        var told = operator.submits(SCREEN + "/value", Map.of("id", id, "publicValue", "<b>8a3f"));
        var another = operator.submits(SCREEN + "/value", Map.of("id", id, "publicValue", "8a40"));
        gatehouse.tick();

        assertThat(told.body()).contains("Told.", "Drawn and published.", text(draw(), "seed"), text(draw(), "key"));
        assertThat(another.status()).isEqualTo(409);
        assertThat(another.body()).contains("another value has been told");
        assertThat(text(draw(), "publicValue")).isEqualTo("<b>8a3f");
    }

    @Test
    void givenAnEntrant_whenTheirReceiptIsOpened_thenItIsThereAndThePageThatChecksItIsFilledIn() throws IOException {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browser = gatehouse.browser();
        var wait = browser.opens("/rooms/shop/enter");
        gatehouse.browser().opens("/rooms/shop/enter");
        var receipt = text(place(browser), "receipt");
        var early = browser.gets("/rooms/shop/receipt");
        assertThat(wait.body())
                .contains(" href=\"/rooms/shop/receipt\">Your receipt for the draw</a>")
                .contains("a draw decides the order of all who are here");
        assertThat(early.body())
                .contains("as number 1.", receipt, "href=\"/rooms/shop/wait?request=\">Go back</a>")
                .contains("id=\"copy\" hidden", "message.js")
                .doesNotContain("verify.html");
        var saved = browser.gets("/rooms/shop/receipt/receipt.txt");
        assertThat(saved.header("Content-Disposition")).isEqualTo("attachment; filename=\"receipt-shop.txt\"");
        assertThat(saved.body()).isEqualTo(receipt + "\n");
        assertThat(browser.gets("/rooms/shop/receipt/verify.html").status()).isEqualTo(404);

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        gatehouse.browser().opens("/rooms/shop/enter");
        var late = gatehouse.browser();
        late.opens("/rooms/shop/enter");

        var drawn = browser.gets("/rooms/shop/receipt");
        var verifier = browser.gets("/rooms/shop/receipt/verify.html");
        var position = published(draw()).verify(receipt).position();
        assertThat(drawn.body()).contains("Number 1 of 2 has drawn position " + position + ".", receipt);
        assertThat(browser.gets("/rooms/shop/wait").body())
                .contains(" href=\"/rooms/shop/receipt\">You drew " + position + " of 2: check it</a>");
        assertThat(drawn.body()).contains("href=\"/rooms/shop/receipt/verify.html\"");
        assertThat(verifier.header("Content-Disposition")).isEqualTo("attachment; filename=\"verify-shop.html\"");
        assertThat(checked(verifier.body())).isEqualTo("All fits. Entry 1 of 2 has drawn position " + position + ".");
        assertThat(late.gets("/rooms/shop/receipt").status()).isEqualTo(404);
        assertThat(late.gets("/rooms/shop/receipt/receipt.txt").status()).isEqualTo(404);
        assertThat(late.gets("/rooms/shop/receipt/verify.html").status()).isEqualTo(404);
        assertThat(gatehouse.browser().gets("/rooms/shop/receipt").body()).contains("There is no receipt here");
    }

    @Test
    void givenADrawnPlace_whenItIsCarriedOrLogsInAgain_thenThePageShowsTheNumberOfTheWaitingPage() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(20).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();

        for (var browser : browsers) {
            var place = place(browser);
            var number = place.path("drawn").asLong();
            if (text(place, "stage").equals("WAITING")) {
                assertThat(browser.opens("/rooms/shop/move").body())
                        .contains("Your number " + number + " goes with it");
            } else {
                browser.submits("/rooms/shop/continue", Map.of());
                assertThat(browser.opens(Login.authorize("prompt", "login")).body())
                        .contains("Log in again as number " + number + "<");
            }
        }
    }

    /** What the page says when it is opened from a disk and its button is pressed. */
    private static String checked(String html) throws IOException {
        try (var browser = new WebClient()) {
            HtmlPage page = browser.loadHtmlCodeIntoCurrentWindow(html);
            page.<HtmlButton>querySelector("button").click();
            return page.getElementById("result").getTextContent();
        }
    }

    @Test
    void givenADrawThatCannotBeDone_whenItsScreenIsOpened_thenItSaysWhyNobodyIsCalled() {
        isToDraw("drand round 123456");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var room = gatehouse.room("shop");
        var draw = room.snapshot().draw().orElseThrow();
        var fixed = Optional.of(new LobbyDraw.Frozen(0, "0".repeat(64), RankedBehind.NOBODY));
        room.line()
                .draw(
                        room.snapshot(),
                        new LobbyDraw(draw.draw(), "0".repeat(64), draw.base(), fixed, Optional.empty(), 0));

        var otherKey = new Operator(gatehouse).opens(SCREEN).body();
        try (var lines = LogLines.of("io.gatehouse.waitingroom.ValueWatch")) {
            gatehouse.elapse(Duration.ofMinutes(61));
            gatehouse.elapse(Duration.ofMinutes(2));
            assertThat(lines.all()).as("no value could be told").isEmpty();
        }
        var operator = new Operator(gatehouse);
        var rooms = operator.opens("/panel").body();
        room.change(settings -> settings.open(Mode.QUEUEING, settings.schedule()));
        var dropped = operator.opens(SCREEN).body();

        assertThat(otherKey).contains("the master key is not the one of its commitment");
        assertThat(rooms).contains("Draw cannot be done", "See the draw");
        assertThat(dropped).contains("It is not held: the schedule has changed");
    }

    @Test
    void givenADrawnEvening_whenItsLedgerIsReadWithTheReceipts_thenItProvesWhoWasCalledAsWhichOne() throws IOException {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(20).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();
        browsers.get(4).submits("/rooms/shop/leave", Map.of());
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        gatehouse.tick();
        var published = published(draw());
        var last = IntStream.range(5, 20)
                .mapToObj(receipts::get)
                .map(published::verify)
                .max(Comparator.comparingLong(PublishedDraw.Verdict::position))
                .orElseThrow();
        var room = gatehouse.room("shop");
        room.exempt(room.at(Position.of(last.entry())).orElseThrow());
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.pass(Duration.ofMinutes(2));
        room.change(settings ->
                new RoomSettings(Optional.empty(), OptionalLong.of(30), false, Mode.SCHEDULED, settings.schedule()));
        gatehouse.tick();
        gatehouse.pass(Duration.ofMinutes(2));
        var opening = room.snapshot().opening();
        var visitors = new ArrayList<>(receipts);
        visitors.add(opening + "/21");
        var ledger = gatehouse.ledger(room.id());

        assertThat(verify(ledger, visitors)).as(printed).isZero();

        assertThat(printed)
                .contains(
                        "; 20 take part, fixed by entry ",
                        ", worked out again from its seed",
                        "20 of 20 receipts of the draw",
                        ": these are all, and its hash binds them",
                        "position 21: called as number 21 by entry ");
        for (int i = 0; i < 20; i++) {
            var number = published.verify(receipts.get(i)).position();
            var says = "entry " + (i + 1) + " of the draw " + published.draw().id() + ": ";
            if (i == 4) {
                assertThat(printed)
                        .containsPattern(
                                says + "not called as number " + number + " by entry .*: not in line any more, LEFT");
            } else if (i == last.entry() - 1) {
                assertThat(printed).contains(says + "called out of turn, before number " + number + ", by entry ");
            } else {
                assertThat(printed).contains(says + "called as number " + number + " by entry ");
            }
        }
        assertThat(numbersInTurn()).isSorted().hasSize(19);

        visitors.set(7, receipts.get(7).replaceFirst(".$", receipts.get(7).endsWith("0") ? "1" : "0"));
        assertThat(verify(ledger, visitors)).isOne();
        assertThat(printed)
                .contains(receipts.get(7).substring(0, 20), " proves nothing: FORGED", "19 of 20 receipts of the draw")
                .contains("the ledger is whole and in order");

        assertThat(whatIsFound(ledger, "draw", Map.of("seed", "0".repeat(64))))
                .contains("was done with a seed that is not the one of its commitment");
        assertThat(whatIsFound(ledger, "draw", Map.of("publicValue", "0".repeat(64))))
                .contains("was done with a public value that is not the hash over its receipts");
        assertThat(whatIsFound(ledger, "draw", Map.of("key", "0".repeat(64))))
                .contains("was done with a key that does not follow");
        assertThat(whatIsFound(ledger, "draw", Map.of("entrants", 19L))).contains("had other entrants before");
        assertThat(whatIsFound(ledger, "called", Map.of("draw", "another")))
                .contains("were called by the draw another, whose seed no entry tells");
        assertThat(whatIsFound(ledger, "called", Map.of("draw", "")))
                .contains("were not called by the draw " + published.draw().id() + ", which had been done");
    }

    @Test
    void givenADrawnEveningThatIsOver_whenItsPublicFilesAreRead_thenEachVerifierConfirmsThem() throws Exception {
        var announced = draw();
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(5).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        var published = draw();
        var numbers = browsers.stream()
                .map(browser -> place(browser))
                .map(place -> place.path("drawn").asLong(place.path("position").asLong()))
                .toList();
        var opening = gatehouse.room("shop").snapshot().opening();
        gatehouse.pass(Duration.ofMinutes(2));
        gatehouse.reopens("shop");
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        gatehouse.ledger(new RoomId("shop"));
        var address = gatehouse.issuer() + "/panel/api/rooms/shop/openings/" + opening;

        var zip = bytes(address + "/public.zip");

        gatehouse.pass(Duration.ofHours(2));
        gatehouse.tick();
        assertThat(bytes(address + "/public.zip"))
                .as("the same again, when the ledger has gone on")
                .isEqualTo(zip);
        var files = unzipped(zip);
        assertThat(files.keySet())
                .containsExactly(
                        "index.html", "announced.json", "draw.json", "verify.html", "jwks.json", "ledger.jsonl");
        assertThat(JSON.readTree(files.get("announced.json"))).isEqualTo(announced);
        assertThat(JSON.readTree(files.get("draw.json"))).isEqualTo(published);
        assertThat(files.get("index.html"))
                .contains("room <b>shop</b>, opening <b>" + opening + "</b>", "verify-draw draw.json")
                .doesNotContain("http", "<script", "src=", "th:text", "th:if");
        var ledger = files.getOrDefault("ledger.jsonl", "").lines().toList();
        assertThat(verify(ledger, receipts)).as(printed).isZero();
        assertThat(printed).contains("5 of 5 receipts of the draw", "the ledger is whole and in order");
        var keys = folder.resolve("jwks.json").toString();
        assertThat(VerifyLedgerCommand.run(
                        new String[] {
                            "verify-ledger", folder.resolve("ledger.jsonl").toString(), keys
                        },
                        new PrintStream(new ByteArrayOutputStream(), true, UTF_8)))
                .isZero();
        assertThat(HandMadeVerifier.isWhole(ledger, JSON.readTree(files.get("jwks.json"))))
                .isTrue();
        for (int i = 0; i < receipts.size(); i++) {
            assertThat(HandMadeVerifier.position(JSON.readTree(files.get("draw.json")), receipts.get(i)))
                    .isEqualTo(numbers.get(i));
            var out = new ByteArrayOutputStream();
            assertThat(VerifyDrawCommand.run(
                            new String[] {
                                "verify-draw", folder.resolve("draw.json").toString(), receipts.get(i)
                            },
                            new PrintStream(out, true, UTF_8)))
                    .isZero();
            assertThat(out.toString(UTF_8)).contains("drawn position " + numbers.get(i));
        }
        assertThat(HandMadeVerifier.isWhole(
                        ledger.subList(0, ledger.size() - 1), JSON.readTree(files.get("jwks.json"))))
                .isFalse();
        var report = JSON.readTree(new String(bytes(address + "/report"), UTF_8));
        assertThat(report.path("drawVerified").asBoolean()).isTrue();
        assertThat(report.at("/ledger/whole").asBoolean()).isTrue();
        assertThat(new Operator(gatehouse)
                        .opens("/panel/rooms/shop/openings/" + opening + "/report")
                        .body())
                .contains("The draw is verified", "/public.zip\"");
    }

    @Test
    void givenVisitorsOfADraw_whenAnOperatorPastesWhatTheySend_thenEachFateIsTold() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(8).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();
        assertThat(says(receipts.get(1)))
                .startsWith("Entry 2 of the draw joined at ")
                .contains("It waits for the draw");
        browsers.get(4).submits("/rooms/shop/leave", Map.of());
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        var opening = gatehouse.room("shop").snapshot().opening();
        var called = IntStream.range(0, 8)
                .filter(i -> place(browsers.get(i)).path("stage").asString().equals("TURN"))
                .boxed()
                .toList();
        var waiting = IntStream.range(0, 8)
                .filter(i -> place(browsers.get(i)).path("stage").asString().equals("WAITING"))
                .findFirst()
                .orElseThrow();
        var number = place(browsers.get(waiting)).path("drawn").asLong(waiting + 1L);
        var waits = "Number " + number + " joined at ";

        assertThat(says(receipts.get(waiting)))
                .startsWith(waits)
                .contains("of 8 in the draw was drawn as number " + number, "It waits.");
        assertThat(says(" " + number + " ")).isEqualTo(says(receipts.get(waiting)));
        assertThat(says(opening + "/" + (waiting + 1))).isEqualTo(says(receipts.get(waiting)));
        assertThat(says(receipts.get(4))).contains("The visitor left the line.");
        assertThat(says(receipts.get(called.get(0)))).contains("The visitor was called, and may go in until ");
        browsers.get(called.get(0)).submits("/rooms/shop/continue", Map.of());
        assertThat(says(receipts.get(called.get(0)))).contains("The visitor went in at ", ", and may stay until ");
        var inside = browsers.get(called.get(0));
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(inside, "shop"));
        var about = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .json();
        assertThat(about.path("position").asLong()).isEqualTo(called.get(0) + 1L);
        var drawn = gatehouse
                .room("shop")
                .line()
                .order(gatehouse.room("shop").snapshot())
                .of(called.get(0) + 1L);
        assertThat(about.path("drawn").asLong(called.get(0) + 1L)).isEqualTo(drawn);
        assertThat(about.path("name").asString()).isEqualTo("Visitor " + drawn);
        new Operator(gatehouse)
                .submits(
                        "/panel/rooms/shop/end", Map.of("opening", "" + opening, "position", "" + (called.get(0) + 1)));
        assertThat(says(receipts.get(called.get(0))))
                .contains("The visitor went in at ", "An operator ended the visit at ");
        gatehouse.pass(Duration.ofMinutes(11));
        assertThat(says(receipts.get(called.get(1)))).contains("was called and did not go in in time");
        assertThat(new Operator(gatehouse)
                        .submits("/panel/rooms/shop/find", Map.of("what", receipts.get(called.get(1))))
                        .body())
                .contains("was called and did not go in in time", "See the place");
        for (var wrong : List.of(
                "",
                " ",
                "0",
                "-1",
                "1.5",
                "1e3",
                "x",
                "3/",
                "/3",
                "3/0",
                "0/3",
                "members",
                "members members",
                "1 2 3",
                "gatehouse1/",
                "<b>",
                "' or 1=1",
                "9".repeat(16),
                "9".repeat(400),
                "\u0000")) {
            assertThat(find(wrong).status()).as(wrong).isEqualTo(400);
        }
        var other = receipts.get(0).replace("/shop/", "/few/");
        var forged = receipts.get(0).replaceFirst(".$", receipts.get(0).endsWith("0") ? "1" : "0");
        for (var unknown : List.of("999", opening + "/999", "99/1", "members 1", other, forged)) {
            assertThat(find(unknown).status()).as(unknown).isEqualTo(404);
        }

        gatehouse.reopens("shop");
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        gatehouse.ledger(new RoomId("shop"));
        gatehouse.browser().opens("/rooms/shop/enter");

        assertThat(says(receipts.get(called.get(1))))
                .startsWith("Number ")
                .contains(" of opening " + opening + " was called at ");
        assertThat(says(opening + "/" + (called.get(1) + 1))).isEqualTo(says(receipts.get(called.get(1))));
        assertThat(says(receipts.get(4))).contains("the visitor had left the line");
    }

    @Test
    void givenVisitorsOfADraw_whenTheyPasteTheirReceiptsInAnotherBrowser_thenEachIsToldItsFateInItsLanguage() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(5).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();
        var form = gatehouse.browser().opens("/rooms/shop/receipt/find");
        assertThat(form.body())
                .contains("What became of your receipt?", "action=\"/rooms/shop/receipt/find\"", "name=\"receipt\"");
        assertThat(gatehouse.browser().opens("/rooms/shop/receipt").body())
                .contains("href=\"/rooms/shop/receipt/find\">What became of your receipt?</a>");
        assertThat(pasted(receipts.get(1)).body())
                .contains("<h1>Your receipt</h1>", "You take part in the draw as number 2.", "When the draw is done");
        browsers.get(4).submits("/rooms/shop/leave", Map.of());
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        var called = at(browsers, "TURN");
        var waiting = at(browsers, "WAITING");

        var drawn = published(draw()).verify(receipts.get(called)).position();
        assertThat(pasted(" " + receipts.get(called).replace("/", "/\n") + " ").body())
                .contains(
                        "<h1>It is your turn</h1>",
                        "Number " + (called + 1) + " of 5 has drawn position " + drawn + ".",
                        "Your place is in the browser in which you took it.");
        assertThat(pasted(receipts.get(waiting)).body()).contains("<h1>You are in line</h1>");
        assertThat(pasted(receipts.get(4)).body()).contains("<h1>You have left the line</h1>");
        browsers.get(called).submits("/rooms/shop/continue", Map.of());
        assertThat(pasted(receipts.get(called)).body()).contains("<h1>You are in</h1>");
        var german = visitor()
                .posts("/rooms/shop/receipt/find", Map.of("receipt", receipts.get(waiting), "ui_locales", "de"));
        assertThat(german.body()).contains("lang=\"de\"", "Ihr Platz ist in dem Browser", "von 5 hat Position");
        var forged = receipts.get(0).replaceFirst(".$", receipts.get(0).endsWith("0") ? "1" : "0");
        var others = receipts.get(0).replaceFirst("/1/", "/2/");
        for (var wrong : List.of(
                "",
                " ",
                "<script>",
                "1",
                "gatehouse1/",
                forged,
                others,
                receipts.get(0).replace("/shop/", "/few/"),
                "x".repeat(9_000))) {
            var refused = pasted(wrong);
            assertThat(refused.status()).as(wrong).isEqualTo(404);
            assertThat(refused.body())
                    .as(wrong)
                    .contains("<h1>We do not know this receipt</h1>")
                    .doesNotContain("position", "<script>", "gatehouse1/shop");
        }
        var many = visitor();
        IntStream.range(0, 30).forEach(n -> many.posts("/rooms/shop/receipt/find", Map.of("receipt", "1")));
        var often = many.posts("/rooms/shop/receipt/find", Map.of("receipt", receipts.get(waiting)));
        assertThat(often.status()).isEqualTo(429);
        assertThat(often.body())
                .contains("<h1>You have looked very often</h1>", "Please wait 15 minutes, then look again.");
        assertThat(often.header("Retry-After")).isEqualTo("900");
        assertThat(gatehouse.browser().gets("/rooms/nowhere/receipt/find").status())
                .isEqualTo(404);

        gatehouse.reopens("shop");
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        gatehouse.ledger(new RoomId("shop"));

        gatehouse.elapse(Duration.ofSeconds(6));
        var reads = ledgerReads();
        var parts = receipts.get(called).split("/");
        for (var junk : List.of(
                forged,
                others,
                String.join("/", parts[0], "shop", "x", "1", parts[4], parts[5]),
                String.join("/", parts[0], "shop", parts[2] + "9", "1", parts[4], parts[5]))) {
            assertThat(pasted(junk).status()).as(junk).isEqualTo(404);
        }
        assertThat(ledgerReads()).as("nothing is read for a made-up receipt").isEqualTo(reads);
        assertThat(pasted(receipts.get(called)).body())
                .contains("<h1>Your receipt</h1>", "has drawn position " + drawn + ".", "Your turn came on ")
                .containsPattern("data-time=\"20[^\"]+Z\"")
                .contains("data-raw=\"Your turn came on {time}", "/waiting-page/message.js");
        reads = ledgerReads();
        assertThat(pasted(receipts.get(4)).body()).contains("<h1>You have left the line</h1>");
        gatehouse.clock().advance(Duration.ofMinutes(4));
        assertThat(pasted(receipts.get(waiting)).body()).contains("Your number was not called.");
        assertThat(ledgerReads()).as("one reading answers all").isEqualTo(reads);
    }

    private static long ledgerReads() {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.store")
                .tags("store", "ledger", "operation", "read")
                .timer()
                .count();
    }

    private static int addresses;

    /** Someone who has not been here before, at an address of their own. */
    private static Browser visitor() {
        addresses++;
        return gatehouse.browser().from("198.51.100." + (100 + addresses));
    }

    private static Browser.Page pasted(String receipt) {
        return visitor().posts("/rooms/shop/receipt/find", Map.of("receipt", receipt));
    }

    /** The first whose place is at this stage. */
    private static int at(List<Browser> browsers, String stage) {
        return IntStream.range(0, browsers.size())
                .filter(i -> place(browsers.get(i)).path("stage").asString().equals(stage))
                .findFirst()
                .orElseThrow();
    }

    private static String says(String what) {
        var answer = find(what);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body()).path("says").asString();
    }

    private static Browser.Page find(String what) {
        var api = gatehouse.browser();
        return api.sends(api.request(gatehouse.issuer() + "/panel/api/rooms/shop/find")
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(Map.of("what", what))))
                .build());
    }

    private Map<String, String> unzipped(byte[] zip) throws IOException {
        var files = new LinkedHashMap<String, String>();
        try (var all = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (var entry = all.getNextEntry(); entry != null; entry = all.getNextEntry()) {
                files.put(entry.getName(), new String(all.readAllBytes(), UTF_8));
                Files.writeString(folder.resolve(entry.getName()), files.get(entry.getName()));
            }
        }
        return files;
    }

    private static byte[] bytes(String address) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(address)).header("Authorization", "Bearer " + token());
        var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void givenALobbyOfADraw_whenSomeComeFromOneNetwork_thenOperatorsSeeHowManyAndNothingElseChanges() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var again = gatehouse.browser();
        again.opens("/rooms/shop/enter");
        isToDraw(Draw.RECEIPTS);
        gatehouse.tick(); // a tick of the service's own that had looked before may have told of it once more
        assertThat(entrants().has("draw")).isFalse();
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        again.opens("/rooms/shop/enter");
        for (var address : List.of(
                "198.51.100.1",
                "198.51.100.2",
                "198.51.100.2",
                "198.51.100.255",
                "198.51.101.1",
                "2001:db8:1::1",
                "2001:db8:1:ffff::9",
                "2001:db8:2::1")) {
            try (var wire = new Wire(URI.create(gatehouse.issuer()).getPort()).from(address)) {
                RetryingVisitors.joins(wire);
            }
        }

        var seen = entrants();

        assertThat(seen.path("draw").asString()).isEqualTo(text(draw(), "id"));
        assertThat(seen.path("entrants").asLong())
                .isEqualTo(seen.path("counted").asLong())
                .isEqualTo(9);
        assertThat(seen.path("unknown").asLong())
                .as("one was in line before, and has a new id")
                .isZero();
        assertThat(seen.path("networks").asLong()).isEqualTo(5);
        assertThat(seen.path("largest").toString()).isEqualTo("[4,2,1,1,1]");
        assertThat(seen.path("sizes").toString())
                .startsWith("[{\"from\":1,\"networks\":3,\"entrants\":3},{\"from\":2,\"networks\":2,\"entrants\":6},");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        assertThat(entrants()).as("once they are fixed").isEqualTo(seen);
        assertThat(draw().path("entrants").asLong()).isEqualTo(9);
    }

    @Test
    void givenTwoOfANetworkAtMost_whenMoreComeFromOne_thenTheOthersStandBehindAllAsReceiptsAndLedgerProve()
            throws Exception {
        isToDraw("few", Draw.RECEIPTS);
        var announced = draw("few");
        assertThat(announced.path("mostPerNetwork").asInt()).as("announced").isEqualTo(2);
        var named = "/rooms/few/draw?id=" + text(announced, "id");
        assertThat(gatehouse.browser().gets(named).header("Cache-Control")).isEqualTo("max-age=1, public");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.of("198.51.100.1", "198.51.100.2", "203.0.113.1", "198.51.100.3", "198.51.100.2")
                .map(address -> gatehouse.browser().from(address))
                .toList();
        browsers.forEach(browser -> browser.opens("/rooms/few/enter"));
        var receipts = new ArrayList<>(
                browsers.stream().map(browser -> receipt(browser, "few")).toList());
        browsers.get(0).submits("/rooms/few/leave", Map.of());
        browsers.get(0).opens("/rooms/few/enter");
        receipts.add(receipt(browsers.get(0), "few"));
        var before = entrants("few");
        assertThat(new Operator(gatehouse).opens("/panel/rooms/few/entrants").body())
                .containsSubsequence(
                        "<dd data-behind><span>3</span>, from <span>1</span>", "network that has more</dd>");

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        gatehouse.tick();

        assertKept("few");
        var published = published(draw("few"));
        assertThat(before.path("limit").asInt()).isEqualTo(2);
        assertThat(before.path("over").asLong()).isEqualTo(1);
        assertThat(before.path("behind").asLong()).isEqualTo(3);
        assertThat(published.behind().entries()).hasSize(3).doesNotContain(3L);
        assertThat(receipts.stream().map(published::verify))
                .allMatch(verdict -> verdict.finding() == Finding.GENUINE
                        && verdict.position() > 3
                                == published.behind().entries().contains(verdict.entry()));
        for (int i = 1; i < 5; i++) {
            var place = JSON.readTree(browsers.get(i).gets("/rooms/few/place").body());
            assertThat(place.path("drawn").asLong(place.path("position").asLong()))
                    .isEqualTo(published.verify(receipts.get(i)).position());
        }
        assertThat(published.binds(receipts.stream()
                        .map(receipt -> Receipt.parse(receipt).orElseThrow().mark())))
                .isTrue();
        assertThat(new Operator(gatehouse).opens("/panel/rooms/few/draw").body())
                .contains("<dd>2 at most</dd>", "<dd data-behind>3</dd>");
        var ledger = gatehouse.ledger(new RoomId("few"));
        assertThat(ledger.stream().skip(1).map(LedgerEntry::parse).filter(entry -> entry.kind()
                        .equals("draw")))
                .as("each step of the draw is told once, in this opening and the one before")
                .extracting(LedgerEntry::data)
                .doesNotHaveDuplicates();
        assertThat(verify(ledger, receipts)).as(printed).isZero();
        assertThat(printed).contains("6 of 6 receipts of the draw", ": these are all, and its hash binds them");
        assertThat(whatIsFound(ledger, "draw", Map.of("behind", "1,1,1"))).contains("had other entrants before");
        assertThat(whatIsFound(ledger, "draw", Map.of("mostPerNetwork", 3L)))
                .contains("had another source or limit before");
    }

    /**
     * Cookies of browsers with no place, with one that was left, and with one of an opening before; and joins
     * by the API.
     */
    @Test
    void givenAHundredCookiesOfBeforeTheLobby_whenTheyEnterFromOneAddress_thenTwoStandInFront() throws Exception {
        gatehouse.room("few").change(settings -> settings.open(Mode.QUEUEING, Schedule.NONE));
        gatehouse.reopens("few");
        gatehouse.tick();
        var early = gatehouse.browser();
        try (var wire = new Wire(URI.create(gatehouse.issuer()).getPort()).from("198.51.100.7")) {
            var cookies = new CollectedCookies(wire);
            cookies.collectPlaces(10, "/rooms/few/enter");
            isToDraw("few", Draw.RECEIPTS);
            var scheduled = gatehouse.room("few").change(settings -> settings);
            gatehouse.pass(Duration.ofMinutes(50));
            cookies.collect(
                    30,
                    "/device?user_code="
                            + Login.deviceCodes(gatehouse, "few-tv").text("user_code"));
            gatehouse.room("few").change(settings -> settings.open(Mode.QUEUEING, settings.schedule())
                    .at(Optional.empty(), OptionalLong.of(0)));
            gatehouse.tick();
            cookies.collect(30, "/rooms/few/enter");
            early.opens("/rooms/few/enter");
            cookies.collect(20, Login.authorize("client_id", "few-tv"));
            cookies.collectPlaces(10, "/rooms/few/enter");
            cookies.submit(10, "/rooms/few/leave");
            gatehouse.room("few").change(settings -> scheduled);
            gatehouse.pass(Duration.ofMinutes(10));
            gatehouse.tick();
            cookies.open("/rooms/few/enter?cookie=replaced");
            cookies.open("/rooms/few/enter");
            for (var joins = 0; joins < 20; joins++) {
                assertThat(wire.sends(JOIN_BY_THE_API.getBytes(UTF_8)).status()).isEqualTo(200);
            }
        }
        var kept = fewPlace(early);
        early.opens("/rooms/few/enter");
        assertThat(fewPlace(early).path("position")).isEqualTo(kept.path("position"));
        var honest = gatehouse.browser().from("203.0.113.1");
        honest.opens("/rooms/few/enter");
        var before = entrants("few");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();

        assertThat(before.path("entrants").asLong()).isEqualTo(121);
        assertThat(before.path("unknown").asLong()).isZero();
        assertThat(before.path("networks").asLong()).isEqualTo(2);
        assertThat(before.path("behind").asLong()).isEqualTo(118);
        assertThat(published(draw("few")).behind().entries()).hasSize(118).doesNotContain(121L);
    }

    private static JsonNode fewPlace(Browser browser) {
        return JSON.readTree(browser.gets("/rooms/few/place").body());
    }

    private static String receipt(Browser browser, String room) {
        return text(JSON.readTree(browser.gets("/rooms/" + room + "/place").body()), "receipt");
    }

    private static JsonNode draw(String room) {
        return JSON.readTree(
                gatehouse.browser().gets("/rooms/" + room + "/draw").body());
    }

    /**
     * What is published of a draw that is done, by its id, as it is and packed; without the id another one
     * may be next.
     */
    private static void assertKept(String room) throws IOException, InterruptedException {
        var browser = gatehouse.browser();
        var named = "/rooms/" + room + "/draw?id=" + text(draw(room), "id");
        var plain = browser.gets(named);
        var packed = HttpClient.newHttpClient()
                .send(browser.request(named).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofInputStream());

        assertThat(plain.header("Cache-Control")).isEqualTo("max-age=86400, public, immutable");
        assertThat(plain.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(new GZIPInputStream(packed.body())).asString(UTF_8).isEqualTo(plain.body());
        assertThat(browser.gets("/rooms/" + room + "/draw").header("Cache-Control"))
                .isEqualTo("max-age=1, public");
    }

    private static JsonNode entrants() {
        return entrants("shop");
    }

    private static JsonNode entrants(String room) {
        return Login.get(gatehouse.issuer() + "/panel/api/rooms/" + room + "/draw/entrants", "Bearer " + token())
                .json();
    }

    /** What is found when somebody writes the last entry of this kind anew that has such members, and all behind it. */
    private String whatIsFound(List<String> ledger, String kind, Map<String, Object> members) throws IOException {
        var last = IntStream.range(1, ledger.size())
                .filter(line -> LedgerEntry.parse(ledger.get(line)).kind().equals(kind)
                        && LedgerEntry.parse(ledger.get(line)).data().keySet().containsAll(members.keySet()))
                .max()
                .orElseThrow();
        var anew = new ArrayList<>(ledger.subList(0, last));
        for (var line : ledger.subList(last, ledger.size())) {
            var entry = LedgerEntry.parse(line);
            var data = new TreeMap<>(entry.data());
            if (anew.size() == last) {
                data.putAll(members);
                data.values().removeIf(""::equals);
            }
            var previous = HexFormat.of()
                    .formatHex(Digests.sha256(anew.get(anew.size() - 1).getBytes(UTF_8)));
            anew.add(new LedgerEntry(entry.seq(), previous, entry.at(), entry.kind(), data).line());
        }
        verify(anew, List.of());
        return printed;
    }

    private List<Integer> numbersInTurn() {
        return Pattern.compile(": called as number (\\d+) ")
                .matcher(printed)
                .results()
                .map(number -> Integer.valueOf(number.group(1)))
                .toList();
    }

    private int verify(List<String> ledger, List<String> visitors) throws IOException {
        var out = new ByteArrayOutputStream();
        var file = Files.write(folder.resolve("ledger.jsonl"), ledger);
        var who = Files.write(folder.resolve("receipts.txt"), visitors);
        var arguments = new String[] {"verify-ledger", file.toString(), "--receipts=" + who, "--calls"};
        var status = VerifyLedgerCommand.run(arguments, new PrintStream(out, true, UTF_8));
        printed = out.toString(UTF_8);
        return status;
    }

    private static Browser.Page tell(String id, String value) {
        var api = gatehouse.browser();
        return api.sends(api.request(gatehouse.issuer() + "/panel/api/rooms/shop/draw")
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"id\":\"" + id + "\",\"publicValue\":\"" + value + "\"}"))
                .build());
    }

    private static String token() {
        return Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
                .text("access_token");
    }

    private static JsonNode draw() {
        return draw("shop");
    }

    private static JsonNode place(Browser browser) {
        return JSON.readTree(browser.gets("/rooms/shop/place").body());
    }

    private static PublishedDraw published(JsonNode draw) {
        return new PublishedDraw(
                new Draw(
                        text(draw, "room"),
                        text(draw, "id"),
                        text(draw, "source"),
                        draw.path("mostPerNetwork").asInt(0)),
                text(draw, "commitment"),
                draw.path("entrants").asLong(),
                text(draw, "receipts"),
                RankedBehind.parse(draw.path("behind").asString("")),
                text(draw, "publicValue"),
                new Seed(text(draw, "seed")),
                text(draw, "key"));
    }

    private static String text(JsonNode draw, String member) {
        return draw.path(member).asString();
    }
}
