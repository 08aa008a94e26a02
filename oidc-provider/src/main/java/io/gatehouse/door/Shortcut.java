package io.gatehouse.door;

import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Gives {@link ReadyAnswers} before any filter and servlet, and before compression.
 *
 * <p>It does what those would have done for such an answer; ReadyBoardsTest and ReadyFilesTest compare both
 * ways. The headers are the same, and the request is counted among all requests. The first request that a
 * proxy has forwarded goes the long way, where proxies are detected.
 */
final class Shortcut extends Handler.Wrapper {

    /** The answers of one side, and how their requests are counted. */
    private record Counted(ReadyAnswers answers, Timer found, Timer unchanged, Timer foundHead, Timer unchangedHead) {

        static Counted by(MeterRegistry meters, ReadyAnswers answers) {
            return new Counted(
                    answers,
                    timer(meters, answers, "GET", "200", "SUCCESS"),
                    timer(meters, answers, "GET", "304", "REDIRECTION"),
                    timer(meters, answers, "HEAD", "200", "SUCCESS"),
                    timer(meters, answers, "HEAD", "304", "REDIRECTION"));
        }

        /** As Spring counts requests. */
        private static Timer timer(
                MeterRegistry meters, ReadyAnswers answers, String method, String status, String outcome) {
            return Timer.builder("http.server.requests")
                    .description("How long requests took")
                    .tags("error", "none", "exception", "none", "method", method)
                    .tags("outcome", outcome, "status", status, "uri", answers.uri())
                    .register(meters);
        }

        Timer timer(boolean isHead, boolean isKnown) {
            if (isHead) {
                return isKnown ? unchangedHead : foundHead;
            }
            return isKnown ? unchanged : found;
        }
    }

    private final List<Counted> sides;
    private final HttpFields everywhere;
    private final Ticker ticker;
    private final AtomicBoolean isProxySeen = new AtomicBoolean();

    Shortcut(List<ReadyAnswers> answers, StrictTransport https, MeterRegistry meters, Ticker ticker) {
        this.sides = answers.stream().map(side -> Counted.by(meters, side)).toList();
        this.everywhere = everywhere(https);
        this.ticker = ticker;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var isHead = HttpMethod.HEAD.is(request.getMethod());
        if ((isHead || HttpMethod.GET.is(request.getMethod())) && !isFirstByAProxy(request.getHeaders())) {
            var address = request.getHttpURI();
            for (var side : sides) {
                var began = ticker.read();
                var answer = side.answers.at(address, request.getHeaders());
                if (answer.isPresent()) {
                    var isKnown = isKnown(request, answer.get().etag());
                    side.timer(isHead, isKnown).record(ticker.read() - began, TimeUnit.NANOSECONDS);
                    send(answer.get(), isKnown, response, callback);
                    return true;
                }
            }
        }
        request.getContext().execute(() -> Door.goOn(super::handle, request, response, callback));
        return true;
    }

    /** Nothing here waits, so the thread that has read the head may ask; for all else it fetches another. */
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    private void send(ReadyAnswers.Answer answer, boolean isKnown, Response response, Callback callback) {
        response.setStatus(isKnown ? 304 : 200);
        response.getHeaders().add(everywhere).add(answer.headers()).put(HttpHeader.ETAG, answer.etag());
        if (isKnown) {
            response.getHeaders().remove(HttpHeader.CONTENT_ENCODING); // says something of the body (section 15.4.5)
        }
        response.write(true, isKnown ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(answer.body()), callback);
    }

    private boolean isFirstByAProxy(HttpFields sent) {
        return !isProxySeen.get()
                && (sent.contains(HttpHeader.FORWARDED) || sent.contains(HttpHeader.X_FORWARDED_FOR))
                && isProxySeen.compareAndSet(false, true);
    }

    /** {@code If-None-Match} may list several ETags, and a cache may have marked ours as weak (RFC 9110, 13.1.2). */
    private static boolean isKnown(Request request, String etag) {
        return request.getHeaders().contains(HttpHeader.IF_NONE_MATCH)
                && request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH).stream()
                        .anyMatch(tags -> tags.contains(etag));
    }

    /** The headers that Spring Security and the filters before it add to every public answer. */
    private static HttpFields everywhere(StrictTransport https) {
        var headers = HttpFields.build()
                .add(new PreEncodedHttpField(HttpHeader.VARY, "Accept-Encoding"))
                .add(new PreEncodedHttpField("X-Content-Type-Options", "nosniff"))
                .add(new PreEncodedHttpField("X-XSS-Protection", "0"))
                .add(new PreEncodedHttpField("X-Frame-Options", "DENY"));
        https.value().ifPresent(value -> headers.add(new PreEncodedHttpField(StrictTransport.HEADER, value)));
        return headers.asImmutable();
    }
}
