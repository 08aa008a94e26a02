package io.gatehouse.albexample.alb;

import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** A request to the load balancer. Its address is made from the Host header, as an ALB does. */
record IncomingRequest(Request jetty) {

    Optional<String> host() {
        return header(HttpHeader.HOST.asString()).filter(host -> !host.isBlank());
    }

    String hostName() {
        return host().orElse("").replaceFirst(":\\d+$", "");
    }

    String path() {
        return Optional.ofNullable(jetty.getHttpURI().getPath()).orElse("/");
    }

    String url() {
        return address() + jetty.getHttpURI().getPathQuery();
    }

    String redirectUri() {
        return address() + Callback.PATH;
    }

    private String address() {
        return (jetty.isSecure() ? "https://" : "http://") + host().orElse("");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(jetty.getHeaders().get(name));
    }

    Optional<String> parameter(String name) {
        Fields parameters = Request.extractQueryParameters(jetty);
        @Nullable String value = parameters.getValue(name);
        return Optional.ofNullable(value).filter(given -> !given.isEmpty());
    }

    Optional<String> cookie(String name) {
        return Request.getCookies(jetty).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    boolean isCrossOrigin() {
        return header(HttpHeader.ORIGIN.asString())
                .filter(origin -> !origin.equals(address()))
                .isPresent();
    }
}
