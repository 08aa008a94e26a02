package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.cloud.Deployment.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every template must say so that the load balancer and Gatehouse, which it sets up, understand each other. */
abstract class DeploymentContract {

    private static final Path STORE = Path.of("../oidc-provider/src/main/java/io/gatehouse/store/dynamodb")
            .toAbsolutePath();
    private static final JsonMapper JSON = new JsonMapper();

    /** The deployment with this one value put in for how long an admission lasts, in seconds. */
    protected abstract Deployment deployment(int admissionTtl) throws Exception;

    @Test
    void givenAnAdmissionsLength_whenItIsChangedInItsOnePlace_thenRoomAndEveryLoginLastAsLong() throws Exception {
        for (int seconds : List.of(3600, 5400)) {
            Deployment deployment = deployment(seconds);

            assertThat(admissionTtl(deployment)).isEqualTo(seconds + "s");
            assertThat(deployment.logins()).isNotEmpty();
            assertThat(deployment.logins()).extracting("SessionTimeout").containsOnly(String.valueOf(seconds));
        }
    }

    @Test
    void givenTheOutputs_whenRulesOfOnesOwnAreMade_thenEachFieldOfALoginIsThere() throws Exception {
        Deployment deployment = deployment(5400);
        if (deployment.outputs().isEmpty()) {
            return; // Kubernetes prints nothing; its rules stand in the manifests
        }
        Map<String, String> login = new HashMap<>(deployment.rule("/").login().orElseThrow());
        login.remove("ClientSecret");

        assertThat(login).hasSize(9);
        assertThat(deployment.outputs())
                .containsAllEntriesOf(login)
                .containsKeys("ClientSecretArn", "ShopTargetGroup", "Network", "PrivateSubnets", "SiteGroup");
        assertThat(JSON.readTree(deployment.outputs().getOrDefault("AuthenticationRequestExtraParams", "")))
                .isEqualTo(JSON.valueToTree(deployment.rules().stream()
                        .filter(rule -> !rule.extra().isEmpty())
                        .collect(Collectors.toMap(rule -> rule.paths().get(0), Rule::extra))));
    }

    /** One start shows both: a login; and that an address which signs in wrongly too often is slowed down, alone. */
    @Test
    void givenItsSettings_whenGatehouseRunsOnThem_thenTheLoadBalancersFieldsLogAVisitorInAndAddressesAreToldApart(
            @TempDir Path folder) throws Exception {
        Deployment deployment = deployment(3600);
        try (SettledGatehouse gatehouse = SettledGatehouse.start(folder, deployment)) {
            logAVisitorIn(deployment, gatehouse);
            areToldApart(gatehouse);
        }
    }

    private static void logAVisitorIn(Deployment deployment, SettledGatehouse gatehouse) throws Exception {
        JsonNode discovery = gatehouse.discovery();
        for (Map<String, String> login : deployment.logins()) {
            assertThat(login)
                    .containsEntry("Issuer", discovery.path("issuer").asString())
                    .containsEntry(
                            "AuthorizationEndpoint",
                            discovery.path("authorization_endpoint").asString())
                    .containsEntry(
                            "TokenEndpoint", discovery.path("token_endpoint").asString())
                    .containsEntry(
                            "UserInfoEndpoint",
                            discovery.path("userinfo_endpoint").asString())
                    .containsEntry("SessionCookieName", "AWSELBAuthSessionCookie");
            assertThat(discovery.path("scopes_supported").toString())
                    .contains(Stream.of(login.getOrDefault("Scope", "").split(" ", -1))
                            .map(scope -> "\"" + scope + "\"")
                            .toList());
        }

        Map<String, String> login = deployment.rule("/").login().orElseThrow();
        JsonNode claims = gatehouse.logsIn(login, "https://shop.example/oauth2/idpresponse");

        assertThat(claims.path("room").asString()).isEqualTo("shop");
        assertThat(claims.path("expires_at").asLong()
                        - claims.path("admitted_at").asLong())
                .isEqualTo(3600);
    }

    private static void areToldApart(SettledGatehouse gatehouse) throws Exception {
        for (int time = 0; time < 5; time++) {
            assertThat(gatehouse.signsInWrongly("198.51.100." + time + ", 192.0.2.1"))
                    .isNotEqualTo(429);
        }

        // One every few seconds is looked at all the same.
        int slow = gatehouse.signsInWrongly("192.0.2.1");
        int next = gatehouse.signsInWrongly("192.0.2.1");
        assertThat(List.of(slow, next)).contains(429);
        assertThat(gatehouse.signsInWrongly("192.0.2.2")).isNotEqualTo(429);
    }

