package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.lane.Lanes;
import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.promise.Promises;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Line;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomStore;
import io.gatehouse.secret.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A room's evening as its ledger tells it afterwards, and what is found when somebody has changed that. */
class LedgerTest {

    private static final String SECRET = "nightly-secret-of-some-length";
    private static final String ROOM = "/panel/api/rooms/shop";

    @SuppressWarnings("NullAway.Init") // written before all
    private static List<String> ledger;

    @SuppressWarnings("NullAway.Init")
    private static String keys;

    @TempDir
    private Path folder;

    private String printed = "";

    /**
     * Eight come, two leave, three are let in, one is called by a node that dies, one need not wait, the
     * settings are changed, the last is called, and a new opening begins.
     */
    @BeforeAll
    static void anEveningPasses() {
        try (var gatehouse = RunningGatehouse.start(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.api-clients.nightly.secret=" + SECRET,
                "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write")) {
            var browsers = Stream.generate(gatehouse::browser).limit(8).toList();
            browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
            leaves(browsers.get(1));
            gatehouse.tick();
            asks(gatehouse, "POST", ROOM + "/let-in", "{\"count\":3}");
            leaves(browsers.get(5));
            callsAndDies(gatehouse);
            gatehouse.tick();
            gatehouse.elapse(Duration.ofSeconds(10));
            gatehouse.elapse(Duration.ofHours(1));
            gatehouse
                    .room("shop")
                    .exempt(gatehouse.room("shop").at(Position.of(7)).orElseThrow());
            gatehouse.tick();
            asks(gatehouse, "PATCH", ROOM, "{\"capacity\":500,\"rate\":\"200/1m\"}");
            gatehouse.tick();
            gatehouse.pass(Duration.ofMinutes(2));
            asks(gatehouse, "POST", ROOM + "/openings", "{\"after\":1}");
            gatehouse.tick();
            ledger = asks(gatehouse, "GET", ROOM + "/ledger", "").body().lines().toList();
            keys = asks(gatehouse, "GET", "/.well-known/jwks.json", "").body();
        }
    }

    @Test
    void givenAnEvening_whenItsLedgerIsRead_thenItTellsWhatWasDoneAndWhoWasCalled() {
        var entries = ledger.stream().skip(1).map(JsonMapper.shared()::readTree).toList();

        assertThat(of(entries, "act")
                        .map(data -> data.path("who").asString() + " "
                                + data.path("what").asString()))
                .containsExactly(
                        "API client nightly let in 3 by hand",
                        "API client nightly settings rate none -> 200/1m, capacity none -> 500",
                        "API client nightly opening 1 -> 2");
        assertThat(of(entries, "called").map(JsonNode::toString))
                .containsExactly(
                        "{\"byHand\":3,\"from\":1,\"opening\":1,\"passed\":[[2,2]],\"returning\":0,\"to\":4,\"why\":\"BY_HAND\"}",
                        "{\"byHand\":0,\"from\":6,\"opening\":1,\"outOfTurn\":[[7,7]],\"passed\":[],\"returning\":0,\"to\":5,"
                                + "\"why\":\"OUT_OF_TURN\"}",
                        "{\"byHand\":0,\"from\":6,\"opening\":1,\"passed\":[[6,7]],\"returning\":0,\"to\":8,\"why\":\"RATE\"}");
        assertThat(of(entries, "unwritten").map(JsonNode::toString))
                .containsExactly("{\"from\":5,\"opening\":1,\"to\":5}");
        assertThat(of(entries, "settings").map(data -> data.path("rate").asString("")))
                .containsExactly("", "200/1m");
        assertThat(of(entries, "opening").map(data -> data.path("opening").asLong()))
                .containsExactly(2L);
        assertThat(of(entries, "checkpoint")).hasSize(2);
        Promises.kept("ledger", entries, entry -> entry.path("kind").asString());
    }

    private static Stream<JsonNode> of(List<JsonNode> entries, String kind) {
        return entries.stream()
                .filter(entry -> entry.path("kind").asString().equals(kind))
                .map(entry -> entry.path("data"));
    }

    @Test
    void givenTheLedgerAsItWasExported_whenItIsVerified_thenItIsWhole() {
        assertThat(verify(ledger, keys)).as(printed).isZero();

        assertThat(printed)
                .contains("the ledger is whole and in order", "which is among the given keys")
                .contains(
                        "opening 1: called up to position 8, 3 of them passed over since they were not in line any more"
                                + " (of 0 without a recorded reason), 1 called by a node that did not write it");
    }

