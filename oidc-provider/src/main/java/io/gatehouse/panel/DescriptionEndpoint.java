package io.gatehouse.panel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.setting.Issuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /panel/api}: what the panel's API is, as an OpenAPI document (3.1). It lies in {@code openapi.json}, is
 * written by hand, and compared with the endpoints by tests; only the address of the installation is filled in.
 */
@RestController
final class DescriptionEndpoint {

    private final String description;

    DescriptionEndpoint(Issuer issuer) {
        this.description = text().replace("ISSUER", issuer.value());
    }

    @Needs(Role.VIEWER)
    @GetMapping(path = "/panel/api", produces = MediaType.APPLICATION_JSON_VALUE)
    String description() {
        return description;
    }

    private static String text() {
        try (var stream = Objects.requireNonNull(DescriptionEndpoint.class.getResourceAsStream("openapi.json"))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
