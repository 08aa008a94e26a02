package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import java.util.ArrayList;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What {@code gatehouse.redis.replicas} promises. */
class RedisReplicasTest {

    private static final RoomId SHOP = new RoomId("shop");

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer master;

    @SuppressWarnings("NullAway.Init")
    private static RedisServer replica;

    @SuppressWarnings("NullAway.Init")
    private static Clients clients;

    private final MutableClock clock = MutableClock.standing();

    @BeforeAll
    static void start() {
        master = RedisServer.start();
        replica = RedisServer.follow(master);
        clients = Clients.of(master, 1);
    }

    @AfterAll
    static void stop() {
        clients.close();
        replica.close();
        master.close();
    }

    @Test
    void givenTheReplicaHangs_whenAVisitorJoins_thenTheyAreToldNothingAndMayAskAgain() {
        try (var impatient = Clients.impatient(master, 1)) {
            var room = new Lines(new RedisRoomStore(impatient.link()));
            var visitor = new PlaceId(UUID.randomUUID());

            replica.freezes();

            assertThatThrownBy(() -> room.join(SHOP, visitor, clock.instant()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("written, but to 0 replicas, expected 1");
            replica.thaws();
            var again = Awaited.until(() -> room.join(SHOP, visitor, clock.instant()));
            assertThat(again.place().number()).isEqualTo(1);
        }
    }

    @Test
    void givenAClusterWithReplicas_whenAMasterIsKilledAmongJoins_thenNoPlaceThatWasToldIsLost() {
        try (var cluster = RedisCluster.start();
                var driver = Clients.impatient(cluster, 1);
                var later = Clients.impatient(cluster, 0)) {
            var room = new Lines(new RedisRoomStore(driver.link()));
            var told = new ArrayList<Place>();
            for (int i = 0; i < 500; i++) {
                told.add(Awaited.until(() -> join(room)));
            }

            cluster.watchesClosely();
            cluster.masterOf("{shop}").isKilled();

            // The new master has no replica: nothing is acknowledged there, but it can be looked at.
            assertThatThrownBy(() -> join(room)).isInstanceOf(StoreUnavailableException.class);
            var afterwards = new Lines(new RedisRoomStore(later.link()));
            assertThat(told).allSatisfy(place -> assertThat(
                            Awaited.until(() -> afterwards.find(SHOP, place.id(), clock.instant())))
                    .contains(place));
        }
    }

    @Test
    void givenANegativeNumber_whenTheServiceStarts_thenItIsRefused() {
        assertThatThrownBy(() -> RunningGatehouse.start(
                        "gatehouse.store=redis",
                        "spring.data.redis.url=" + master.url(),
                        "gatehouse.redis.replicas=-1"))
                .rootCause()
                .hasMessage("gatehouse.redis.replicas: must be 0 or more, was -1. Example: gatehouse.redis.replicas=1");
    }

    private Place join(Lines room) {
        return room.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant()).place();
    }

    @Nested
    class Rooms extends RoomStoreContract {

        @Override
        protected RoomStore store() {
            return new RedisRoomStore(clients.link());
        }

        /** How far one script reaches is shown on a single server. */
        @Override
        protected int crowd() {
            return 1_000;
        }
    }

    @Nested
    class Values extends ExpiringStoreContract {

        @Override
        protected ExpiringStore store() {
            return new RedisExpiringStore(clients.link());
        }
    }
}
