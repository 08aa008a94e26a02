package io.gatehouse.albexample.alb;

import io.gatehouse.testing.MutableClock;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The stand-in between a browser, a made-up provider and a target that echoes. */
final class Bench implements AutoCloseable {

    final MutableClock clock = new MutableClock();
    final StubProvider provider;
    final EchoTarget target;
    final PlainBrowser browser = new PlainBrowser();
    private final LinkedBlockingQueue<AccessLogEntry> log = new LinkedBlockingQueue<>();
    private final Listener alb;

    Bench() {
        this(options -> options, config -> config);
    }

    Bench(UnaryOperator<Options> turned, UnaryOperator<AuthenticateOidcConfig.Builder> configured) {
        clock.stands();
        try {
            provider = new StubProvider(clock);
            target = new EchoTarget();
        } catch (IOException noPort) {
            throw new AssertionError(noPort);
        }
        Options options = turned.apply(Options.defaults().clock(clock).accessLog(log::add));
        AuthenticateOidcConfig.Builder config =
                configured.apply(AuthenticateOidcConfig.gatehouse(provider.issuer(), "shop", "s3cret/+ %"));
        AuthenticateOidcConfig denying = configured
                .apply(AuthenticateOidcConfig.gatehouse(provider.issuer(), "shop", "s3cret/+ %"))
                .onUnauthenticatedRequest(OnUnauthenticatedRequest.DENY)
                .build();
        alb = Listener.open(
                0,
                List.of(
                        Rule.otherwise().authenticate(config.build()).forward(target.address()),
                        Rule.paths(1, "/open/*").forward(target.address()),
                        Rule.paths(2, "/api/*").authenticate(denying).forward(target.address())),
                options);
    }

    String url(String path) {
        return alb.address() + path;
    }

    String host() {
        return alb.address().getAuthority();
    }

    int port() {
        return alb.address().getPort();
    }

    /** Opens a page without a session and gives back the state that went to the provider. */
    String beginLogin(String path) {
        return stateOf(browser.get(url(path)));
    }

    static String stateOf(HttpResponse<?> redirect) {
        Matcher state = Pattern.compile("[?&]state=([^&]+)").matcher(PlainBrowser.location(redirect));
        if (!state.find()) {
            throw new AssertionError("No state in " + PlainBrowser.location(redirect));
        }
        return URLDecoder.decode(state.group(1), StandardCharsets.UTF_8);
    }

    HttpResponse<String> callback(String state, String... parameters) {
        String query = "?state=" + URLEncoder.encode(state, StandardCharsets.UTF_8);
        return browser.get(url(
                "/oauth2/idpresponse" + query + (parameters.length == 0 ? "" : "&") + String.join("&", parameters)));
    }

    HttpResponse<String> logIn(String path) {
        return callback(beginLogin(path), "code=c0de");
    }

    /**
     * The reason code that the access log gives to the first request of a path; it is written after the
     * answer.
     */
    String reasonOf(String path) throws InterruptedException {
        long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < limit) {
            AccessLogEntry entry = log.poll(100, TimeUnit.MILLISECONDS);
            if (entry != null && entry.request().contains(path)) {
                return entry.reason();
            }
        }
        throw new AssertionError("No line for " + path + " in the access log");
    }

    @Override
    public void close() {
        alb.close();
        target.close();
        provider.close();
    }
}
