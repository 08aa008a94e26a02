package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.gatehouse.albexample.cloud.Deployment.Rule;
import io.gatehouse.albexample.cloud.Deployment.Secret;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract, on {@code cloud/kubernetes}; and the manifests, held against Kubernetes' own models. */
class KubernetesTest extends DeploymentContract {

    private static final Path MANIFESTS = Path.of("cloud/kubernetes");
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ALB = "alb.ingress.kubernetes.io/";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\((\\w+)\\)");

    @Test
    void givenTheManifests_whenTheyAreReadByKubernetesModels_thenNothingIsMissingOrUnknown() throws Exception {
        for (String file : Deployment.texts(kustomization().path("resources"))) {
            for (JsonNode manifest : read(Files.readString(MANIFESTS.resolve(file)))) {
                validate(manifest);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    livenessProbe:           | livelinessProbe:
                    readOnlyRootFilesystem   | readonlyRootFilesystem
                    averageUtilization       | averageUtilisation
                    name: gatehouse, key:    | called: gatehouse, key:
                    topologyKey: kubernetes.io/hostname | key: kubernetes.io/hostname
                    """)
    void givenAMistake_whenItIsReadByKubernetesModels_thenItIsRefused(String right, String wrong) throws Exception {
        String text = Files.readString(MANIFESTS.resolve("gatehouse.yaml"));
        assertThat(text).contains(right);

        List<JsonNode> manifests = read(text.replace(right, wrong));

        assertThatThrownBy(() -> {
                    for (JsonNode manifest : manifests) {
                        validate(manifest);
                    }
                })
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givenTheManifests_whenTheirNamesAreFollowed_thenTheyMeet() throws Exception {
        JsonNode deployment = one("Deployment");
        String pods = deployment.at("/spec/template/metadata/labels").toString();

        assertThat(deployment.at("/spec/selector/matchLabels").toString()).isEqualTo(pods);
        assertThat(one("Service").at("/spec/selector").toString()).isEqualTo(pods);
        assertThat(one("PodDisruptionBudget").at("/spec/selector/matchLabels").toString())
                .isEqualTo(pods);
        assertThat(one("NetworkPolicy").at("/spec/podSelector/matchLabels").toString())
                .isEqualTo(pods);
        assertThat(deployment.at("/spec/template/spec/topologySpreadConstraints"))
                .allSatisfy(spread -> assertThat(
                                spread.at("/labelSelector/matchLabels").toString())
                        .isEqualTo(pods));
        assertThat(one("HorizontalPodAutoscaler")
                        .at("/spec/scaleTargetRef/name")
                        .asString())
                .isEqualTo("gatehouse");
        assertThat(one("Service").at("/spec/ports/0/targetPort").asString())
                .isEqualTo(deployment
                        .at("/spec/template/spec/containers/0/ports/0/name")
                        .asString());
    }

    @Test
    void givenANodeThatEnds_whenTimesAreAddedUp_thenRequestsUnderWayAreFinished() throws Exception {
        JsonNode pod = one("Deployment").at("/spec/template/spec");
        int pause = pod.at("/containers/0/lifecycle/preStop/sleep/seconds").asInt();
        int finishing = 30;

        assertThat(pause).isPositive();
        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(pause + finishing);
        assertThat(annotation(ingress("gatehouse"), "target-group-attributes"))
                .isEqualTo("deregistration_delay.timeout_seconds=45");
    }

    @Test
    void givenANewNode_whenTheOldOneMayGo_thenTheLoadBalancerHasFoundTheNewOneHealthy() throws Exception {
        JsonNode ingress = ingress("gatehouse");
        int checks = Integer.parseInt(annotation(ingress, "healthcheck-interval-seconds"))
                * Integer.parseInt(annotation(ingress, "healthy-threshold-count"));

        assertThat(one("Deployment").at("/spec/minReadySeconds").asInt()).isGreaterThanOrEqualTo(2 * checks);
        assertThat(Files.readString(Path.of("../docs/sites/cloud.md")))
                .contains("elbv2.k8s.aws/pod-readiness-gate-inject=enabled");
    }

    @Test
    void givenTheSitesIngresses_whenEachMakesATargetGroup_thenAllAskForTheSameHealth() throws Exception {
        List<JsonNode> group = all("Ingress").stream()
                .filter(ingress -> annotation(ingress, "group.name").equals("shop"))
                .toList();

        assertThat(group).hasSizeGreaterThan(1).allSatisfy(ingress -> assertThat(
                        annotation(ingress, "healthcheck-path"))
                .isEqualTo("/health"));
    }

    @Override
    protected Deployment deployment(int admissionTtl) throws Exception {
        JsonNode container = one("Deployment").at("/spec/template/spec/containers/0");
        Map<String, String> settings = new LinkedHashMap<>();
        one("ConfigMap")
                .path("data")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asString()));
        assertThat(settings).as("as it stands in the files").containsEntry("ADMISSION_SECONDS", "3600");
        settings.put("ADMISSION_SECONDS", String.valueOf(admissionTtl));

        Map<String, String> environment = new LinkedHashMap<>();
        Map<String, Secret> secrets = new LinkedHashMap<>();
        for (JsonNode variable : container.path("env")) {
            String name = variable.path("name").asString();
            JsonNode from = variable.path("valueFrom");
            if (from.has("secretKeyRef")) {
                // All are made by the operator, as the guide says: openssl rand, or hash-password.
                secrets.put(name, name.contains("OPERATORS") ? Secret.BY_OPERATOR : new Secret(64));
            } else {
                String key = from.at("/configMapKeyRef/key").asString("");
                String value =
                        from.isMissingNode() ? variable.path("value").asString() : settings.getOrDefault(key, "");
                environment.put(
                        name,
                        VARIABLE.matcher(value)
                                .replaceAll(other ->
                                        Matcher.quoteReplacement(environment.getOrDefault(other.group(1), ""))));
            }
        }
        return new Deployment(rules(String.valueOf(admissionTtl)), environment, secrets, Map.of(), Set.of());
    }

    /** The rules of the group, as the controller makes them, after kustomize has put the session's length in. */
    private static List<Rule> rules(String seconds) throws IOException {
        List<JsonNode> group = all("Ingress").stream()
                .filter(ingress -> annotation(ingress, "group.name").equals("shop"))
                .sorted(Comparator.comparing(ingress -> Integer.valueOf(annotation(ingress, "group.order"))))
                .toList();
        List<Rule> rules = new ArrayList<>();
        for (JsonNode ingress : group) {
            Optional<Map<String, String>> login = login(ingress, seconds);
            JsonNode provider = JSON.readTree(login.isEmpty() ? "{}" : annotation(ingress, "auth-idp-oidc"));
            Map<String, String> extra = new LinkedHashMap<>();
            provider.path("authenticationRequestExtraParams")
                    .properties()
                    .forEach(pair -> extra.put(pair.getKey(), pair.getValue().asString()));
            ingress.at("/spec/rules/0/http/paths").forEach(path -> rules.add(new Rule(patterns(path), login, extra)));
        }
        return rules;
    }

    private static List<String> patterns(JsonNode path) {
        String text = path.path("path").asString();
        return switch (path.path("pathType").asString()) {
            case "Exact" -> List.of(text);
            case "Prefix" -> text.equals("/") ? List.of("/*") : List.of(text, text + "/*");
            default -> throw new IllegalStateException("a path is Exact or Prefix: " + path);
        };
    }

    private static Optional<Map<String, String>> login(JsonNode ingress, String seconds) throws IOException {
        if (!ingress.path("metadata").path("annotations").has(ALB + "auth-type")) {
            return Optional.empty();
        }
        assertThat(annotation(ingress, "auth-type")).isEqualTo("oidc");
        JsonNode provider = JSON.readTree(annotation(ingress, "auth-idp-oidc"));
        assertThat(provider.path("secretName").asString()).isEqualTo("shop-oidc");
        String written = annotation(ingress, "auth-session-timeout");
        assertThat(written).as("as it stands in the files").isEqualTo("3600");
        Map<String, String> login = new LinkedHashMap<>();
        login.put("Issuer", provider.path("issuer").asString());
        login.put(
                "AuthorizationEndpoint", provider.path("authorizationEndpoint").asString());
        login.put("TokenEndpoint", provider.path("tokenEndpoint").asString());
        login.put("UserInfoEndpoint", provider.path("userInfoEndpoint").asString());
        // From the secret, as the guide has it.
        login.put("ClientId", "shop");
        login.put("Scope", annotation(ingress, "auth-scope"));
        login.put("SessionCookieName", annotation(ingress, "auth-session-cookie"));
        login.put("SessionTimeout", isReplaced(ingress) ? seconds : written);
        login.put("OnUnauthenticatedRequest", annotation(ingress, "auth-on-unauthenticated-request"));
        return Optional.of(login);
    }

    /** Whether kustomize puts the one value there. */
    private static boolean isReplaced(JsonNode ingress) throws IOException {
        JsonNode replacement = kustomization().at("/replacements/0");
        JsonNode target = replacement.at("/targets/0");
        assertThat(replacement.at("/source/fieldPath").asString()).isEqualTo("data.ADMISSION_SECONDS");
        assertThat(replacement.at("/source/name").asString())
                .isEqualTo(one("ConfigMap").at("/metadata/name").asString());
        assertThat(Deployment.texts(target.path("fieldPaths")))
                .containsExactly("metadata.annotations.[" + ALB + "auth-session-timeout]");
        return target.at("/select/kind").asString().equals("Ingress")
                && target.path("reject").valueStream().noneMatch(rejected -> rejected.path("name")
                        .equals(ingress.at("/metadata/name")));
    }

    private static String annotation(JsonNode ingress, String name) {
        return ingress.path("metadata").path("annotations").path(ALB + name).asString("");
    }

    private static JsonNode ingress(String name) throws IOException {
        return all("Ingress").stream()
                .filter(ingress -> ingress.at("/metadata/name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode one(String kind) throws IOException {
        List<JsonNode> found = all(kind);
        assertThat(found).as(kind).hasSize(1);
        return found.get(0);
    }

    private static List<JsonNode> all(String kind) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (String file : Deployment.texts(kustomization().path("resources"))) {
            read(Files.readString(MANIFESTS.resolve(file))).stream()
                    .filter(manifest -> manifest.path("kind").asString().equals(kind))
                    .forEach(found::add);
        }
        return found;
    }

    private static JsonNode kustomization() throws IOException {
        return read(Files.readString(MANIFESTS.resolve("kustomization.yaml"))).get(0);
    }

    static List<JsonNode> read(String text) {
        List<JsonNode> manifests = new ArrayList<>();
        new Yaml().loadAll(text).forEach(manifest -> manifests.add(JSON.valueToTree(manifest)));
        return manifests;
    }

    /** Knows by name and version which model it is; {@code apps/v1 Deployment} is {@code V1Deployment}. */
    static void validate(JsonNode manifest) throws ReflectiveOperationException {
        String version = manifest.path("apiVersion").asString().replaceFirst(".*/", "");
        Class<?> model = Class.forName("io.kubernetes.client.openapi.models."
                + version.replaceFirst("v", "V")
                + manifest.path("kind").asString());
        try {
            model.getMethod("validateJsonElement", JsonElement.class)
                    .invoke(null, JsonParser.parseString(manifest.toString()));
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(refused.getCause());
        }
    }
}
