package io.gatehouse.albexample.alb;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sends the browser to the authorization endpoint, without nonce and PKCE, with the parameters in the ALB's order. */
record Login(Options options, Seal seal, SecureRandom random) {

    static final String NONCE_COOKIE = "AWSALBAuthNonce";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int NONCE_LENGTH = 16;

    /** A login begins for every method: the body of a POST is lost, as at an ALB. */
    Answer begin(IncomingRequest request, Rule rule, AuthenticateOidcConfig config) {
        String nonce = keptNonce(request).orElseGet(this::newNonce);
        LoginState state = new LoginState(request.url(), nonce, options.clock().instant(), rule.priority());
        String cookie = NONCE_COOKIE + "=" + nonce + "; Path=/"
                + (options.quirks().secureCookies() ? "; Secure" : "") + "; HttpOnly";
        return Answer.redirect(302, authorizeUrl(request, config, state.sealed(seal)))
                .with("Set-Cookie", List.of(cookie));
    }

    private static String authorizeUrl(IncomingRequest request, AuthenticateOidcConfig config, String state) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("client_id", config.clientId());
        parameters.put("redirect_uri", request.redirectUri());
        parameters.put("response_type", "code");
        parameters.put("scope", config.scope());
        parameters.put("state", state);
        parameters.putAll(config.authenticationRequestExtraParams());
        String endpoint = config.authorizationEndpoint().toString();
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query(parameters);
    }

    /** A space becomes {@code %20}: a plus sign is valid too, but not every provider reads it. */
    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "="
                        + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                .collect(Collectors.joining("&"));
    }

    private Optional<String> keptNonce(IncomingRequest request) {
        return options.quirks().keepNonce() ? request.cookie(NONCE_COOKIE) : Optional.empty();
    }

    private String newNonce() {
        return random.ints(NONCE_LENGTH, 0, ALPHABET.length())
                .mapToObj(ALPHABET::charAt)
                .map(String::valueOf)
                .collect(Collectors.joining());
    }
}
