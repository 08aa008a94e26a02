package io.gatehouse.oidc.registration;

import static io.gatehouse.oidc.registration.InvalidMetadataException.metadata;

import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.outbound.PublicHosts;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Loopback;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The metadata of a site at its registration (OpenID Connect Dynamic Client Registration section 2, RFC 7591
 * section 2): checked, with defaults, and without unknown members, which are ignored. We call none of its
 * addresses but the back channel's.
 *
 * @param members as they are told back to the site
 */
record ClientMetadata(Map<String, Object> members) {

    private static final String CODE = "authorization_code";
    private static final String REFRESH = "refresh_token";
    private static final String DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
    private static final Set<String> METHODS = Set.of("client_secret_basic", "client_secret_post", "none");
    private static final Set<String> GRANTS = Set.of(CODE, REFRESH, DEVICE);
    private static final List<String> TEXTS = List.of("client_name", "software_id", "software_version");
    private static final List<String> LINKS = List.of("client_uri", "logo_uri", "policy_uri", "tos_uri");

    /** A site that is promised less than it asks for would break later. */
    private static final List<String> NOT_SUPPORTED = List.of(
            "id_token_encrypted_response_alg",
            "userinfo_signed_response_alg",
            "userinfo_encrypted_response_alg",
            "sector_identifier_uri",
            "default_max_age");

    private static final Pattern OWN_SCHEME =
            Pattern.compile("[a-z][a-z0-9+-]*(\\.[a-z0-9+-]+)+:/[\\x21-\\x7e&&[^#{}<>]]*");
    private static final int MOST = 20;
    private static final int LONGEST = 2_000;

    /** Reads it; throws {@link InvalidMetadataException}. A back channel may be at these hosts inside the network. */
    static ClientMetadata read(JsonNode body, Issuer issuer, Collection<String> insideHosts) {
        if (!body.isObject()) {
            throw metadata("the body must be a JSON object");
        }
        for (var name : NOT_SUPPORTED) {
            if (body.hasNonNull(name)) {
                throw metadata(name + " is not supported");
            }
        }
        var members = new LinkedHashMap<String, Object>();
        var redirects = texts(body, "redirect_uris", List.of());
        if (redirects.isEmpty()) {
            throw invalid("redirect_uris", "must have one or more");
        }
        oauth(body, members);
        checkRedirects("redirect_uris", redirects, members);
        members.put("redirect_uris", redirects);
        logout(body, members, issuer, insideHosts);
        descriptions(body, members, issuer);
        return new ClientMetadata(members);
    }

    /** As the settings of a site would say it. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        list(settings, "redirect-uris", "redirect_uris");
        list(settings, "post-logout-redirect-uris", "post_logout_redirect_uris");
        settings.put("public", String.valueOf(isPublic()));
        settings.put("refresh", String.valueOf(grants().contains(REFRESH)));
        settings.put("device", String.valueOf(grants().contains(DEVICE)));
        settings.put("id-token-algorithm", String.valueOf(members.get("id_token_signed_response_alg")));
        if (members.get("backchannel_logout_uri") instanceof String uri) {
            settings.put("backchannel-logout-uri", uri);
            settings.put(
                    "backchannel-logout-session-required",
                    String.valueOf(members.get("backchannel_logout_session_required")));
        }
        if (members.get("initiate_login_uri") instanceof String uri) {
            settings.put("initiate-login-uri", uri);
        }
        return settings;
    }

    boolean isPublic() {
        return "none".equals(members.get("token_endpoint_auth_method"));
    }

    private static void logout(
            JsonNode body, Map<String, Object> members, Issuer issuer, Collection<String> insideHosts) {
        var after = texts(body, "post_logout_redirect_uris", List.of());
        checkRedirects("post_logout_redirect_uris", after, members);
        if (!after.isEmpty()) {
            members.put("post_logout_redirect_uris", after);
        }
        if (body.hasNonNull("backchannel_logout_uri")) {
            members.put("backchannel_logout_uri", backChannel(body, issuer, insideHosts));
            members.put("backchannel_logout_session_required", isSessionRequired(body));
        }
    }

    /** A boolean, false when it is missing (Back-Channel Logout section 2.2). */
    private static boolean isSessionRequired(JsonNode body) {
        var value = body.path("backchannel_logout_session_required");
        if (!value.isBoolean() && !value.isMissingNode() && !value.isNull()) {
            throw metadata("backchannel_logout_session_required must be true or false");
        }
        return value.asBoolean(false);
    }

