package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Answers errors outside of endpoints: the server refuses a request, an address does not exist, or an
 * endpoint fails. A person gets a page of ours, a program a short document, and neither a word of the
 * server's.
 */
final class BareErrors extends ErrorHandler {

    private static final String TYPE = "https://gatehouse.io/problems#";

    /** Jetty answers so to a request that is not HTTP at all; the fault is not ours (RFC 9110 section 2.5). */
    private static final int NOT_OUR_HTTP = 505;

    private final ErrorPages pages;
    private final PathMappings<ErrorDocuments> documents = new PathMappings<>();

    BareErrors(ErrorPages pages, List<ErrorDocuments> documents) {
        this.pages = pages;
        documents.forEach(own -> own.paths().forEach(path -> this.documents.put(path, own)));
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        if (code == NOT_OUR_HTTP) {
            response.setStatus(HttpStatus.BAD_REQUEST.value());
        }
        var headers = request.getHeaders();
        var isUnread = headers.size() == 0; // they could not be read
        var own = isUnread ? null : documents.getMatched(Request.getPathInContext(request));
        var answer = own == null
                ? usual(isUnread, response.getStatus(), headers)
                : own.getResource().of().apply(response.getStatus());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (isUnread) { // the server hangs up, and has not said so of a first line that it has not understood
            response.getHeaders().put(HttpHeader.CONNECTION, "close"); // RFC 9112 section 9.6
        }
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }

    private ErrorPages.Page usual(boolean isUnread, int status, HttpFields headers) {
        return isUnread || ErrorPages.areWanted(headers.get(HttpHeader.ACCEPT))
                ? pages.of(status, Objects.requireNonNullElse(headers.get(HttpHeader.ACCEPT_LANGUAGE), ""))
                : document(status);
    }

    private static ErrorPages.Page document(int status) {
        var known = HttpStatus.resolve(status);
        var title = known == null ? "Error" : known.getReasonPhrase();
        var type =
                switch (status) {
                    case 408 -> "\"type\":\"" + TYPE + "too-slow\",";
                    case 413 -> "\"type\":\"" + TYPE + "too-large\",";
                    default -> "";
                };
        return new ErrorPages.Page(
                Map.of("Content-Type", "application/problem+json", "Cache-Control", "no-store"),
                "{%s\"title\":\"%s\",\"status\":%d}"
                        .formatted(type, title, status)
                        .getBytes(UTF_8));
    }
}
