package io.gatehouse.albexample.alb;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /oauth2/idpresponse}, on any host of the listener: the browser comes back to it with a code.
 * {@link #login} has the order of the checks; {@link Failure} has their statuses and reasons.
 */
record Callback(List<Rule> rules, ListenerContext context) {

    static final String PATH = "/oauth2/idpresponse";

    boolean takes(IncomingRequest request) {
        return request.path().equals(PATH)
                && rules.stream().anyMatch(rule -> rule.authenticate().isPresent());
    }

    Answer answer(IncomingRequest request) {
        try {
            return login(request);
        } catch (LoginFailedException failed) {
            return failed.failure == Failure.CLAIMS_TOO_LARGE
                    ? Answer.failure(context.options().limits().claimsTooLargeStatus(), failed.failure.reason)
                    : Answer.failure(failed.failure);
        }
    }

    private Answer login(IncomingRequest request) {
        Instant now = context.now();
        require(request.host().isPresent(), Failure.MISSING_HOST);
        LoginState state = state(request);
        AuthenticateOidcConfig config = config(state);
        checkNonce(request, state);
        require(!state.isOlderThan(context.options().limits().loginTimeout(), now), Failure.LOGIN_TIMEOUT);
        checkError(request);
        Tokens tokens = context.provider().redeem(code(request), request.redirectUri(), config);
        IdToken.check(tokens.idToken().orElseThrow(() -> failed(Failure.INVALID_TOKEN_RESPONSE)), config, now);
        ObjectNode claims = context.provider().claims(tokens.accessToken(), config);
        checkSize(claims, tokens);
        return welcome(request, state, config, session(claims, tokens, config, now));
    }

    private LoginState state(IncomingRequest request) {
        String state = request.parameter("state").orElseThrow(() -> failed(Failure.MISSING_STATE));
        return LoginState.opened(state, context.seal()).orElseThrow(() -> failed(Failure.INVALID_STATE));
    }

    private AuthenticateOidcConfig config(LoginState state) {
        return rules.stream()
                .filter(rule -> rule.priority() == state.rule())
                .findFirst()
                .flatMap(Rule::authenticate)
                .orElseThrow(() -> failed(Failure.INVALID_STATE));
    }

    /** Checks the nonce before the code is used: a callback of another browser's login leaves the code untouched. */
    private static void checkNonce(IncomingRequest request, LoginState state) {
        Optional<String> nonce = request.cookie(Login.NONCE_COOKIE);
        require(nonce.isPresent(), Failure.MISSING_NONCE);
        require(nonce.get().equals(state.nonce()), Failure.INVALID_NONCE);
    }

    private static void checkError(IncomingRequest request) {
        Optional<String> error = request.parameter("error");
        require(error.filter("access_denied"::equals).isEmpty(), Failure.ACCESS_DENIED);
        require(error.isEmpty(), Failure.PROVIDER_ERROR);
    }

    private static String code(IncomingRequest request) {
        return request.parameter("code").orElseThrow(() -> failed(Failure.MISSING_CODE));
    }

    private void checkSize(ObjectNode claims, Tokens tokens) {
        int size = bytes(claims.toString()) + bytes(tokens.accessToken());
        require(size <= context.options().limits().claims(), Failure.CLAIMS_TOO_LARGE);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static Session session(ObjectNode claims, Tokens tokens, AuthenticateOidcConfig config, Instant now) {
        Instant end = now.plus(config.sessionTimeout());
        return new Session(claims, tokens.accessToken(), tokens.accessTokenEnd(), tokens.refreshToken(), end);
    }

    private Answer welcome(IncomingRequest request, LoginState state, AuthenticateOidcConfig config, Session session) {
        SessionCookie cookie = context.sessionCookie(config);
        return Answer.redirect(302, state.url()).with("Set-Cookie", cookie.write(session, request, context.now()));
    }

    private static void require(boolean holds, Failure otherwise) {
        if (!holds) {
            throw failed(otherwise);
        }
    }

    private static LoginFailedException failed(Failure failure) {
        return new LoginFailedException(failure);
    }
}
