package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on DynamoDB, which throttles, fails and loses answers for a while. */
@Tag("faults")
class DynamoDbNodesTest {

    private static final int VISITORS = FaultSize.of(700, 2_400);
    private static final int CAPACITY = 100;

    @Test
    void givenVisitorsOnDynamoDb_whenNoRequestSucceedsForAWhile_thenNothingIsLost(@TempDir Path data) {
        try (var dynamoDb = DynamoDbLocal.start();
                var faulty = new FaultyDynamoDb(dynamoDb.endpoint().getPort());
                var nodes = Nodes.start(2, 0.01, data, Scenario.settings(settings(dynamoDb, faulty), CAPACITY))) {
            var visitors =
                    Visitors.come(nodes.port(), new Visitors.Plan(VISITORS, 40, CAPACITY, Duration.ofSeconds(4), true));

            visitors.untilJoined(VISITORS / 4);
            faulty.beginsToFail();
            Scenario.lasts(FaultSize.of(Duration.ofSeconds(12), Duration.ofSeconds(30)));
            faulty.recovers();
            visitors.untilJoined(VISITORS);
            visitors.untilAdmitted(VISITORS / 4);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults() + "; " + faulty.spoilt() + " spoilt");
            visitors.areAllStillThere();
            assertThat(visitors.refused()).as("a calm page, and no error").isSubsetOf(502, 503, 504);
        }
    }

    private static String[] settings(DynamoDbLocal dynamoDb, FaultyDynamoDb faulty) {
        var address = dynamoDb.endpoint().toString();
        return Arrays.stream(dynamoDb.settings("dynamodb", "gatehouse"))
                .map(setting -> setting.replace(address, "http://localhost:" + faulty.port()))
                .toArray(String[]::new);
    }
}
