package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.cloud.Deployment.Rule;
import io.gatehouse.albexample.cloud.Deployment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The contract, on {@code cloud/cloudformation.yaml}. */
class CloudFormationTest extends AwsContract {

    static final Path TEMPLATE = Path.of("cloud/cloudformation.yaml");

    @Override
    protected Deployment deployment(int admissionTtl) throws Exception {
        CloudFormation template = template(Map.of("AdmissionTtl", String.valueOf(admissionTtl)));
        JsonNode container = template.resource("Task").at("/ContainerDefinitions/0");
        Map<String, String> environment = new LinkedHashMap<>();
        container
                .path("Environment")
                .forEach(variable -> environment.put(
                        variable.path("Name").asString(), variable.path("Value").asString()));
        Map<String, Secret> secrets = new LinkedHashMap<>();
        container
                .path("Secrets")
                .forEach(variable -> secrets.put(
                        variable.path("Name").asString(),
                        secret(template.resource(variable.path("ValueFrom").asString()))));
        return new Deployment(rules(template), environment, secrets, template.outputs(), actions(template));
    }

    @Override
    protected List<String> mounts() throws Exception {
        return template(Map.of())
                .resource("Task")
                .at("/ContainerDefinitions/0/MountPoints")
                .valueStream()
                .map(mount -> mount.path("ContainerPath").asString())
                .toList();
    }

    @Override
    protected List<String> descriptions() throws Exception {
        return template(Map.of()).resources("AWS::EC2::SecurityGroup").stream()
                .flatMap(group -> Stream.concat(
                        Stream.of(group.path("GroupDescription")),
                        Stream.of("SecurityGroupIngress", "SecurityGroupEgress")
                                .flatMap(rules -> group.path(rules).valueStream())
                                .map(rule -> rule.path("Description"))))
                .map(description -> description.asString(""))
                .toList();
    }

    @Override
    protected Map<String, List<String>> waits() throws Exception {
        CloudFormation template = template(Map.of());
        return template.names("AWS::ElasticLoadBalancingV2::LoadBalancer").stream()
                .collect(Collectors.toMap(name -> name, template::dependencies));
    }

    @Override
    protected List<List<String>> gateways() throws Exception {
        return template(Map.of()).resources("AWS::EC2::VPCEndpoint").stream()
                .filter(endpoint -> endpoint.path("VpcEndpointType").asString().equals("Gateway"))
                .map(endpoint -> Deployment.texts(endpoint.at("/PolicyDocument/Statement/0/Resource")))
                .toList();
    }

    @Override
    protected List<String> updatesOfCount() throws Exception {
        return template(Map.of()).resource("Service").findValues("DesiredCount").stream()
                .map(JsonNode::asString)
                .toList();
    }

    @Override
    protected String route() {
        return "PublicRoute";
    }

    @Test
    void givenTheAlarms_whenTheGuideIsRead_thenItSaysWhatEachMeans() throws Exception {
        String guide = Files.readString(Path.of("../docs/sites/cloud.md"));

        assertThat(template(Map.of()).names("AWS::CloudWatch::Alarm"))
                .isNotEmpty()
                .allSatisfy(alarm -> assertThat(guide).contains("`" + alarm.replaceFirst("2$", "1") + "`"));
    }

    /** CloudFormation looks for the secret's value only where its template has changed. */
    @Test
    void givenAVersionOfTheSitesSecret_whenItIsNamed_thenEveryLoginAndTheNodesTakeIt() throws Exception {
        for (String version : List.of("", "v2")) {
            CloudFormation template = template(Map.of("SiteSecretVersion", version));

            assertThat(Stream.of("AWS::ElasticLoadBalancingV2::Listener", "AWS::ElasticLoadBalancingV2::ListenerRule")
                            .flatMap(type -> template.resources(type).stream())
                            .flatMap(rule -> rule.findValues("ClientSecret").stream())
                            .map(JsonNode::asString))
                    .hasSize(4)
                    .containsOnly("{{resolve:secretsmanager:SiteSecret:SecretString:::" + version + "}}");
            assertThat(template.resource("Task").findValues("ValueFrom").stream()
                            .map(JsonNode::asString)
                            .filter(secret -> secret.startsWith("SiteSecret")))
                    .containsExactly(version.isEmpty() ? "SiteSecret" : "SiteSecret:::v2");
        }
    }

    /** All alarms in one form, for comparison. */
    static Set<String> alarms() throws IOException {
        CloudFormation template = template(Map.of());
        return template.names("AWS::CloudWatch::Alarm").stream()
                .map(name -> name
                        + alarm(member -> template.resource(name).path(member).asString()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What an alarm watches, its members looked up by AWS's names. */
    static String alarm(UnaryOperator<String> member) {
        return Stream.of(
                        "AlarmDescription",
                        "Namespace",
                        "MetricName",
                        "Statistic",
                        "Period",
                        "EvaluationPeriods",
                        "ComparisonOperator",
                        "Threshold",
                        "TreatMissingData")
                .map(member)
                .collect(Collectors.joining(", ", ": ", ""));
    }

    private static CloudFormation template(Map<String, String> parameters) throws IOException {
        return CloudFormation.read(TEMPLATE, parameters);
    }

    private static List<Rule> rules(CloudFormation template) {
        Stream<Rule> special = template.resources("AWS::ElasticLoadBalancingV2::ListenerRule").stream()
                .filter(rule -> rule.path("ListenerArn").asString().equals("SiteListener"))
                .sorted(Comparator.comparing(rule -> rule.path("Priority").asInt()))
                .map(rule -> rule(
                        rule.at("/Actions/0"), Deployment.texts(rule.at("/Conditions/0/PathPatternConfig/Values"))));
        Rule standard = rule(template.resource("SiteListener").at("/DefaultActions/0"), List.of("*"));
        return Stream.concat(special, Stream.of(standard)).toList();
    }

    private static Rule rule(JsonNode action, List<String> paths) {
        return Rule.of(
                paths,
                action.path("AuthenticateOidcConfig"),
                action.at("/AuthenticateOidcConfig/AuthenticationRequestExtraParams"));
    }

    private static Secret secret(JsonNode resource) {
        JsonNode made = resource.path("GenerateSecretString");
        return made.path("ExcludePunctuation").asBoolean(false)
                ? new Secret(made.path("PasswordLength").asInt())
                : Secret.BY_OPERATOR;
    }

    private static Set<String> actions(CloudFormation template) {
        Set<String> actions = new TreeSet<>();
        template.resource("NodeRole").path("Policies").forEach(policy -> policy.at("/PolicyDocument/Statement")
                .forEach(statement -> actions.addAll(Deployment.texts(statement.path("Action")))));
        return actions;
    }
}
