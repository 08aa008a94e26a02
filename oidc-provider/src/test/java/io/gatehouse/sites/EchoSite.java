package io.gatehouse.sites;

/** What stands behind a server that guards it: a site that knows nothing of logins and tells whom it is told. */
final class EchoSite implements AutoCloseable {

    private final LocalSite site = new LocalSite();

    /** @param header the request header that names the visitor */
    EchoSite(String header) {
        site.answers("/", http -> {
            var visitor = http.getRequestHeaders().getFirst(header);
            LocalSite.shows(http, "text/plain", http.getRequestURI() + " for " + visitor);
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
