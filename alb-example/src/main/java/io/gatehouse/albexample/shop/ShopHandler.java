package io.gatehouse.albexample.shop;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.json.JsonMapper;

/** Maps addresses to pages. The load balancer decides who may see them; the shop verifies its headers. */
final class ShopHandler extends Handler.Abstract {

    private static final String HTML = "text/html;charset=utf-8";
    private static final String GOODS = "/goods/";
    private static final int SHARDS = 4;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ShopSettings settings;
    private final AlbData data;
    private final Pages pages = new Pages();
    private final Map<String, Template> files = Map.of(
            "text/css;charset=utf-8", Template.named("shop.css"),
            "text/javascript;charset=utf-8", Template.named("shop.js"));

    ShopHandler(ShopSettings settings) {
        this.settings = settings;
        this.data = new AlbData(settings);
    }

    @Override
    public boolean handle(Request request, Response response, Callback done) {
        protect(response);
        switch (Request.getPathInContext(request)) {
            case "/health" -> send(response, done, 200, "text/plain", "ok\n");
            case "/shop.css" -> file(response, done, "text/css;charset=utf-8");
            case "/shop.js" -> file(response, done, "text/javascript;charset=utf-8");
            case "/favicon.ico" -> send(response, done, 204, "image/x-icon", "");
            case "/goodbye" -> send(response, done, 200, HTML, pages.goodbye());
            case "/log-out" -> logOut(response, done);
            default -> inside(request, response, done);
        }
        return true;
    }

    private void inside(Request request, Response response, Callback done) {
        Optional<Admitted> visitor = Optional.ofNullable(request.getHeaders().get(AlbData.HEADER))
                .flatMap(data::claims)
                .map(Admitted::new);
        if (visitor.isEmpty()) {
            send(response, done, 403, HTML, pages.stranger());
            return;
        }
        show(Request.getPathInContext(request), request, response, done, visitor.get());
    }

    private void show(String path, Request request, Response response, Callback done, Admitted visitor) {
        Instant now = settings.clock().instant();
        Optional<Good> good = path.startsWith(GOODS) ? Good.named(path.substring(GOODS.length())) : Optional.empty();
        if (path.equals("/")) {
            send(response, done, 200, HTML, pages.home(visitor, now));
        } else if (path.equals("/api/stock")) {
            send(response, done, 200, "application/json", stock());
        } else if (good.isEmpty()) {
            send(response, done, 404, "text/plain", "The shop has no such page.\n");
        } else if (request.getMethod().equals("POST")) {
            redirect(response, done, path + "?ordered");
        } else {
            boolean ordered = "ordered".equals(request.getHttpURI().getQuery());
            send(response, done, 200, HTML, pages.good(good.get(), ordered, visitor, now));
        }
    }

    /** Ends both sessions: the load balancer's by its cookies, the waiting room's at its own address. */
    private void logOut(Response response, Callback done) {
        for (int n = 0; n < SHARDS; n++) {
            response.getHeaders()
                    .add(
                            HttpHeader.SET_COOKIE,
                            ShopSettings.SESSION_COOKIE + "-" + n
                                    + "=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; HttpOnly");
        }
        String landing = URLEncoder.encode(settings.address() + "/goodbye", StandardCharsets.UTF_8);
        redirect(
                response,
                done,
                settings.endSession() + "?client_id=" + settings.client() + "&post_logout_redirect_uri=" + landing);
    }

    private static String stock() {
        return JSON.writeValueAsString(Good.ALL.stream().collect(Collectors.toMap(Good::key, Good::stock)));
    }

    /** Pages behind a login must not be cached: the button "back" must not show them after the admission. */
    private static void protect(Response response) {
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        response.getHeaders().put("Referrer-Policy", "same-origin");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
    }

    private void file(Response response, Callback done, String type) {
        String text = Optional.ofNullable(files.get(type)).orElseThrow().text();
        send(response, done, 200, type, text);
    }

    private static void redirect(Response response, Callback done, String location) {
        response.setStatus(303);
        response.getHeaders().put(HttpHeader.LOCATION, location);
        done.succeeded();
    }

    private static void send(Response response, Callback done, int status, String type, String body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        Content.Sink.write(response, true, body, done);
    }
}
