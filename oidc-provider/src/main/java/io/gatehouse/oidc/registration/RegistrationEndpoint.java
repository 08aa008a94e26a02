package io.gatehouse.oidc.registration;

import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.registration.Registrations.Registration;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.BearerScheme;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /register}: sites that register themselves (OpenID Connect Dynamic Client Registration 1.0, RFC
 * 7591), and look at their registration or end it (RFC 7592). Not there unless
 * {@code gatehouse.registration.token} is set.
 */
@RestController
class RegistrationEndpoint {

    /** No registration is longer, in bytes. */
    private static final int LONGEST = 64 * 1024;

    private final Registrations registrations;
    private final Issuer issuer;
    private final JsonMapper json = JsonMapper.shared();

    RegistrationEndpoint(Registrations registrations, Issuer issuer) {
        this.registrations = registrations;
        this.issuer = issuer;
    }

    @PostMapping(Paths.REGISTRATION)
    ResponseEntity<Map<String, Object>> register(HttpServletRequest http) throws IOException {
        if (!registrations.isOn()) {
            return ResponseEntity.notFound().build();
        }
        if (!bearer(http).map(registrations::admits).orElse(false)) {
            return unauthorized(http);
        }
        try {
            var body = http.getInputStream().readNBytes(LONGEST + 1);
            if (body.length > LONGEST) {
                throw InvalidMetadataException.metadata("the body must have " + LONGEST + " bytes at most");
            }
            return registrations
                    .register(ClientMetadata.read(json.readTree(body), issuer, registrations.backChannelHosts()))
                    .map(registration -> answer(201, registration))
                    .orElseGet(() -> refused("invalid_client_metadata", "there are as many registrations as may be"));
        } catch (JacksonException notJson) {
            return refused("invalid_client_metadata", "the body must be a JSON object");
        } catch (InvalidMetadataException invalid) {
            return refused(invalid.code(), String.valueOf(invalid.getMessage()));
        }
    }

    @GetMapping(Paths.REGISTRATION + "/{clientId}")
    ResponseEntity<Map<String, Object>> read(@PathVariable String clientId, HttpServletRequest http) {
        if (!registrations.isOn()) {
            return ResponseEntity.notFound().build();
        }
        return find(clientId, http)
                .map(registration -> answer(200, registration))
                .orElseGet(() -> unauthorized(http));
    }

    @DeleteMapping(Paths.REGISTRATION + "/{clientId}")
    ResponseEntity<Map<String, Object>> remove(@PathVariable String clientId, HttpServletRequest http) {
        if (!registrations.isOn()) {
            return ResponseEntity.notFound().build();
        }
        var registration = find(clientId, http);
        if (registration.isEmpty()) {
            return unauthorized(http);
        }
        registrations.remove(registration.get());
        return ResponseEntity.noContent().cacheControl(CacheControl.noStore()).build();
    }

    /** An unknown registration is refused like a wrong token (RFC 7592 section 2.1). */
    private Optional<Registration> find(String clientId, HttpServletRequest http) {
        return bearer(http).flatMap(token -> registrations.find(clientId, token));
    }

    private ResponseEntity<Map<String, Object>> answer(int status, Registration registration) {
        var id = registration.clientId();
        var body = new LinkedHashMap<String, Object>();
        body.put("client_id", id);
        body.put("client_id_issued_at", registration.from().getEpochSecond());
        if (!registration.metadata().isPublic()) {
            body.put("client_secret", registrations.secret(id));
            body.put("client_secret_expires_at", registration.until().getEpochSecond());
        }
        body.put("registration_access_token", registrations.token(id));
        body.put("registration_client_uri", issuer.at(Paths.REGISTRATION + "/" + id));
        body.putAll(registration.metadata().members());
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(body);
    }

    private static ResponseEntity<Map<String, Object>> refused(String code, String description) {
        return ResponseEntity.badRequest()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("error", code, "error_description", description));
    }

    private static ResponseEntity<Map<String, Object>> unauthorized(HttpServletRequest http) {
        var hasToken = bearer(http).isPresent();
        var answer = ResponseEntity.status(401)
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.WWW_AUTHENTICATE, BearerScheme.challenge(hasToken));
        return hasToken
                ? answer.contentType(MediaType.APPLICATION_JSON).body(Map.of("error", "invalid_token"))
                : answer.build();
    }

    private static Optional<String> bearer(HttpServletRequest http) {
        return BearerScheme.token(http.getHeader(HttpHeaders.AUTHORIZATION));
    }
}
