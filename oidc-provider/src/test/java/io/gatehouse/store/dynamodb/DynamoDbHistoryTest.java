package io.gatehouse.store.dynamodb;

import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Six nodes on one table. In every other round some answers are lost: what was asked has happened, or not. */
class DynamoDbHistoryTest extends HistoryContract {

    private static final int LOST_OF = 25;

    private volatile boolean isFaulty;

    private final List<RoomStore> nodes = Stream.generate(() -> LocalTable.rooms(LocalTable.heardBy(new Loses())))
            .limit(6)
            .toList();

    @Override
    protected RoomStore node(int number) {
        return nodes.get(number);
    }

    @Override
    protected int rounds() {
        return 20;
    }

    @Override
    protected boolean mayLeaveHoles() {
        return true;
    }

    @Override
    protected void fault(int round) {
        isFaulty = round % 2 == 0;
    }

    private final class Loses implements ExecutionInterceptor {

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            losesSome();
        }

        @Override
        public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
            losesSome();
        }

        private void losesSome() {
            if (isFaulty && ThreadLocalRandom.current().nextInt(LOST_OF) == 0) {
                throw SdkClientException.create("lost");
            }
        }
    }
}
