package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.JWKSet;
import io.gatehouse.jwk.PublicKeys;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.key.SigningKey;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.oidc.registration.Registrations;
import io.gatehouse.oidc.token.AdmissionClaims;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties.Algorithm;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * The provider's metadata (OpenID Connect Discovery 1.0, RFC 8414), and the keys to check its tokens with
 * (RFC 7517). Any cache may keep them for a few minutes.
 */
@RestController
class DiscoveryEndpoint {

    private static final List<String> SECRETS = List.of("client_secret_basic", "client_secret_post");
    private static final String KEY = "private_key_jwt";
    private static final Duration CACHEABLE = Duration.ofMinutes(5);

    private final Issuer issuer;
    private final Sites sites;
    private final Registrations registrations;
    private final SigningKeys keys;
    private final Texts texts;
    private final JsonMapper json = JsonMapper.shared();

    DiscoveryEndpoint(Issuer issuer, Sites sites, Registrations registrations, SigningKeys keys, Texts texts) {
        this.registrations = registrations;
        this.issuer = issuer;
        this.sites = sites;
        this.keys = keys;
        this.texts = texts;
    }

    @GetMapping({"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"})
    ResponseEntity<byte[]> configuration() {
        var document = new LinkedHashMap<String, Object>();
        endpoints(document);
        abilities(document);
        return published(json.writeValueAsString(document), MediaType.APPLICATION_JSON);
    }

    @GetMapping(Paths.KEYS)
    ResponseEntity<byte[]> keys() {
        var set = new JWKSet(keys.published().stream().map(SigningKey::jwk).toList());
        return published(set.toString(true), MediaType.parseMediaType("application/jwk-set+json"));
    }

    private void endpoints(Map<String, Object> document) {
        document.put("issuer", issuer.value());
        document.put("authorization_endpoint", issuer.at(Paths.AUTHORIZE));
        document.put("token_endpoint", issuer.at(Paths.TOKEN));
        document.put("userinfo_endpoint", issuer.at(Paths.USERINFO));
        document.put("jwks_uri", issuer.at(Paths.KEYS));
        document.put("end_session_endpoint", issuer.at(Paths.LOGOUT));
        document.put("revocation_endpoint", issuer.at(Paths.REVOCATION));
        document.put("introspection_endpoint", issuer.at(Paths.INTROSPECTION));
        if (sites.all().stream().anyMatch(Site::pushesRequests)) {
            document.put("pushed_authorization_request_endpoint", issuer.at(Paths.PUSHED));
            document.put("require_pushed_authorization_requests", false);
        }
        if (registrations.isOn()) {
            document.put("registration_endpoint", issuer.at(Paths.REGISTRATION));
        }
        if (any(site -> site.settings().device())) {
            document.put("device_authorization_endpoint", issuer.at(Paths.DEVICE_AUTHORIZATION));
        }
    }

    private void abilities(Map<String, Object> document) {
        var hasKeys = sites.all().stream().anyMatch(Site::hasKeys);
        var methods = hasKeys ? with(clientAuthentication(), KEY) : clientAuthentication();
        document.put("response_types_supported", List.of("code"));
        document.put("response_modes_supported", List.of("query", "form_post"));
        document.put("grant_types_supported", grants());
        document.put("subject_types_supported", List.of("public"));
        document.put("id_token_signing_alg_values_supported", algorithms());
        document.put("scopes_supported", SiteClients.SCOPES);
        document.put("claims_supported", AdmissionClaims.names());
        document.put("token_endpoint_auth_methods_supported", methods);
        document.put("revocation_endpoint_auth_methods_supported", methods);
        document.put("introspection_endpoint_auth_methods_supported", hasKeys ? with(SECRETS, KEY) : SECRETS);
        if (hasKeys) {
            var signatures = PublicKeys.ALGORITHMS.stream().sorted().toList();
            document.put("token_endpoint_auth_signing_alg_values_supported", signatures);
            document.put("revocation_endpoint_auth_signing_alg_values_supported", signatures);
            document.put("introspection_endpoint_auth_signing_alg_values_supported", signatures);
        }
        if (sites.all().stream().anyMatch(Site::provesPossession)) {
            document.put("dpop_signing_alg_values_supported", PublicKeys.STRICT);
        }
        document.put("acr_values_supported", List.of(AdmissionClaims.NOBODY_IN_PARTICULAR));
        document.put("code_challenge_methods_supported", List.of("S256"));
        document.put("prompt_values_supported", List.of("none", "login", "consent", "select_account"));
        document.put("authorization_response_iss_parameter_supported", true);
        document.put("backchannel_logout_supported", true);
        document.put("backchannel_logout_session_supported", true);
        document.put("request_parameter_supported", false);
        document.put("request_uri_parameter_supported", false);
        document.put("claims_parameter_supported", true);
        document.put(
                "ui_locales_supported",
                texts.languages().stream().map(Texts.Language::tag).toList());
    }

    private List<String> clientAuthentication() {
        return any(Site::isPublic) ? with(SECRETS, "none") : SECRETS;
    }

    private static List<String> with(List<String> methods, String more) {
        return Stream.concat(methods.stream(), Stream.of(more)).toList();
    }

    private List<String> grants() {
        var grants = new ArrayList<>(List.of("authorization_code"));
        if (any(site -> site.settings().refresh())) {
            grants.add("refresh_token");
        }
        if (any(site -> site.settings().device())) {
            grants.add(AuthorizationGrantType.DEVICE_CODE.getValue());
        }
        return grants;
    }

    private List<String> algorithms() {
        return any(site -> site.idTokenAlgorithm().equals(Algorithm.ES256.name()))
                ? List.of("RS256", "ES256")
                : List.of("RS256");
    }

    /** Whether a site does, or one that registers itself could. */
    private boolean any(Predicate<Site> does) {
        return registrations.isOn() || sites.all().stream().anyMatch(does);
    }

    private static ResponseEntity<byte[]> published(String document, MediaType type) {
        var bytes = document.getBytes(UTF_8);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(CACHEABLE).cachePublic())
                .eTag("\"" + DigestUtils.md5DigestAsHex(bytes) + "\"")
                .header("Access-Control-Allow-Origin", "*")
                .contentType(type)
                .body(bytes);
    }
}
