package io.gatehouse.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.ShopPass;
import io.gatehouse.flow.Wire;
import io.gatehouse.store.redis.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A whole sale: a lobby with a draw, in which some hold passes and some share a network; a node is killed in
 * the second in which the doors open; late-comers; as many are let in as there are things to sell; then the
 * doors close. Afterwards the exported ledger proves who was called as which one, to whoever has the
 * receipts.
 */
@Tag("faults")
class SaleTest {

    private static final int LOBBY = FaultSize.of(1_250, 5_000);
    private static final int LATE = 300;
    private static final int STOCK = FaultSize.of(400, 1_000);
    private static final int CAPACITY = STOCK / 4;
    private static final int CLIENTS = 32;

    /** Of the network that has one of 25 in the lobby, half. */
    private static final int MOST_PER_NETWORK = LOBBY / 50;

    /** The steps of a draw, and as often a date that is moved. */
    private static final int MOST_DRAW_ENTRIES = 8;

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern CALLED = Pattern.compile(
            "(?:entry (\\d+) of the draw \\S+|position (\\d+)): called(?:, or passed,)? (out of turn, before|as)"
                    + " number (\\d+),? by .*");

    @TempDir
    private Path folder;

    /** When the lobby opened: some minutes ago, whatever clocks say. */
    private final LocalDateTime lobby =
            LocalDateTime.ofInstant(SaleDesk.in(-300), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);

    private final List<Buyer> buyers = IntStream.range(0, LOBBY + LATE)
            .mapToObj(number -> new Buyer(address(number), number < LOBBY && number % 100 == 50))
            .toList();

    @Test
    void givenTwoNodesOnRedis_whenASaleIsOver_thenItsLedgerProvesTheOrderOfAllWhoWereIn() {
        try (var redis = RedisServer.start("--appendonly", "yes");
                var nodes = Nodes.start(2, 0, folder, settings(redis.settings()))) {
            sells(nodes, () -> {});
        }
    }

    @Test
    void givenTheEmbeddedStore_whenASaleIsOver_thenItsLedgerProvesTheOrderOfAllWhoWereIn() {
        try (var nodes = Nodes.start(1, 0, folder, settings())) {
            sells(nodes, nodes.node(0)::starts);
        }
    }

    private String[] settings(String... store) {
        var sale = Stream.of(
                "gatehouse.trusted-proxies=1",
                "gatehouse.limits.enabled=true",
                "gatehouse.api-clients.desk.secret=" + RunningGatehouse.SECRET,
                "gatehouse.api-clients.desk.scopes=rooms.read,rooms.operate",
                "gatehouse.rooms.shop.passes.secret=" + ShopPass.SECRET,
                "gatehouse.rooms.shop.capacity=" + CAPACITY,
                "gatehouse.rooms.shop.most-per-network=" + MOST_PER_NETWORK,
                "gatehouse.rooms.shop.stock=" + STOCK,
                "gatehouse.rooms.shop.claim-window=30m",
                "gatehouse.rooms.shop.schedule[0].zone=UTC",
                "gatehouse.rooms.shop.schedule[0].lobby=" + lobby,
                "gatehouse.rooms.shop.schedule[0].doors=" + lobby.plusDays(1),
                "gatehouse.rooms.shop.schedule[0].draw=receipts");
        return Stream.concat(Arrays.stream(store), sale).toArray(String[]::new);
    }

    /** @param afterwards what is done once a node has been killed in the second in which the doors open */
    private void sells(Nodes nodes, Runnable afterwards) {
        var crowd = new RetryingVisitors(nodes.port());
        var desk = new SaleDesk(nodes.port());
        await().atMost(LIMIT).until(() -> desk.room().path("phase").asString().equals("LOBBY"));
        each(crowd, buyers.subList(0, LOBBY), (wire, buyer) -> buyer.comes(wire, pass(nodes.port(), buyer)));
        assertThat(desk.entrants().path("largest").path(0).asLong()).isEqualTo(LOBBY / 25);
        var leaving = IntStream.range(0, LOBBY / 250).mapToObj(number -> buyers.get(250 * number + 2));
        each(crowd, leaving.toList(), (wire, buyer) -> buyer.leaves(wire));
        each(crowd, buyers.subList(100, 200), (wire, early) -> assertThat(early.goesIn(wire))
                .isFalse());

        var doors = SaleDesk.in(4);
        desk.opensAt(lobby, doors, Optional.empty());
        await().atMost(LIMIT).pollInterval(SOON).until(() -> !SaleDesk.in(0).isBefore(doors));
        nodes.node(0).isKilled();
        afterwards.run();
        each(crowd, buyers.subList(LOBBY, LOBBY + LATE), (wire, late) -> late.comes(wire, Optional.empty()));
        await().atMost(LIMIT).until(() -> desk.draw().has("seed"));
        goIn(crowd, desk);

        assertThat(buyers.stream().filter(Buyer::isIn)).hasSize(STOCK);
        isSoldOut(crowd);
        var close = SaleDesk.in(2);
        desk.opensAt(lobby, close.minusSeconds(60), Optional.of(close));
        // Who is still in line is told so; their places end when a node has looked on for longer than this
        // one has been there.
        await("the sale has ended")
                .atMost(LIMIT)
                .until(() -> desk.room().path("phase").asString().equals("ENDED"));
        assertThat(desk.room().path("slots").asLong()).isZero();
        proves(desk);
        var draws = desk.ledger()
                .lines()
                .filter(line -> line.contains("\"kind\":\"draw\""))
                .count();
        assertThat(draws).as("each step of the draw is told once").isBetween(2L, (long) MOST_DRAW_ENTRIES);
    }

