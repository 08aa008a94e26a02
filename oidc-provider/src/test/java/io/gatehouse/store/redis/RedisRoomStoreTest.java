package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Lines;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.room.Stage;
import io.gatehouse.store.KeptPlace;
import io.gatehouse.store.LaterReleaseContract;
import io.gatehouse.store.PlacesAsKept;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisRoomStoreTest extends RoomStoreContract implements LaterReleaseContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static Clients clients;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        clients = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        clients.close();
        server.close();
    }

    @Override
    public RoomStore store() {
        return new RedisRoomStore(clients.link());
    }

    @Test
    void givenRedisIsBusy_whenACrowdJoins_thenOneScriptServesAllWhoCameMeanwhile() throws InterruptedException {
        var now = Instant.parse("2026-11-21T20:00:00Z");
        var room = new RoomId("crowd-" + UUID.randomUUID());
        var store = store();
        store.join(room, new PlaceId(UUID.randomUUID()), now);
        var before = scripts();
        server.freezes();
        var crowd = Stream.generate(() -> new Thread(() -> store.join(room, new PlaceId(UUID.randomUUID()), now)))
                .limit(30)
                .toList();
        crowd.forEach(Thread::start);
        await().until(() -> crowd.stream().allMatch(one -> one.getState() == Thread.State.TIMED_WAITING));

        server.thaws();

        for (var one : crowd) {
            one.join();
        }
        assertThat(scripts() - before).as("for the first, and for all others").isEqualTo(2);
        assertThat(store.look(room, now).snapshot().issued()).isEqualTo(31);
    }

    /** Scripts compare texts, so a place of an earlier release must also be written as it was. */
    @Test
    void givenPlacesOfAnEarlierRelease_whenTheyAreRead_thenTheyAreTheSameAndAreWrittenTheSame() {
        var kept =
                """
                1,1795000000123,W
                2,1795000000123,W,1795003600579
                3,1795000000123,T,1795007200579,e,,,,1.Aa0_-zZ9
                4,1795000000123,T,1795010800579,eeeeeeeeeer,,,,20.
                5,1795000000123,L,1795014400579
                6,1795000000123,R,1795018000579,eer
                7,1795000000123,R
                8,1795000000123,A,1795021600579,,1795000060123,1795000090123
                9,1795000000123,A,1795025200579,eeerak,1795000060123,1795000090123,Aa0_-zZ9.BBBBbbbb,2.Aa0_-zZ9
                10,1795000000123,O,1795028800579,ak,1795000060123,1795000090123,Aa0_-zZ9.BBBBbbbb
                11,1795000000123,C,1795032400579,ak,1795000060123,1795000090123,Aa0_-zZ9.BBBBbbbb
                12,1795000000123,B,1795036000579,,1795000060123,1795000090123
                13,1795000000123,E,1795039600579,r
                14,1795000000123,X,1795043200579,,,,,1.Aa0_-zZ9
                """
                        .lines()
                        .toList();
        var places = PlacesAsKept.all();

        for (int i = 0; i < places.size(); i++) {
            var place = places.get(i);
            assertThat(RoomRecords.place(place.id(), RoomRecords.bytes(kept.get(i)), RoomRecords.bytes(3)))
                    .isEqualTo(place);
            assertThat(KeptPlace.text(place)).isEqualTo(kept.get(i));
        }
    }

    /** Scripts have the list from Counters: a field that is added there, and that an opening resets, is in it. */
    @Test
    void givenTheCountersOfARoom_whenAnOpeningBegins_thenAllIsResetButVersionPaceAndSettings() {
        assertThat(RoomRecords.PRELUDE.lines())
                .containsExactly(
                        "local SEEN = { 'version', 'opening', 'issued', 'serving', 'noShows', 'completed', 'abandoned',"
                                + " 'expired', 'letIn', 'paced', 'changed', 'lanes', 'showUp', 'waiting', 'returning',"
                                + " 'turns', 'ready', 'admitted', 'over' }",
                        "local function opened() return { issued = '0', serving = '0', noShows = '0', completed = '0',"
                                + " abandoned = '0', expired = '0', letIn = '0', lanes = '', showUp = '', draw = '', waiting = '0',"
                                + " returning = '0', turns = '0', ready = '0', admitted = '0', over = '0' } end");
    }

    @Override
    public void keep(RoomId room, String settings) {
        server.say("HSET", "gatehouse:{" + room + "}:line", "changed", settings);
    }

    @Override
    public String kept(RoomId room) {
        return server.say("HGET", "gatehouse:{" + room + "}:line", "changed");
    }

    /** To all of the room's: an id is no text. */
    @Override
    public void addToPlace(RoomId room, PlaceId place) {
        var script =
                """
                for _, id in ipairs(redis.call('HKEYS', KEYS[1])) do
                  local columns = {}
                  for column in string.gmatch(redis.call('HGET', KEYS[1], id) .. ',', '([^,]*),') do
                    columns[#columns + 1] = column
                  end
                  for i = #columns + 1, 10 do columns[i] = '' end
                  columns[5] = 'z' .. columns[5]
                  columns[11] = 'later'
                  redis.call('HSET', KEYS[1], id, table.concat(columns, ','))
                end
                return 'OK'
                """;
        assertThat(server.say("EVAL", script, "1", "gatehouse:{" + room + "}:places"))
                .isEqualTo("OK");
    }

    private static long scripts() {
        return server.say("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
    }

    /**
     * Whoever has left is a bit that is not set; a place that is put back behind them is, and so many before
     * it are not.
     */
    @Test
    void givenAHundredThousandInFrontWhoWaitNoMore_whenTheOneBehindThemIsCalled_thenOneCallReachesThem() {
        var now = Instant.parse("2026-11-21T20:00:00Z");
        var room = new RoomId("left-" + UUID.randomUUID());
        var lines = new Lines(store());
        var behind = new PlaceProof(new PlaceId(UUID.randomUUID()), 1, Position.of(100_001), now, 0);
        lines.restore(room, behind, now);
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));

        lines.serve(room, lines.snapshot(room, now), new Advance(1, 0, now), terms, now);

        assertThat(lines.find(room, behind.id(), now).orElseThrow().stage()).isEqualTo(Stage.TURN);
        assertThat(lines.snapshot(room, now).serving()).isEqualTo(100_001);
    }
}
