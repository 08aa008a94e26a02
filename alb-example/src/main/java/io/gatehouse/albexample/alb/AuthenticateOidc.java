package io.gatehouse.albexample.alb;

import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.ALLOW;
import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.DENY;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The {@code authenticate-oidc} action: the visitor of a request, and the answer if there is none. */
final class AuthenticateOidc {

    private final Rule rule;
    private final AuthenticateOidcConfig config;
    private final Options options;
    private final SessionCookie cookie;
    private final Login login;
    private final IdentityProvider provider;
    private final DataToken data;

    AuthenticateOidc(Rule rule, AuthenticateOidcConfig config, ListenerContext context) {
        this.rule = rule;
        this.config = config;
        this.options = context.options();
        this.cookie = context.sessionCookie(config);
        this.login = context.login();
        this.provider = context.provider();
        this.data = context.dataToken();
    }

    Verdict judge(IncomingRequest request) {
        if (request.host().isEmpty()) {
            return new Verdict.Stop(Answer.failure(Failure.MISSING_HOST));
        }
        Instant now = options.clock().instant();
        Optional<Session> session = cookie.read(request);
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

    /** A session that has ended is sent to log in again even where having none would be denied. */
    private Verdict expired(IncomingRequest request) {
        return config.onUnauthenticatedRequest() == ALLOW
                ? Verdict.NOBODY
                : new Verdict.Stop(login.begin(request, rule, config));
    }

    /**
     * The provider is asked again when the access token has run out: a "no" ends the session, so it can
     * revoke.
     */
    private Verdict refreshed(IncomingRequest request, Session old, Instant now) {
        try {
            Session session = renewed(old);
            return pass(session, cookie.write(session, request, now), now);
        } catch (LoginFailedException refused) {
            return expired(request);
        }
    }

    private Session renewed(Session old) {
        String refreshToken = Optional.ofNullable(old.refreshToken()).orElseThrow();
        Tokens tokens = provider.refresh(refreshToken, config);
        return new Session(
                provider.claims(tokens.accessToken(), config),
                tokens.accessToken(),
                tokens.accessTokenEnd(),
                Optional.ofNullable(tokens.refreshToken()).orElse(refreshToken),
                old.end());
    }

    private Verdict pass(Session session, List<String> cookies, Instant now) {
        OidcHeaders headers =
                new OidcHeaders(session.accessToken(), session.identity(), data.sign(session.claims(), config, now));
        return new Verdict.Pass(Optional.of(headers), cookies);
    }
}