    @Test
    void givenTheRules_whenPathsAreAskedFor_thenOnlyPagesLeadIntoTheWaitingRoom() throws Exception {
        Deployment deployment = deployment(3600);

        assertThat(Stream.of("/health", "/favicon.ico", "/assets/shop.css", "/goodbye", "/logout")
                        .map(deployment::rule))
                .allSatisfy(rule -> assertThat(rule.login()).isEmpty());
        assertThat(deployment.rule("/api/cart").login().orElseThrow())
                .containsEntry("OnUnauthenticatedRequest", "deny");
        assertThat(Stream.of("/", "/goods/lantern", "/goods/anything").map(deployment::rule))
                .allSatisfy(rule -> assertThat(rule.login().orElseThrow())
                        .containsEntry("OnUnauthenticatedRequest", "authenticate"));
        assertThat(deployment.rules()).allSatisfy(rule -> assertThat(rule.paths())
                .as("an ALB takes five conditions a rule")
                .hasSizeLessThanOrEqualTo(5));
    }

    @Test
    void givenLandingPages_whenTheirRulesAreRead_thenEachNamesAnEntryOfTheSiteByLettersAndDigits() throws Exception {
        Deployment deployment = deployment(3600);
        JsonNode site = settings(deployment).at("/gatehouse/sites/shop");
        Set<String> keys = new HashSet<>();

        for (Rule rule : deployment.rules()) {
            rule.extra().forEach((name, key) -> {
                assertThat(name).isEqualTo("entry");
                assertThat(key).matches("[a-zA-Z0-9]+");
                assertThat(site.path("entries").path(key).asString())
                        .isEqualTo("https://shop.example" + rule.paths().get(0));
                keys.add(key);
            });
        }

        assertThat(site.path("entries").propertyNames()).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(site.path("preset").asString()).isEqualTo("alb");
        assertThat(deployment
                        .rule(Pattern.compile("https://[^/]+")
                                .matcher(site.path("entry").asString())
                                .replaceFirst(""))
                        .login())
                .as("the entry is protected")
                .isPresent();
    }

    @Test
    void givenSettingsOfSpring_whenTheyAreLookedUp_thenSpringKnowsThem() throws Exception {
        Set<String> known = SettledGatehouse.springSettings();
        Set<String> inEnvironment = known.stream()
                .map(name -> name.replace("-", "").replace('.', '_').toUpperCase(java.util.Locale.ROOT))
                .collect(Collectors.toSet());
        Deployment deployment = deployment(3600);

        assertThat(names(settings(deployment), "").filter(name -> !name.startsWith("gatehouse.")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(known).contains(name));
        assertThat(Stream.concat(deployment.environment().keySet().stream(), deployment.secrets().keySet().stream())
                        .filter(name -> name.startsWith("SPRING_") && !name.equals("SPRING_APPLICATION_JSON")))
                .isSubsetOf(inEnvironment);
    }

    @Test
    void givenTheStoresCalls_whenTheNodesRightsAreRead_thenTheyAreTheSame() throws Exception {
        Deployment deployment = deployment(3600);
        if (!deployment.actions().isEmpty()) {
            assertThat(deployment.actions()).containsExactlyInAnyOrderElementsOf(calls());
        }
    }

    /** What the store asks of DynamoDB, without what it needs for creating the table. */
    private static Set<String> calls() throws IOException {
        Set<String> calls = new TreeSet<>();
        try (Stream<Path> sources = Files.list(STORE)) {
            for (Path source : sources.toList()) {
                Pattern.compile("client\\s*\\.(\\w+)\\(|TransactWriteItem\\.builder\\(\\)\\s*\\.(\\w+)\\(")
                        .matcher(Files.readString(source))
                        .results()
                        .map(call -> call.group(1) == null ? call.group(2) + "Item" : call.group(1))
                        .map(call -> "dynamodb:" + call.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                                + call.substring(1))
                        .forEach(calls::add);
            }
        }
        if (calls.remove("dynamodb:BatchExecuteStatement")) {
            calls.add("dynamodb:PartiQLInsert"); // The only statement of ours.
        }
        // A transaction is allowed by its parts; a waiter describes; a client knows its own region; the rest
        // is done for create: true only.
        calls.removeAll(Set.of(
                "dynamodb:TransactWriteItems",
                "dynamodb:Waiter",
                "dynamodb:ServiceClientConfiguration",
                "dynamodb:CreateTable",
                "dynamodb:UpdateTimeToLive",
                "dynamodb:UpdateContinuousBackups"));
        return calls;
    }

    private static String admissionTtl(Deployment deployment) {
        return deployment
                .environment()
                .getOrDefault(
                        "GATEHOUSE_ROOMS_SHOP_ADMISSIONTTL",
                        settings(deployment)
                                .at("/gatehouse/rooms/shop/admission-ttl")
                                .asString(""));
    }

    private static JsonNode settings(Deployment deployment) {
        return JSON.readTree(deployment.environment().getOrDefault("SPRING_APPLICATION_JSON", "{}"));
    }

    private static Stream<String> names(JsonNode node, String prefix) {
        return node.isObject()
                ? node.propertyNames().stream()
                        .flatMap(name -> names(node.path(name), prefix.isEmpty() ? name : prefix + "." + name))
                : Stream.of(prefix);
    }
}