    /** One of 25 in the lobby has an address of one network, all others each of their own. */
    private static String address(int number) {
        return number < LOBBY && number % 25 == 1
                ? "198.51.100." + (number / 25 + 1)
                : "11." + (number >> 8) + "." + (number & 255) + ".1";
    }

    private static Optional<String> pass(int port, Buyer buyer) {
        var claims = new JWTClaimsSet.Builder()
                .audience("http://localhost:" + port)
                .claim("room", "shop")
                .claim("exempt", true)
                .jwtID(UUID.randomUUID().toString())
                .expirationTime(Date.from(SaleDesk.in(3_600)));
        return Optional.of(claims)
                .filter(pass -> buyer.hasPass())
                .map(pass -> ShopPass.link("shop", ShopPass.of(pass)));
    }

    /** Who has a pass asks for the place, as an open page does; all others go by the number on the board. */
    private void goIn(RetryingVisitors crowd, SaleDesk desk) {
        each(crowd, buyers.stream().filter(Buyer::hasPass).toList(), (wire, buyer) -> {
            assertThat(buyer.looks(wire).path("stage").asString()).isEqualTo("TURN");
            goesIn(wire, buyer);
        });
        var numbers = numbers(desk.draw());
        await("sold out").atMost(LIMIT).until(() -> {
            var board = desk.board();
            var serving = board.path("serving").asLong();
            var called = buyers.stream()
                    .filter(buyer -> !buyer.isIn() && !buyer.hasLeft())
                    .filter(buyer -> numbers.applyAsLong(buyer.position()) <= serving);
            each(crowd, called.toList(), SaleTest::goesIn);
            return board.path("stock").asString("").equals("SOLD_OUT");
        });
    }

    private static void goesIn(Wire wire, Buyer buyer) {
        if (buyer.goesIn(wire)) {
            buyer.buys(wire);
        }
    }

    /** As which one each position is called, worked out from what is published. */
    private static LongUnaryOperator numbers(JsonNode draw) {
        var behind = RankedBehind.parse(draw.path("behind").asString());
        assertThat(behind.entries()).hasSize(LOBBY / 25 - MOST_PER_NETWORK);
        var order = new Seed(draw.path("seed").asString())
                .permutation(
                        new Draw("shop", draw.path("id").asString(), "receipts", MOST_PER_NETWORK),
                        draw.path("entrants").asLong(),
                        draw.path("publicValue").asString(),
                        behind);
        assertThat(order.count())
                .as("some come in the seconds before it is fixed")
                .isBetween((long) LOBBY, (long) LOBBY + LATE);
        return position -> position <= order.count() ? order.position(position) : position;
    }

    private static void isSoldOut(RetryingVisitors crowd) {
        try (var wire = crowd.wire().from("11.9.9.9")) {
            await().pollInSameThread()
                    .atMost(LIMIT)
                    .until(
                            () -> wire.gets("/rooms/shop/enter", ""),
                            newcomer ->
                                    newcomer.status() == 503 && newcomer.body().contains("<h1>Sold out</h1>"));
        }
    }

    /** Until a node has written whom the dead one had called, and every ending is told. */
    private void proves(SaleDesk desk) {
        await("the ledger tells of all").atMost(LIMIT).untilAsserted(() -> {
            var out = new ByteArrayOutputStream();
            var visitors = buyers.stream()
                    .map(buyer -> buyer.receipt().isEmpty() ? "1/" + buyer.position() : buyer.receipt())
                    .toList();
            var arguments = new String[] {
                "verify-ledger",
                Files.writeString(folder.resolve("ledger.jsonl"), desk.ledger()).toString(),
                Files.writeString(folder.resolve("jwks.json"), desk.keys()).toString(),
                "--receipts=" + Files.write(folder.resolve("receipts.txt"), visitors)
            };
            assertThat(VerifyLedgerCommand.run(arguments, new PrintStream(out, true, UTF_8)))
                    .as(out.toString(UTF_8))
                    .isZero();
            isProven(out.toString(UTF_8));
        });
    }

    private void isProven(String says) {
        assertThat(says)
                .containsPattern("(\\d+) of \\1 receipts of the draw \\S+: these are all, and its hash binds them")
                .contains("the ledger is whole and in order");
        var called = CALLED.matcher(says).results().toList();
        var positions = called.stream().map(SaleTest::position).collect(Collectors.toSet());
        var left = buyers.stream().filter(Buyer::hasLeft).map(Buyer::position).toList();
        positions.removeAll(left);
        assertThat(positions)
                .as("who was called by the ledger, and nobody else, was in")
                .isEqualTo(
                        buyers.stream().filter(Buyer::isIn).map(Buyer::position).collect(Collectors.toSet()));
        var inTurn = called.stream()
                .filter(line -> line.group(3).equals("as"))
                .map(line -> Long.valueOf(line.group(4)))
                .toList();
        assertThat(inTurn).isSorted().doesNotHaveDuplicates();
        System.out.println(called.size() + " called, " + inTurn.size() + " of them in turn, the last as number "
                + inTurn.get(inTurn.size() - 1) + "; "
                + says.lines().skip(LOBBY + LATE + 1).toList());
    }

    private static long position(MatchResult line) {
        return Long.parseLong(line.group(1) == null ? line.group(2) : line.group(1));
    }

    /** Each of them does it, many side by side. */
    private static void each(RetryingVisitors crowd, List<Buyer> who, BiConsumer<Wire, Buyer> what) {
        var next = new AtomicInteger();
        crowd.sends(CLIENTS, wire -> {
            for (var number = next.getAndIncrement(); number < who.size(); number = next.getAndIncrement()) {
                what.accept(wire, who.get(number));
            }
        });
    }
}
