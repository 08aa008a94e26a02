package io.gatehouse.store.redis;

import io.gatehouse.room.RandomVisits;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Everything that holds on one server holds on three masters with replicas. */
class RedisClusterTest {

    private static final int STEPS = 500;

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static Clients clients;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
        clients = Clients.of(cluster);
    }

    @AfterAll
    static void stop() {
        clients.close();
        cluster.close();
    }

    @Test
    void givenACluster_whenAVisitorComes_thenTheyWaitAndGetIn() {
        RedisStory.isTold(cluster.settings());
    }

    @Test
    void givenRandomVisits_whenPlayedToTheClusterAndTheLine_thenAllAnswersAreEqual() {
        cluster.forgets();
        var visits = new RandomVisits(new Random().nextInt(1_000_000), new RedisRoomStore(clients.link()));

        visits.play(STEPS);

        visits.compareAll();
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