    @Test
    void givenTheKeysOfAnotherInstallation_whenItIsVerified_thenItIsNotBelieved() {
        assertThat(verify(ledger, "{\"keys\":[]}")).isOne();

        assertThat(printed).contains("which is not among the given keys");
    }

    @Test
    void givenAnyEntry_whenAByteOfItIsChangedOrItIsRemoved_thenItIsFound() {
        for (var line = 0; line < ledger.size(); line++) {
            var number = line;
            assertThat(verify(changed(lines -> replaced(lines, number)), keys))
                    .as("changed " + line)
                    .isOne();
            assertThat(verify(changed(lines -> removed(lines, number)), keys))
                    .as("removed " + line)
                    .isOne();
        }
    }

    @Test
    void givenTwoEntries_whenTheyAreSwapped_thenItIsFound() {
        assertThat(verify(
                        changed(lines -> {
                            Collections.swap(lines, 3, 4);
                            return lines;
                        }),
                        keys))
                .isOne();

        assertThat(printed).contains("line 4: entry 4 follows entry 2");
    }

    @Test
    void givenAnExport_whenItsEndIsCut_thenItIsFound() {
        assertThat(verify(ledger.subList(0, ledger.size() - 2), keys)).isOne();

        assertThat(printed).contains("entry " + (ledger.size() - 1) + " was signed as the last one");
    }

    /** The chain can be made anew by whoever has the store; the keys they have not. */
    @Test
    void givenALedgerThatWasWrittenAnewWithoutACall_whenItIsVerified_thenThePositionsAreFoundThatItSkips() {
        var anew = new ArrayList<>(ledger.subList(0, 1));
        var previous = "0".repeat(64);
        for (var line : ledger.subList(1, ledger.size())) {
            var entry = LedgerEntry.parse(line);
            if (!line.contains("\"from\":1,\"opening\"")) {
                var next = new LedgerEntry(anew.size(), previous, entry.at(), entry.kind(), entry.data()).line();
                previous = HexFormat.of().formatHex(Digests.sha256(next.getBytes(UTF_8)));
                anew.add(next);
            }
        }

        assertThat(verify(anew, keys)).isOne();

        assertThat(printed)
                .contains("the checkpoint was signed for another entry", "was signed as the last one")
                .contains("opening 1: positions 1 to 4 were passed over, and no entry says why");
    }

    private static List<String> changed(UnaryOperator<List<String>> change) {
        return change.apply(new ArrayList<>(ledger));
    }

    private static List<String> replaced(List<String> lines, int number) {
        var line = lines.get(number);
        var at = line.length() / 2;
        lines.set(number, line.substring(0, at) + (line.charAt(at) == '1' ? '2' : '1') + line.substring(at + 1));
        return lines;
    }

    private static List<String> removed(List<String> lines, int number) {
        lines.remove(number);
        return lines;
    }

    private int verify(List<String> lines, String jwks) {
        var out = new ByteArrayOutputStream();
        try {
            var file = Files.write(folder.resolve("ledger.jsonl"), lines);
            var trusted = Files.writeString(folder.resolve("jwks.json"), jwks);
            var arguments = new String[] {"verify-ledger", file.toString(), trusted.toString()};
            return VerifyLedgerCommand.run(arguments, new PrintStream(out, true, UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            printed = out.toString(UTF_8);
        }
    }

    /** As another node would, of which nothing is heard afterwards. */
    private static void callsAndDies(RunningGatehouse gatehouse) {
        var room = gatehouse.room("shop").configuration();
        var line = new Line(gatehouse.bean(RoomStore.class), room.id(), room.terms(), Lanes.NONE);
        var now = gatehouse.clock().instant();
        assertThat(line.serve(line.snapshot(now), new Advance(1, 0, now), false, now)
                        .orElseThrow())
                .hasSize(1);
    }

    private static void leaves(Browser browser) {
        browser.submits("/rooms/shop/leave", Map.of());
    }

    private static HttpResponse<String> asks(RunningGatehouse gatehouse, String method, String path, String body) {
        var address = URI.create(gatehouse.issuer() + path);
        var request = HttpRequest.newBuilder(address)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .header("Authorization", "Bearer " + token(gatehouse))
                .build();
        try {
            var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    private static String token(RunningGatehouse gatehouse) {
        return Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
                .text("access_token");
    }
}
