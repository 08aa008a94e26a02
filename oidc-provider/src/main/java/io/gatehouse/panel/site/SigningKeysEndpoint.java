package io.gatehouse.panel.site;

import com.nimbusds.jose.JWSAlgorithm;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.oidc.key.SigningKey;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The signing keys: what there is, and a new one. */
@RestController
@RequestMapping("/panel/api/signing-keys")
final class SigningKeysEndpoint {

    private final SigningKeys keys;
    private final Ledgers ledgers;
    private final Clock clock;

    SigningKeysEndpoint(SigningKeys keys, Ledgers ledgers, Clock clock) {
        this.keys = keys;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** All keys that are published. */
    record AllKeys(List<KeyView> keys) {}

    @Needs(Role.VIEWER)
    @GetMapping
    AllKeys all() {
        return answer(keys.published());
    }

    /** A new key of the named algorithm; of each that is in use, when none is named. */
    @Needs(Role.OWNER)
    @PostMapping
    AllKeys rotate(Authentication who, HttpServletRequest request) throws IOException {
        var known =
                keys.published().stream().map(SigningKey::algorithm).distinct().toList();
        var asked = Body.read(request, Set.of("algorithm")).text("algorithm").map(JWSAlgorithm::parse);
        asked.filter(algorithm -> !known.contains(algorithm)).ifPresent(unknown -> {
            throw RefusedException.invalid("algorithm must be one of " + known, "\"" + unknown + "\"");
        });
        ledgers.house(
                Actor.of(who).toString(),
                "rotate signing keys, " + asked.map(JWSAlgorithm::getName).orElse("all algorithms"));
        var now = answer(keys.rotate(asked.map(List::of).orElse(known)));
        ActLog.other(Actor.of(who), "signing keys rotated, now " + now.keys());
        return now;
    }

    private AllKeys answer(List<SigningKey> published) {
        var now = clock.instant();
        return new AllKeys(published.stream().map(key -> KeyView.of(key, now)).toList());
    }
}
