package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.cloud.Deployment.Rule;
import io.gatehouse.albexample.cloud.Deployment.Secret;
import io.gatehouse.albexample.node.NodeFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract, on {@code cloud/terraform}; and all of it, held against the providers' own types. */
@Tag("sites")
class TerraformTest extends AwsContract {

    private static final Path CONFIGURATION = Path.of("cloud/terraform");
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern POLICY = Pattern.compile("<data\\.aws_iam_policy_document\\.(\\w+)\\.json>");
    private static final Pattern REFERENCE = Pattern.compile("<([a-z_]+)\\.(\\w+)\\..*>");

    @TempDir
    static Path folder;

    private static final Map<List<String>, JsonNode> READ = new HashMap<>();

    private static NodeFolder node = new NodeFolder(Path.of(""));

    @BeforeAll
    static void install() throws Exception {
        node = NodeFolder.install("cloud", folder);
    }

    @Test
    void givenTheConfiguration_whenItIsChecked_thenNothingIsWrongWithIt() throws Exception {
        assertThat(Deployment.texts(read(CONFIGURATION).path("problems"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    site.tf      | session_timeout            | session_timeouts        | has no argument session_timeouts
                    site.tf      | token_endpoint             | # token_endpoint        | needs token_endpoint
                    site.tf      | condition {                | conditions {            | needs condition
                    site.tf      | path_pattern {             | path_pattern = {        | is a block
                    gatehouse.tf | aws_lb.door.dns_name       | aws_lb.door.name_of_dns | aws_lb has no attribute name_of_dns
                    gatehouse.tf | aws_ecs_cluster.this.name  | aws_ecs_cluster.us.name | there is no aws_ecs_cluster.us
                    gatehouse.tf | var.capacity               | var.capacities          | there is no var.capacities
                    gatehouse.tf | = local.issuer             | = local.isuer           | there is no local.isuer
                    gatehouse.tf | ["FARGATE"]                | "FARGATE"               | must be a list
                    gatehouse.tf | jsonencode(local.settings) | yamlencode(local.settings) | yamlencode is not known
                    network.tf   | aws_subnet.private["a"].id | aws_subnet.private.id   | aws_subnet.private is one of several
                    network.tf   | "aws_internet_gateway"     | "aws_internet_gate"     | aws_internet_gate: there is no such resource
                    stores.tf    | num_cache_clusters         = 2 | num_cache_clusters  = "two" | must be a number
                    variables.tf | "log_days"                 | "log_weeks"             | there is no var.log_days
                    """)
    void givenAMistake_whenTheConfigurationIsChecked_thenItIsFound(
            String file, String right, String wrong, String problem) throws Exception {
        Path copy = Files.createTempDirectory(folder, "copy");
        try (Stream<Path> files = Files.list(CONFIGURATION)) {
            for (Path source : files.toList()) {
                Files.copy(source, copy.resolve(source.getFileName()));
            }
        }
        String text = Files.readString(copy.resolve(file));
        assertThat(text).contains(right);
        Files.writeString(copy.resolve(file), text.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong)));

        assertThat(Deployment.texts(read(copy).path("problems"))).anyMatch(found -> found.contains(problem));
    }

    @Test
    void givenTheTemplateOfCloudFormation_whenAlarmsAreCompared_thenBothHaveTheSame() throws Exception {
        Set<String> alarms = read(CONFIGURATION)
                .at("/resource/aws_cloudwatch_metric_alarm/this")
                .valueStream()
                .map(alarm -> alarm.path("alarm_name").asString().replace("gatehouse-", "") + describe(alarm))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(alarms).isEqualTo(CloudFormationTest.alarms());
    }

    /** Two rules cannot have one priority, not even while all are moved up. */
    @Test
    void givenLandingPages_whenOneMoreIsAdded_thenTheOthersRulesKeepTheirPriorities() throws Exception {
        Map<String, Integer> before = priorities(read(CONFIGURATION));
        Map<String, Integer> after = priorities(
                read(
                        CONFIGURATION,
                        """
                landing_pages={"axe": {"path": "/goods/axe", "priority": 42}, \
                "lantern": {"path": "/goods/lantern", "priority": 40}, \
                "thermos": {"path": "/goods/thermos", "priority": 41}}"""));

        assertThat(before).hasSize(2);
        assertThat(after).hasSize(3).containsAllEntriesOf(before);
    }

    private static Map<String, Integer> priorities(JsonNode read) {
        return read.at("/resource/aws_lb_listener_rule/landing")
                .valueStream()
                .collect(Collectors.toMap(
                        rule -> rule.at("/condition/0/path_pattern/0/values/0").asString(),
                        rule -> rule.path("priority").asInt()));
    }

    @Override
    protected List<String> mounts() throws Exception {
        return container(read(CONFIGURATION).path("resource"))
                .path("mountPoints")
                .valueStream()
                .map(mount -> mount.path("containerPath").asString())
                .toList();
    }

    @Override
    protected List<String> descriptions() throws Exception {
        JsonNode resources = read(CONFIGURATION).path("resource");
        return Stream.of(
                        "aws_security_group",
                        "aws_vpc_security_group_ingress_rule",
                        "aws_vpc_security_group_egress_rule")
                .flatMap(type -> resources.path(type).valueStream())
                .flatMap(JsonNode::valueStream)
                .map(made -> made.path("description").asString(""))
                .toList();
    }

    @Override
    protected Map<String, List<String>> waits() throws Exception {
        return read(CONFIGURATION).path("waits").properties().stream()
                .filter(resource -> resource.getKey().startsWith("aws_lb."))
                .collect(Collectors.toMap(Map.Entry::getKey, resource -> Deployment.texts(resource.getValue())));
    }

    @Override
    protected List<List<String>> gateways() throws Exception {
        JsonNode read = read(CONFIGURATION);
        return read.at("/resource/aws_vpc_endpoint")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .filter(endpoint ->
                        endpoint.path("vpc_endpoint_type").asString().equals("Gateway"))
                .map(endpoint -> POLICY.matcher(endpoint.path("policy").asString("")))
                .map(policy -> policy.matches() ? policy.group(1) : "none")
                .map(policy -> read.at("/data/aws_iam_policy_document/" + policy + "/0/statement/0/resources"))
                .map(Deployment::texts)
                .toList();
    }

    @Override
    protected List<String> updatesOfCount() throws Exception {
        String service = Files.readString(CONFIGURATION.resolve("gatehouse.tf"));
        return service.contains("ignore_changes = [desired_count]") ? List.of() : List.of("desired_count");
    }

    @Override
    protected String route() {
        return "aws_route.out";
    }

    @Override
    protected Deployment deployment(int admissionTtl) {
        try {
            JsonNode read = read(CONFIGURATION, "admission_ttl=" + admissionTtl);
            JsonNode resources = read.path("resource");
            JsonNode container = container(resources);
            Map<String, String> environment = new LinkedHashMap<>();
            container
                    .path("environment")
                    .forEach(variable -> environment.put(
                            variable.path("name").asString(),
                            variable.path("value").asString()));
            Map<String, Secret> secrets = new LinkedHashMap<>();
            container
                    .path("secrets")
                    .forEach(variable -> secrets.put(
                            variable.path("name").asString(),
                            secret(resources, variable.path("valueFrom").asString())));
            return new Deployment(rules(resources), environment, secrets, outputs(read), actions(read));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static JsonNode container(JsonNode resources) {
        return JSON.readTree(resources
                        .at("/aws_ecs_task_definition/this/0/container_definitions")
                        .asString())
                .path(0);
    }

    /** Each question is asked once: an answer takes seconds, and the files do not change. */
    private static JsonNode read(Path configuration, String... variables) throws IOException, InterruptedException {
        String[] command = Stream.concat(
                        Stream.of(
                                "node",
                                "terraform.mjs",
                                configuration.toAbsolutePath().toString()),
                        Stream.of(variables))
                .toArray(String[]::new);
        JsonNode known = READ.get(List.of(command));
        if (known == null) {
            known = JSON.readTree(node.run(command));
            READ.put(List.of(command), known);
        }
        return known;
    }

    private static List<Rule> rules(JsonNode resources) {
        Stream<Rule> special = resources
                .path("aws_lb_listener_rule")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .filter(rule -> rule.path("listener_arn").asString().equals("<aws_lb_listener.site.arn>"))
                .sorted(Comparator.comparing(rule -> rule.path("priority").asInt()))
                .map(rule ->
                        rule(rule.at("/action/0"), Deployment.texts(rule.at("/condition/0/path_pattern/0/values"))));
        Rule standard = rule(resources.at("/aws_lb_listener/site/0/default_action/0"), List.of("*"));
        return Stream.concat(special, Stream.of(standard)).toList();
    }

    private static Rule rule(JsonNode action, List<String> paths) {
        JsonNode login = action.at("/authenticate_oidc/0");
        Rule rule = Rule.of(paths, login, login.path("authentication_request_extra_params"));
        return new Rule(rule.paths(), rule.login().map(TerraformTest::inNamesOfAws), rule.extra());
    }

    /** {@code user_info_endpoint} is {@code UserInfoEndpoint} there. */
    private static Map<String, String> inNamesOfAws(Map<String, String> fields) {
        return fields.entrySet().stream()
                .collect(Collectors.toMap(
                        field -> Pattern.compile("(?:^|_)([a-z])")
                                .matcher(field.getKey())
                                .replaceAll(letter -> letter.group(1).toUpperCase(java.util.Locale.ROOT)),
                        Map.Entry::getValue));
    }

    private static Map<String, String> outputs(JsonNode read) {
        return inNamesOfAws(read.path("outputs").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, output -> output.getValue().asString())));
    }

    /** Follows the version of a secret to the password that is made for it. */
    private static Secret secret(JsonNode resources, String version) {
        JsonNode value = follow(resources, version).path("secret_string");
        JsonNode made = follow(resources, value.asString());
        return made.path("special").asBoolean(true)
                ? Secret.BY_OPERATOR
                : new Secret(made.path("length").asInt());
    }

    private static JsonNode follow(JsonNode resources, String reference) {
        Matcher matcher = REFERENCE.matcher(reference);
        return matcher.matches()
                ? resources.at("/" + matcher.group(1) + "/" + matcher.group(2) + "/0")
                : JSON.createObjectNode();
    }

    private static Set<String> actions(JsonNode read) {
        return read.at("/data/aws_iam_policy_document/node/0/statement")
                .valueStream()
                .flatMap(statement -> Deployment.texts(statement.path("actions")).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String describe(JsonNode alarm) {
        return CloudFormationTest.alarm(name -> alarm.path(Pattern.compile("(?<=.)([A-Z])")
                        .matcher(name)
                        .replaceAll(letter -> "_" + letter.group(1))
                        .toLowerCase(java.util.Locale.ROOT))
                .asString());
    }
}
