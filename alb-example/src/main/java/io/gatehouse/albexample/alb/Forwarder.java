package io.gatehouse.albexample.alb;

import static io.gatehouse.albexample.alb.Listener.IDLE;
import static io.gatehouse.albexample.alb.Listener.LARGEST_HEADERS;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Response.CompleteListener;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Hands requests to their target as an ALB does: streaming both ways, the Host header kept, hop-by-hop
 * headers dropped, {@code X-Forwarded-*} set. The target and the cookies of a refreshed session come as
 * attributes of the request.
 */
final class Forwarder extends ProxyHandler.Reverse {

    private static final String TARGET = Forwarder.class.getName() + ".target";
    private static final String COOKIES = Forwarder.class.getName() + ".cookies";

    Forwarder() {
        super(Forwarder::targetOf);
    }

    boolean forward(Exchange exchange, URI target, Verdict.Pass pass) {
        Request request = OidcHeaders.put(pass.headers(), exchange.jetty());
        request.setAttribute(TARGET, target);
        request.setAttribute(COOKIES, pass.cookies());
        return handle(request, exchange.response(), exchange.done());
    }

    private static HttpURI targetOf(Request request) {
        URI target = (URI) request.getAttribute(TARGET);
        return HttpURI.build(request.getHttpURI())
                .scheme(target.getScheme())
                .host(target.getHost())
                .port(target.getPort());
    }

    @Override
    protected void configureHttpClient(HttpClient client) {
        super.configureHttpClient(client);
        client.setUserAgentField(null);
        client.setConnectTimeout(IDLE.toMillis());
        client.setIdleTimeout(IDLE.toMillis());
        client.setRequestBufferSize(LARGEST_HEADERS);
        client.setMaxRequestHeadersSize(LARGEST_HEADERS);
    }

    @Override
    protected void addProxyHeaders(Request incoming, org.eclipse.jetty.client.Request outgoing) {
        outgoing.headers(headers -> addForwarded(headers, incoming));
    }

    private static void addForwarded(HttpFields.Mutable headers, Request incoming) {
        String client = Request.getRemoteAddr(incoming);
        String before = headers.get(HttpHeader.X_FORWARDED_FOR);
        headers.put(HttpHeader.X_FORWARDED_FOR, before == null ? client : before + ", " + client);
        headers.put(HttpHeader.X_FORWARDED_PROTO, incoming.isSecure() ? "https" : "http");
        headers.put(HttpHeader.X_FORWARDED_PORT, Integer.toString(Request.getLocalPort(incoming)));
    }

    @Override
    protected CompleteListener newServerToProxyResponseListener(
            Request incoming, org.eclipse.jetty.client.Request outgoing, Response response, Callback callback) {
        return new ProxyResponseListener(incoming, outgoing, response, callback) {
            @Override
            public void onHeaders(org.eclipse.jetty.client.Response answer) {
                super.onHeaders(answer);
                addCookies(incoming, response.getHeaders());
            }
        };
    }

    /** The cookies come before the target's own: a shop that logs out ends even a session that was just refreshed. */
    private static void addCookies(Request incoming, HttpFields.Mutable headers) {
        List<String> own = headers.getValuesList(HttpHeader.SET_COOKIE);
        headers.remove(HttpHeader.SET_COOKIE);
        cookiesOf(incoming).forEach(cookie -> headers.add(HttpHeader.SET_COOKIE, cookie));
        own.forEach(cookie -> headers.add(HttpHeader.SET_COOKIE, cookie));
    }

    private static List<String> cookiesOf(Request request) {
        Object cookies = Optional.ofNullable(request.getAttribute(COOKIES)).orElse(List.of());
        return ((List<?>) cookies).stream().map(String.class::cast).toList();
    }
}
