package io.gatehouse.setup;

import static java.util.stream.Collectors.joining;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The values for templates. The secret is not among them, only the name under which a product looks for it. */
final class SetupValues {

    private static final Pattern BROKER_ENDPOINT = Pattern.compile(".*/realms/([^/]+)/broker/([^/]+)/endpoint");

    private final Site site;
    private final Issuer issuer;
    private final Duration admission;
    private final URI redirectUri;

    SetupValues(Site site, Issuer issuer, Duration admission) {
        this.site = site;
        this.issuer = issuer;
        this.admission = admission;
        this.redirectUri = URI.create(site.redirectUris().get(0));
    }

    Map<String, String> values() {
        var values = new HashMap<String, String>();
        values.put("site", site.name());
        values.put("client_id", site.clientId());
        values.put("refresh", String.valueOf(site.settings().refresh()));
        values.put("limit_seconds", String.valueOf(site.loginStateTtl().toSeconds()));
        values.put("session_seconds", String.valueOf(admission.toSeconds()));
        values.put("session_minutes", String.valueOf(Math.max(1, admission.toMinutes())));
        putIssuer(values);
        putSecret(values);
        putRedirectUri(values);
        putEntry(values);
        putScopes(values);
        return values;
    }

    Map<String, List<Map<String, String>>> lists() {
        var uris = site.redirectUris().stream()
                .map(uri -> Map.of("uri", uri, "host", host(URI.create(uri))))
                .toList();
        var entries = site.entries().entrySet().stream()
                .map(entry -> Map.of("key", entry.getKey(), "url", entry.getValue()))
                .toList();
        List<Map<String, String>> any = entries.isEmpty() ? List.of() : List.of(Map.of());
        return Map.of("redirect_uris", uris, "entries", entries, "has_entries", any);
    }

    private void putIssuer(Map<String, String> values) {
        var uri = URI.create(issuer.value());
        values.put("issuer", issuer.value());
        values.put("issuer_host", uri.getHost());
        values.put("issuer_port", String.valueOf(uri.getPort() > 0 ? uri.getPort() : issuer.isSecure() ? 443 : 80));
    }

    /** A name in an environment begins with a letter. */
    private void putSecret(Map<String, String> values) {
        var plain = site.name().replace('-', '_') + "_secret";
        var variable = Character.isLetter(plain.charAt(0)) ? plain : "site_" + plain;
        values.put("secret_variable", variable);
        values.put("env", variable.toUpperCase(Locale.ROOT));
        values.put("secret_placeholder", "${" + variable.toUpperCase(Locale.ROOT) + "}");
    }

    private void putRedirectUri(Map<String, String> values) {
        var text = redirectUri.toString();
        var origin = origin(redirectUri);
        var path = text.startsWith(origin) ? text.substring(origin.length()) : "/";
        var broker = BROKER_ENDPOINT.matcher(text);
        var isBroker = broker.matches();
        values.put("redirect_uri", text);
        values.put("redirect_origin", origin);
        values.put("redirect_host", host(redirectUri));
        values.put("redirect_path", path);
        values.put("redirect_last", path.replaceFirst("[?].*", "").replaceFirst(".*/", ""));
        values.put("realm", isBroker ? broker.group(1) : site.name());
        values.put("realm_url", isBroker ? text.substring(0, broker.end(1)) : origin + "/realms/" + site.name());
        values.put("alias", isBroker ? broker.group(2) : "gatehouse");
    }

    private void putEntry(Map<String, String> values) {
        var entry = site.entryUrl(issuer).orElse(origin(redirectUri) + "/");
        values.put("entry", entry);
        values.put("entry_origin", origin(URI.create(entry)));
    }

    private void putScopes(Map<String, String> values) {
        // Spring Security asks userinfo only for a scope that it knows; with claims off it gives nothing.
        var scopes = new ArrayList<>(List.of("openid", "profile"));
        if (site.settings().claims()) {
            scopes.add("email");
        }
        if (!site.preset().isBroker()) { // a site behind a broker does not see the claims
            scopes.add("room");
        }
        values.put("scope", String.join(" ", scopes));
        values.put("scope_plus", String.join("+", scopes));
        values.put("scope_list", String.join(", ", scopes));
        values.put("scope_json", joined(scopes, scope -> "\"" + scope + "\""));
        values.put("scope_js", joined(scopes, scope -> "'" + scope + "'"));
    }

    private static String joined(List<String> scopes, UnaryOperator<String> quoted) {
        return scopes.stream().map(quoted).collect(joining(", "));
    }

    private static String origin(URI uri) {
        return uri.getScheme() + "://" + (uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
    }

    private static String host(URI uri) {
        return uri.getHost() == null ? "" : uri.getHost();
    }
}
