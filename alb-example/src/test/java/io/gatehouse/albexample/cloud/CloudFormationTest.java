package io.gatehouse.albexample.cloud;

import io.gatehouse.albexample.cloud.Deployment.Rule;
import io.gatehouse.albexample.cloud.Deployment.Secret;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The contract, on {@code cloud/cloudformation.yaml}. */
class CloudFormationTest extends DeploymentContract {

    static final Path TEMPLATE = Path.of("cloud/cloudformation.yaml");

    @Override
    protected Deployment deployment(int admissionTtl) throws Exception {
        CloudFormation template = CloudFormation.read(TEMPLATE, Map.of("AdmissionTtl", String.valueOf(admissionTtl)));
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
