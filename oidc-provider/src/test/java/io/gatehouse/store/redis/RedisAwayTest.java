package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.Act;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Lines;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A Redis that is gone, full, frozen, or not the master any more, and that comes back. */
class RedisAwayTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("shop");
    private final RedisServer server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    private final Clients clients = Clients.of(server);
    private final Clients quick = Clients.impatient(server);
    private final Lines store = new Lines(new RedisRoomStore(clients.link()));
    private final Lines impatient = new Lines(new RedisRoomStore(quick.link()));
    private final PlaceId first = new PlaceId(UUID.randomUUID());

    @AfterEach
    void stop() {
        quick.close();
        clients.close();
        server.close();
    }

    @Test
    void givenRedisIsKilled_whenItComesBack_thenTheLineGoesOn() {
        Awaited.until(() -> join(impatient, first));

        server.isKilled();

        assertThatThrownBy(() -> join(impatient, anyone())).isInstanceOf(StoreUnavailableException.class);
        server.starts();
        await().atMost(SOON).until(() -> answers(impatient));
        assertThat(join(impatient, anyone()).place().number()).isEqualTo(2);
    }

    @Test
    void givenRedisIsFrozen_whenAsked_thenTheTimeIsLimitedAndItRecoversByItself() {
        Awaited.until(() -> join(impatient, first));

        server.freezes();

        assertThatThrownBy(() -> join(impatient, anyone())).isInstanceOf(StoreTimeoutException.class);
        server.thaws();
        await().atMost(SOON).until(() -> answers(impatient));
    }

    @Test
    void givenRedisIsFullAndMayNotEvict_whenAVisitorJoins_thenTheyHaveNoPlaceUntilThereIsRoom() {
        join(first);

        server.say("CONFIG", "SET", "maxmemory", "1");

        assertThatThrownBy(() -> join(anyone()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("OOM");
        server.say("CONFIG", "SET", "maxmemory", "0");
        assertThat(join(anyone()).place().number()).isEqualTo(2);
    }

    @Test
    void givenRedisHasBecomeAReplica_whenAsked_thenNobodyJoinsUntilItIsTheMasterAgain() {
        join(first);

        try (var other = RedisServer.start()) {
            server.say("REPLICAOF", "127.0.0.1", String.valueOf(other.port()));

            assertThatThrownBy(() -> join(anyone()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("READONLY");
            server.say("REPLICAOF", "NO", "ONE");
        }
        await().atMost(SOON).until(() -> answers(store));
    }

    /** As behind a name that leads to the new master: connections that are open still lead to the old one. */
    @Test
    void givenAnotherMasterAtTheSameAddress_whenAJoinIsRefused_thenTheNextOnesGoThere() {
        join(first);
        try (var other = RedisServer.follow(server)) {
            other.say("REPLICAOF", "NO", "ONE");
            server.say("REPLICAOF", "127.0.0.1", "1"); // of nobody: while it copied a master it would not answer
            var address = String.valueOf(server.port());
            assertThat(server.say("CONFIG", "SET", "port", String.valueOf(FreePorts.next())))
                    .isEqualTo("OK");
            assertThat(other.say("CONFIG", "SET", "port", address)).isEqualTo("OK");

            assertThatThrownBy(() -> join(anyone())).hasMessageContaining("READONLY");

            var newcomer = anyone();
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                    .until(() -> join(newcomer).place().number() == 2);
        }
    }

    @Test
    void givenTooFewReplicas_whenRedisDemandsThem_thenNobodyIsToldOfAPlace() {
        server.say("CONFIG", "SET", "min-replicas-to-write", "1");

        assertThatThrownBy(() -> join(first))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("NOREPLICAS");
        server.say("CONFIG", "SET", "min-replicas-to-write", "0");
        assertThat(join(first).place().number()).isEqualTo(1);
    }

    @Test
    void givenRedisHasForgottenTheScripts_whenAsked_thenTheyAreSentAnew() {
        join(first);

        server.say("SCRIPT", "FLUSH");

        assertThat(join(first).place().number()).isEqualTo(1);
    }

    @Test
    void givenAFaultOfOurs_whenAsked_thenItIsNotTakenForAnOutage() {
        server.say("SET", "gatehouse:{shop}:line", "not a hash");

        assertThatThrownBy(() -> join(first))
                .isNotInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("WRONGTYPE");
        server.say("DEL", "gatehouse:{shop}:line");
    }

    @Test
    void givenMoreStagesEndThanOneScriptMayEnd_whenAPlaceIsLookedFor_thenItIsUpToDateAndTheRestFollows() {
        for (int i = 0; i < 1_200; i++) {
            var place = join(anyone()).place();
            store.apply(room, place.id(), Act.LEAVE, TERMS, clock.instant());
            clock.advance(Duration.ofMillis(1));
        }
        var last = join(first).place();
        store.apply(room, last.id(), Act.LEAVE, TERMS, clock.instant());

        clock.advance(Duration.ofDays(1));
        var found = store.find(room, first, clock.instant());

        assertThat(found).isEmpty();
        assertThat(store.store().look(room, clock.instant()).due()).hasSize(500);
        store.snapshot(room, clock.instant());
        assertThat(server.say("HLEN", "gatehouse:{shop}:places")).isEqualTo("0");
    }

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));

    private boolean answers(Lines asked) {
        try {
            return join(asked, first).place().number() == 1;
        } catch (StoreUnavailableException notYet) {
            return false;
        }
    }

    private Joined join(PlaceId place) {
        return join(store, place);
    }

    private Joined join(Lines asked, PlaceId place) {
        return asked.join(room, place, clock.instant());
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }
}