    private static void oauth(JsonNode body, Map<String, Object> members) {
        var method = one(body, "token_endpoint_auth_method", "client_secret_basic", METHODS);
        var responses = texts(body, "response_types", List.of("code"));
        if (!responses.equals(List.of("code"))) {
            throw metadata("response_types must be code, were " + responses);
        }
        var grants = texts(body, "grant_types", List.of(CODE));
        if (!GRANTS.containsAll(grants) || !grants.contains(CODE)) {
            throw metadata("grant_types must have authorization_code, and may have " + GRANTS);
        }
        if (method.equals("none") && grants.contains(REFRESH)) {
            throw metadata("a public site gets no refresh tokens");
        }
        members.put("response_types", responses);
        members.put("grant_types", grants);
        members.put("token_endpoint_auth_method", method);
        members.put("application_type", one(body, "application_type", "web", Set.of("web", "native")));
        members.put("subject_type", one(body, "subject_type", "public", Set.of("public")));
        members.put(
                "id_token_signed_response_alg",
                one(body, "id_token_signed_response_alg", "RS256", Set.of("RS256", "ES256")));
        // These hold for every site, for any request: each login names its own.
        members.put("scope", String.join(" ", SiteClients.SCOPES));
    }

    private static void descriptions(JsonNode body, Map<String, Object> members, Issuer issuer) {
        for (var name : TEXTS) {
            if (body.hasNonNull(name)) {
                members.put(name, text(body, name, ""));
            }
        }
        for (var name : LINKS) {
            if (body.hasNonNull(name)) {
                members.put(name, address(body, name));
            }
        }
        if (body.hasNonNull("initiate_login_uri")) {
            var initiate = address(body, "initiate_login_uri");
            if (!initiate.startsWith("https:") && !issuer.isAtHome()) {
                throw invalid("initiate_login_uri", "must be https");
            }
            members.put("initiate_login_uri", initiate);
        }
        var contacts = texts(body, "contacts", List.of());
        if (!contacts.isEmpty()) {
            members.put("contacts", contacts);
        }
    }

    /** The one address that we call: not inside, unless a setting names its host or we are being tried out there. */
    private static String backChannel(JsonNode body, Issuer issuer, Collection<String> insideHosts) {
        var address = address(body, "backchannel_logout_uri");
        var host = URI.create(address).getHost();
        if (!issuer.isAtHome() && !insideHosts.contains(host) && !PublicHosts.isPublic(host)) {
            throw metadata("backchannel_logout_uri must lead to a public host, or to one that the operator allows");
        }
        return address;
    }

    private static String address(JsonNode body, String name) {
        var address = text(body, name, "");
        checkAddress(name, address);
        return address;
    }

    /** An app may have a scheme of its own, with a dot as in a domain's name (RFC 8252 section 7.1). */
    private static void checkRedirects(String name, List<String> addresses, Map<String, Object> members) {
        var isNative = "native".equals(members.get("application_type"));
        addresses.stream().filter(uri -> !isNative || !isOfAnApp(uri)).forEach(uri -> checkAddress(name, uri));
    }

    private static boolean isOfAnApp(String text) {
        try {
            return OWN_SCHEME.matcher(new URI(text).toString()).matches();
        } catch (URISyntaxException unreadable) {
            return false;
        }
    }

    /** An https address, or plain http on the site's own machine; never with a fragment (RFC 6749 section 3.1.2). */
    private static void checkAddress(String name, String text) {
        try {
            var uri = new URI(text);
            var host = uri.getHost();
            var isUsable = host != null
                    && host.equals(host.toLowerCase(Locale.ROOT))
                    && Loopback.isHttpsOrLoopback(uri)
                    && uri.getRawFragment() == null
                    && uri.getRawUserInfo() == null
                    && text.equals(uri.toASCIIString())
                    && !text.contains("{");
            if (isUsable) {
                return;
            }
        } catch (URISyntaxException unreadable) {
            // Told like any other that cannot be used.
        }
        throw invalid(name, "must be https, or http on a loopback host, without fragment");
    }

    private static String one(JsonNode body, String name, String usual, Set<String> allowed) {
        var value = text(body, name, usual);
        if (!allowed.contains(value)) {
            throw metadata(name + " must be one of " + allowed);
        }
        return value;
    }

    private static String text(JsonNode body, String name, String usual) {
        var value = body.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isString() || value.asString().length() > LONGEST) {
            throw metadata(name + " must be a string of " + LONGEST + " characters at most");
        }
        return value.asString();
    }

    private static List<String> texts(JsonNode body, String name, List<String> usual) {
        var value = body.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isArray() || value.size() > MOST) {
            throw invalid(name, "must be an array of " + MOST + " strings at most");
        }
        var texts = new ArrayList<String>();
        value.forEach(text -> {
            if (!text.isString() || text.asString().length() > LONGEST) {
                throw invalid(name, "must be an array of strings of " + LONGEST + " characters at most");
            }
            texts.add(text.asString());
        });
        return List.copyOf(texts);
    }

    /** A wrong redirect URI has an error code of its own (RFC 7591 section 3.2.2). */
    private static InvalidMetadataException invalid(String name, String description) {
        var code = name.equals("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
        return new InvalidMetadataException(code, name + " " + description);
    }

    private void list(Map<String, String> settings, String setting, String name) {
        var values = values(name);
        for (var index = 0; index < values.size(); index++) {
            settings.put(setting + "[" + index + "]", values.get(index));
        }
    }

    private List<String> grants() {
        return values("grant_types");
    }

    private List<String> values(String name) {
        return Stream.of(members.getOrDefault(name, List.of()))
                .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.empty())
                .map(String::valueOf)
                .toList();
    }
}
