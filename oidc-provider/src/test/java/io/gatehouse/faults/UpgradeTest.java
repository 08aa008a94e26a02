package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Login;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.TestProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An installation goes from the version before to this one, and back: node by node, while visitors come and
 * go and others log in. With two nodes each step but the middle one has both versions side by side, and the
 * balancer sends the requests of one visitor to both in turn.
 *
 * <p>The version before is a jar of its own, which {@code .ci/earlier} builds from the history, once. For
 * that, {@code .ci/release upgrade} runs this, and {@code .ci/run} leaves it out.
 */
@Tag("faults")
@Tag("upgrade")
class UpgradeTest {

    private static final int CAPACITY = 50;
    private static final int JOINS = FaultSize.of(20, 400);
    private static final int LOGINS = FaultSize.of(3, 50);

    @SuppressWarnings("NullAway.Init") // built before all
    private static Path earlier;

    @BeforeAll
    static void build() {
        earlier = Path.of(TestProcess.run(new ProcessBuilder("../.ci/earlier")).strip());
    }

    @Test
    void givenOneNodeUnderLoad_whenItIsUpgradedAndGoesBack_thenNothingIsLost(@TempDir Path data) throws Exception {
        upgradeAndGoBack(1, data);
    }

    @Test
    void givenNodesOnRedisUnderLoad_whenTheyAreUpgradedAndGoBack_thenNothingIsLost(@TempDir Path data)
            throws Exception {
        try (var redis = RedisServer.start()) {
            upgradeAndGoBack(2, data, redis.settings());
        }
    }

    @Test
    void givenNodesOnDynamoDbUnderLoad_whenTheyAreUpgradedAndGoBack_thenNothingIsLost(@TempDir Path data)
            throws Exception {
        try (var dynamoDb = DynamoDbLocal.start()) {
            upgradeAndGoBack(2, data, dynamoDb.settings("dynamodb", "gatehouse"));
        }
    }

    @Test
    void givenNodesOnBothUnderLoad_whenTheyAreUpgradedAndGoBack_thenNothingIsLost(@TempDir Path data) throws Exception {
        try (var redis = RedisServer.start();
                var dynamoDb = DynamoDbLocal.start()) {
            var settings = Stream.concat(
                    Stream.of(dynamoDb.settings("redis+dynamodb", "gatehouse")),
                    Stream.of("spring.data.redis.url=" + redis.url()));
            upgradeAndGoBack(2, data, settings.toArray(String[]::new));
        }
    }

    private static void upgradeAndGoBack(int many, Path data, String... store) throws Exception {
        Consumer<GatehouseProcess> startsEarlier = node -> node.startsFrom(earlier);
        try (var nodes = Nodes.startFrom(
                earlier, many, data, Scenario.settings(store, CAPACITY, PassingLogins.settings(1_000)))) {
            var visitors =
                    Visitors.come(nodes.port(), new Visitors.Plan(30_000, 10, CAPACITY, Duration.ofSeconds(1), true));
            var logins = PassingLogins.begin(nodes.port());

            live(visitors, logins);
            for (var starts : List.<Consumer<GatehouseProcess>>of(GatehouseProcess::starts, startsEarlier)) {
                for (var node : nodes.all()) {
                    nodes.replaces(node, starts);
                    live(visitors, logins);
                }
                for (var node : nodes.all()) {
                    areGood(logins.tokens(), "http://localhost:" + node.port());
                }
            }

            logins.end();
            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults() + "; " + logins);
            visitors.areAllStillThere();
            if (many > 1) {
                assertThat(visitors.unanswered()).isZero();
                assertThat(visitors.refused()).as("but for a slow moment").isSubsetOf(503, 504);
            }
        }
    }

    private static void live(Visitors visitors, PassingLogins logins) {
        visitors.untilJoined(visitors.joined() + JOINS);
        logins.untilThereAre(logins.tokens().size() + LOGINS);
    }

    /** Each ID token is signed by a key that this node publishes, and each access token is good there. */
    private static void areGood(List<Login.Answer> tokens, String node) throws Exception {
        var keys = JWKSet.parse(Login.get(node + "/.well-known/jwks.json", "").body());
        for (var answer : tokens) {
            var signed = SignedJWT.parse(answer.text("id_token"));
            var key = ((AsymmetricJWK) keys.getKeyByKeyId(signed.getHeader().getKeyID())).toPublicKey();
            assertThat(signed.verify(new DefaultJWSVerifierFactory().createJWSVerifier(signed.getHeader(), key)))
                    .isTrue();
            assertThat(Login.get(node + "/userinfo", "Bearer " + answer.text("access_token"))
                            .status())
                    .isEqualTo(200);
        }
    }
}
