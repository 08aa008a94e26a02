package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * What is said where the server refuses a request before an endpoint has it, and where the error's own endpoint fails: a
 * page of ours to a person, a short document to a program, and never a word of the server's.
 */
final class BareErrors extends ErrorHandler {

    private static final String TYPE = "https://gatehouse.io/problems#";

    /** What is no HTTP at all has a version that we do not know, too: no fault of ours (RFC 9110 section 2.5). */
    private static final int NOT_OUR_HTTP = 505;

    private static final String HTML = "text/html";

    /** What is sent, and the headers that go with it. */
    private record Answer(Map<String, String> headers, String body) {}

    private final ErrorPages pages;

    BareErrors(ErrorPages pages) {
        this.pages = pages;
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
        var accept = headers.size() == 0 ? HTML : headers.get(HttpHeader.ACCEPT); // none: they could not be read
        var answer = answer(response.getStatus(), accept, headers.get(HttpHeader.ACCEPT_LANGUAGE));
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(UTF_8)), callback);
    }

    /** The same where servlets are; takes over the error pages of the one that it replaces. */
    ErrorPageErrorHandler within(ErrorPageErrorHandler replaced) {
        var errors = new ErrorPageErrorHandler() {
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
                BareErrors.this.generateResponse(request, response, code, message, cause, callback);
            }
        };
        errors.setErrorPages(replaced.getErrorPages());
        return errors;
    }

    private Answer answer(int status, @Nullable String accept, @Nullable String languages) {
        if (Objects.requireNonNullElse(accept, "").toLowerCase(Locale.ROOT).contains(HTML)) {
            var page = pages.of(status, Objects.requireNonNullElse(languages, ""));
            return new Answer(page.headers(), page.html());
        }
        return new Answer(
                Map.of("Content-Type", "application/problem+json", "Cache-Control", "no-store"), document(status));
    }

    private static String document(int status) {
        var known = HttpStatus.resolve(status);
        var title = known == null ? "Error" : known.getReasonPhrase();
        var type =
                switch (status) {
                    case 408 -> "\"type\":\"" + TYPE + "too-slow\",";
                    case 413 -> "\"type\":\"" + TYPE + "too-large\",";
                    default -> "";
                };
        return "{%s\"title\":\"%s\",\"status\":%d}".formatted(type, title, status);
    }
}
