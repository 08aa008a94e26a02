package io.gatehouse.panel.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.outbound.Outbound;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.AbstractBufferingClientHttpRequest;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/** Sends what Spring asks by the bounded client, so that a provider that misbehaves costs no memory and no thread. */
final class BoundedRequests implements ClientHttpRequestFactory {

    /** The JDK writes them itself, and refuses others. */
    private static final Set<String> OF_THE_CONNECTION = Set.of("content-length", "host", "connection");

    private final Outbound outbound;

    BoundedRequests(Outbound outbound) {
        this.outbound = outbound;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
        return new Request(uri, method);
    }

    private final class Request extends AbstractBufferingClientHttpRequest {

        private final URI uri;
        private final HttpMethod method;

        Request(URI uri, HttpMethod method) {
            this.uri = uri;
            this.method = method;
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        public HttpMethod getMethod() {
            return method;
        }

        @Override
        protected ClientHttpResponse executeInternal(HttpHeaders headers, byte[] body) throws IOException {
            var request = HttpRequest.newBuilder(uri).method(method.name(), BodyPublishers.ofByteArray(body));
            headers.forEach((name, values) -> values.stream()
                    .filter(value -> !OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)))
                    .forEach(value -> request.header(name, value)));
            return new Response(outbound.read(request));
        }
    }

    private record Response(HttpResponse<String> answer) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatusCode.valueOf(answer.statusCode());
        }

        @Override
        public String getStatusText() {
            return "";
        }

        @Override
        public HttpHeaders getHeaders() {
            var headers = new HttpHeaders();
            answer.headers().map().forEach(headers::addAll);
            return headers;
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(answer.body().getBytes(UTF_8));
        }

        @Override
        public void close() {
            // The answer is whole, and its connection free.
        }
    }
}
