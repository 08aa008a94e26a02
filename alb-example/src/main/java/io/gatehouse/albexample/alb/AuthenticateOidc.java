package io.gatehouse.albexample.alb;

import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.ALLOW;
import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.DENY;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The {@code authenticate-oidc} action: the visitor of a request, and the answer if there is none. */
record AuthenticateOidc(Rule rule, AuthenticateOidcConfig config, ListenerContext context) {

    Verdict judge(IncomingRequest request) {
        if (request.host().isEmpty()) {
            return new Verdict.Stop(Answer.failure(Failure.MISSING_HOST));
        }
        Instant now = context.now();
        Optional<Session> session = context.sessionCookie(config).read(request);
        if (session.isEmpty()) {
            return unauthenticated(request);
        }
        if (session.get().hasEnded(now)) {
            return expired(request);
        }
        return session.get().needsRefresh(now)
                ? refreshed(request, session.get(), now)
                : pass(session.get(), List.of(), now);
    }

    private Verdict unauthenticated(IncomingRequest request) {
        return config.onUnauthenticatedRequest() == DENY
                ? new Verdict.Stop(Answer.failure(401, "-"))
                : expired(request);
    }

    /** A visitor whose session has ended logs in again, even where a visitor without one is refused. */
    private Verdict expired(IncomingRequest request) {
        return config.onUnauthenticatedRequest() == ALLOW
                ? Verdict.NOBODY
                : new Verdict.Stop(context.login().begin(request, rule, config));
    }

    /**
     * Asks the provider again when the access token has expired: a refusal ends the session, so the provider
     * can revoke.
     */
    private Verdict refreshed(IncomingRequest request, Session old, Instant now) {
        try {
            Session session = renewed(old);
            return pass(session, context.sessionCookie(config).write(session, request, now), now);
        } catch (LoginFailedException refused) {
            return expired(request);
        }
    }

    private Session renewed(Session old) {
        String refreshToken = Optional.ofNullable(old.refreshToken()).orElseThrow();
        Tokens tokens = context.provider().refresh(refreshToken, config);
        return new Session(
                context.provider().claims(tokens.accessToken(), config),
                tokens.accessToken(),
                tokens.accessTokenEnd(),
                Optional.ofNullable(tokens.refreshToken()).orElse(refreshToken),
                old.end());
    }

    private Verdict pass(Session session, List<String> cookies, Instant now) {
        String data = context.dataToken().sign(session.claims(), config, now);
        OidcHeaders headers = new OidcHeaders(session.accessToken(), session.identity(), data);
        return new Verdict.Pass(Optional.of(headers), cookies);
    }
}
