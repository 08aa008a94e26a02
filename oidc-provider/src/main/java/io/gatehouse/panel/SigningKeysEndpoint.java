package io.gatehouse.panel;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The signing keys: what there is, and a new one. */
@RestController
@RequestMapping("/panel/api/signing-keys")
final class SigningKeysEndpoint {

    private final KeyRotation rotation;

    SigningKeysEndpoint(KeyRotation rotation) {
        this.rotation = rotation;
    }

    /** All keys that are published. */
    record SigningKeys(List<KeyRotation.Key> keys) {}

    @GetMapping
    SigningKeys all() {
        return new SigningKeys(rotation.keys());
    }

    /** A new key of the named algorithm; of each that is in use, when none is named. */
    @PostMapping
    SigningKeys rotate(Authentication who, HttpServletRequest request) throws IOException {
        var asked = Body.read(request, Set.of("algorithm")).text("algorithm");
        asked.filter(algorithm -> !rotation.algorithms().contains(algorithm)).ifPresent(unknown -> {
            throw RefusedException.invalid("algorithm must be one of " + rotation.algorithms(), "\"" + unknown + "\"");
        });
        var keys = rotation.rotate(asked.map(List::of).orElseGet(rotation::algorithms));
        ActLog.other(Actor.of(who), "signing keys rotated, now " + said(keys));
        return new SigningKeys(keys);
    }

    private static String said(List<KeyRotation.Key> keys) {
        return keys.stream()
                .map(key -> key.algorithm() + " " + key.kid() + " " + key.state())
                .collect(Collectors.joining(", "));
    }
}
