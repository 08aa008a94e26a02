package io.gatehouse.albexample.cloud;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What templates and manifests say, in one form for all tools.
 *
 * @param rules the site's load balancer's rules, in the order in which they are tried
 * @param environment Gatehouse's environment variables
 * @param secrets the environment variables that hold secrets, with how each is made
 * @param outputs the fields that are printed for rules of the operator's own; empty if none are
 * @param actions what a node may do in AWS; empty where it is somebody else's to say
 */
record Deployment(
        List<Rule> rules,
        Map<String, String> environment,
        Map<String, Secret> secrets,
        Map<String, String> outputs,
        Set<String> actions) {

    /**
     * One rule of the load balancer.
     *
     * @param paths for which it is; {@code *} for all
     * @param login what AuthenticateOidcConfig says, in its names; empty where nobody has to log in
     * @param extra the extra parameters of its authorize requests
     */
    record Rule(List<String> paths, Optional<Map<String, String>> login, Map<String, String> extra) {

        /** A rule without a login, if there is none in the configuration. */
        static Rule of(List<String> paths, JsonNode login, JsonNode extra) {
            return login.isMissingNode()
                    ? new Rule(paths, Optional.empty(), Map.of())
                    : new Rule(paths, Optional.of(texts(login.properties())), texts(extra.properties()));
        }

        /** Those that are texts and numbers. */
        private static Map<String, String> texts(Set<Map.Entry<String, JsonNode>> members) {
            return members.stream()
                    .filter(member -> member.getValue().isValueNode())
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, member -> member.getValue().asString()));
        }

        boolean matches(String path) {
            return paths.stream()
                    .map(pattern -> Pattern.quote(pattern).replace("*", "\\E.*\\Q"))
                    .anyMatch(path::matches);
        }
    }

    /** How a secret is made: random letters and digits, so many; or by the operator. */
    record Secret(int length) {

        static final Secret BY_OPERATOR = new Secret(0);

        String example() {
            return "Aa0Zz9".repeat(length).substring(0, length);
        }
    }

    /** The texts of a list, or the one that stands in its place. */
    static List<String> texts(JsonNode list) {
        return list.isArray() ? list.valueStream().map(JsonNode::asString).toList() : List.of(list.asString());
    }

    /** The rule that takes a path. */
    Rule rule(String path) {
        return rules.stream().filter(rule -> rule.matches(path)).findFirst().orElseThrow();
    }

    List<Map<String, String>> logins() {
        return rules.stream().flatMap(rule -> rule.login().stream()).toList();
    }
}
