package io.gatehouse.check;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.SitePreset;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Whether the installation publishes what the product needs to know (OpenID Connect Discovery 1.0). */
record DiscoveryCheck(Site site, Issuer issuer, Report report, Http server) {

    private static final String ABOUT = "discovery";
    private static final String PATH = "/.well-known/openid-configuration";

    /** Whether there is a provider for the further steps. */
    boolean run() {
        var answer = server.get(issuer.at(PATH));
        var document = answer.json();
        if (answer.status() != 200 || !document.isObject()) {
            report.wrong(
                    ABOUT,
                    "%s answered %d: is this installation reached at gatehouse.issuer?"
                            .formatted(issuer.at(PATH), answer.status()));
            return false;
        }
        checkIssuer(document);
        checkEndpoints(document);
        checkScheme();
        report.time(ABOUT, answer);
        return true;
    }

    private void checkIssuer(JsonNode document) {
        var said = document.path("issuer").asString("");
        var slash = said.equals(issuer.value() + "/") || issuer.value().equals(said + "/")
                ? "; they differ by the slash at the end"
                : "";
        report.expect(
                said.equals(issuer.value()),
                ABOUT,
                "the issuer is " + issuer.value(),
                "the installation calls itself \"%s\", and gatehouse.issuer is \"%s\"; products compare them as text%s"
                        .formatted(said, issuer.value(), slash));
    }

    private void checkEndpoints(JsonNode document) {
        Map<String, String> endpoints = new LinkedHashMap<>();
        endpoints.put("authorization_endpoint", "/authorize");
        endpoints.put("token_endpoint", "/token");
        endpoints.put("userinfo_endpoint", "/userinfo");
        endpoints.put("jwks_uri", "/.well-known/jwks.json");
        endpoints.forEach((name, path) -> {
            var said = document.path(name).asString("");
            if (!said.equals(issuer.at(path))) {
                report.wrong(ABOUT, "%s is \"%s\" and should be %s".formatted(name, said, issuer.at(path)));
            }
        });
    }

    private void checkScheme() {
        var port = URI.create(issuer.value()).getPort();
        if (!issuer.isSecure()) {
            report.note(ABOUT, "the issuer is plain http, which does for trials on this machine and nowhere else");
        } else if (site.preset() == SitePreset.COGNITO && port > 0 && port != 443) {
            report.wrong(ABOUT, "Cognito reaches port 443 only, and the issuer has port " + port);
        }
    }
}
