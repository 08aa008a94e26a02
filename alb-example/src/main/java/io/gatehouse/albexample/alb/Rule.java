package io.gatehouse.albexample.alb;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A rule of the listener: conditions, then perhaps {@code authenticate-oidc}, then one action. Rules are
 * tried by priority, the lowest number first. A rule without a condition matches every request.
 */
public record Rule(
        int priority,
        List<String> hosts,
        List<String> paths,
        Optional<AuthenticateOidcConfig> authenticate,
        Action action) {

    /** A rule for some paths; {@code *} stands for any characters and {@code ?} for one, as in the ALB. */
    public static Draft paths(int priority, String... paths) {
        return new Draft(priority, List.of(), List.of(paths), Optional.empty());
    }

    /** The listener's default action: the rule for requests that no other one matches. */
    public static Draft otherwise() {
        return new Draft(Integer.MAX_VALUE, List.of(), List.of(), Optional.empty());
    }

    boolean takes(IncomingRequest request) {
        return matchesAny(hosts, request.hostName()) && matchesAny(paths, request.path());
    }

    private static boolean matchesAny(List<String> patterns, String value) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, value));
    }

    private static boolean matches(String pattern, String value) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return Pattern.matches(regex, value);
    }

    /** A rule that has no action yet. */
    public record Draft(
            int priority, List<String> hosts, List<String> paths, Optional<AuthenticateOidcConfig> authenticate) {

        public Draft hosts(String... names) {
            return new Draft(priority, List.of(names), paths, authenticate);
        }

        public Draft authenticate(AuthenticateOidcConfig config) {
            return new Draft(priority, hosts, paths, Optional.of(config));
        }

        public Rule forward(URI target) {
            return then(new Action.Forward(target));
        }

        public Rule then(Action action) {
            return new Rule(priority, hosts, paths, authenticate, action);
        }
    }
}
