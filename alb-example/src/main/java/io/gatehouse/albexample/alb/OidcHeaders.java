package io.gatehouse.albexample.alb;

import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;

/** The three headers that identify the visitor for the target. A browser's headers of these names are dropped. */
record OidcHeaders(String accessToken, String identity, String data) {

    private static final String PREFIX = "x-amzn-oidc-";

    static Request put(Optional<OidcHeaders> headers, Request request) {
        HttpFields.Mutable fields = HttpFields.build();
        request.getHeaders().stream()
                .filter(field -> !field.getName().toLowerCase(Locale.ROOT).startsWith(PREFIX))
                .forEach(fields::add);
        headers.ifPresent(values -> values.addTo(fields));
        return new WithHeaders(request, fields.asImmutable());
    }

    private void addTo(HttpFields.Mutable fields) {
        fields.add(PREFIX + "accesstoken", accessToken);
        fields.add(PREFIX + "identity", identity);
        fields.add(PREFIX + "data", data);
    }

    @Override
    public String toString() {
        return "OidcHeaders[identity=" + identity + "]";
    }

    private static final class WithHeaders extends Request.Wrapper {

        private final HttpFields headers;

        private WithHeaders(Request request, HttpFields headers) {
            super(request);
            this.headers = headers;
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}
