package io.gatehouse.panel.accesskey;

import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The key pairs, for API clients. */
@RestController
@RequestMapping("/panel/api/aws-keys")
@ConditionalOnAwsApi
final class AccessKeysEndpoint {

    private final AccessKeyActs acts;

    AccessKeysEndpoint(AccessKeyActs acts) {
        this.acts = acts;
    }

    /** All of them, those of the configuration files first. */
    record AllKeys(List<AccessKeyView> keys) {}

    /** Without secrets: the ledger names keys, and its readers may ask for their owners. */
    @Needs(Role.VIEWER)
    @GetMapping
    AllKeys all() {
        return new AllKeys(acts.all());
    }

    @Needs(Role.OWNER)
    @PostMapping
    AccessKeyView make(Authentication who, HttpServletRequest request) throws IOException {
        return acts.make(Actor.of(who), Body.read(request, Set.of("rooms")).list("rooms"));
    }

    @Needs(Role.OWNER)
    @DeleteMapping("/{key}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void takeAway(@PathVariable String key, Authentication who) {
        acts.takeAway(Actor.of(who), key);
    }
}
