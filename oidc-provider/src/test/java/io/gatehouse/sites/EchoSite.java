package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.Collectors;

/**
 * What stands behind a server that guards it: a site that knows nothing of logins and tells whom it is told,
 * at {@code /headers} all that it is told, at {@code /form} what was sent, and a {@link WarnedPage}.
 */
final class EchoSite implements AutoCloseable {

    private final LocalSite site = new LocalSite();

    /** @param header the request header that names the visitor */
    EchoSite(String header) {
        site.answers("/", http -> {
            var visitor = http.getRequestHeaders().getFirst(header);
            LocalSite.shows(http, "text/plain", http.getRequestURI() + " for " + visitor);
        });
        site.answers("/form", http -> {
            var body = new String(http.getRequestBody().readAllBytes(), UTF_8);
            LocalSite.shows(http, "text/plain", http.getRequestMethod() + " " + body);
        });
        site.answers(WarnedPage.PATH, http -> {
            var visit = http.getRequestHeaders().getFirst("OIDC_CLAIM_visit");
            LocalSite.shows(http, "text/html", WarnedPage.html(LocalSite.parameters(http), visit, ""));
        });
        site.answers("/headers", http -> {
            var headers = http.getRequestHeaders().entrySet().stream()
                    .map(sent -> sent.getKey() + ": " + String.join(", ", sent.getValue()))
                    .collect(Collectors.joining("\n"));
            LocalSite.shows(http, "text/plain", headers);
        });
    }

    String address() {
        return site.at("");
    }

    @Override
    public void close() {
        site.close();
    }
}
