package io.gatehouse.albexample.cloud;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A CloudFormation template with its parameters filled in. A value that only AWS knows, such as an ARN, is
 * its reference, {@code Table.Arn}. Values of parameters are texts, as they are for CloudFormation.
 */
final class CloudFormation {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    private final JsonNode template;
    private final Map<String, String> parameters = new LinkedHashMap<>();

    private CloudFormation(JsonNode template, Map<String, String> given) {
        this.template = template;
        template.path("Parameters").properties().forEach(parameter -> {
            if (parameter.getValue().has("Default")) {
                parameters.put(
                        parameter.getKey(), parameter.getValue().path("Default").asString());
            }
        });
        parameters.putAll(given);
    }

    /** Reads it with these parameters, beside the defaults. */
    static CloudFormation read(Path file, Map<String, String> parameters) throws IOException {
        Object yaml = new Yaml(new Functions()).load(Files.readString(file));
        return new CloudFormation(JSON.valueToTree(yaml), parameters);
    }

    /** The properties of all resources of a type, references resolved. */
    List<JsonNode> resources(String type) {
        return names(type).stream().map(this::resource).toList();
    }

    /** The names of all resources of a type. */
    List<String> names(String type) {
        return template.path("Resources").propertyNames().stream()
                .filter(name ->
                        template.at("/Resources/" + name + "/Type").asString().equals(type))
                .toList();
    }

    /** The properties of a resource, references resolved. */
    JsonNode resource(String name) {
        return resolve(template.at("/Resources/" + name + "/Properties"));
    }

    /** What a resource is made after, beside what it refers to. */
    List<String> dependencies(String name) {
        return Deployment.texts(template.at("/Resources/" + name + "/DependsOn"));
    }

    Map<String, String> outputs() {
        Map<String, String> outputs = new LinkedHashMap<>();
        template.path("Outputs")
                .properties()
                .forEach(output -> outputs.put(
                        output.getKey(),
                        resolve(output.getValue().path("Value")).asString()));
        return outputs;
    }

    private JsonNode resolve(JsonNode value) {
        if (value.isArray()) {
            ArrayNode resolved = JSON.createArrayNode();
            value.forEach(element -> resolved.add(resolve(element)));
            return resolved;
        }
        if (!value.isObject()) {
            return value;
        }
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (entry.getKey().startsWith("!")) {
                return call(entry.getKey(), entry.getValue());
            }
        }
        ObjectNode resolved = JSON.createObjectNode();
        value.properties().forEach(entry -> resolved.set(entry.getKey(), resolve(entry.getValue())));
        return resolved;
    }

    private JsonNode call(String function, JsonNode argument) {
        return switch (function) {
            case "!Ref" -> reference(argument.asString());
            case "!Sub" ->
                JSON.getNodeFactory()
                        .stringNode(VARIABLE.matcher(argument.asString())
                                .replaceAll(variable -> Matcher.quoteReplacement(
                                        parameters.getOrDefault(variable.group(1), variable.group(1)))));
            case "!If" -> resolve(argument.path(holds(argument.path(0).asString()) ? 1 : 2));
            case "!Equals" -> truth(resolve(argument.path(0)).equals(resolve(argument.path(1))));
            case "!Not" -> truth(!resolve(argument.path(0)).asBoolean());
            default -> argument;
        };
    }

    private boolean holds(String condition) {
        return resolve(template.at("/Conditions/" + condition)).asBoolean();
    }

    private static JsonNode truth(boolean value) {
        return JSON.getNodeFactory().booleanNode(value);
    }

    private JsonNode reference(String name) {
        String value = parameters.getOrDefault(name, name);
        if (!template.at("/Parameters/" + name + "/Type").asString("").equals("CommaDelimitedList")) {
            return JSON.getNodeFactory().stringNode(value);
        }
        return JSON.valueToTree(value.split(",", -1));
    }

    /** Takes {@code !Ref x} for an object of one member, as the long form of it is. */
    private static final class Functions extends SafeConstructor {

        Functions() {
            super(new LoaderOptions());
            yamlMultiConstructors.put("!", new AbstractConstruct() {
                @Override
                public Object construct(Node node) {
                    return Map.of(node.getTag().getValue(), argument(node));
                }
            });
        }

        private Object argument(Node node) {
            if (node instanceof ScalarNode scalar) {
                return scalar.getValue();
            }
            return node instanceof SequenceNode list ? constructSequence(list) : constructMapping((MappingNode) node);
        }
    }
}
