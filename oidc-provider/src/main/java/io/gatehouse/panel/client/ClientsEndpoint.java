package io.gatehouse.panel.client;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The API clients, for API clients of owners. Acts take a token only, as those on operators do. */
@RestController
@RequestMapping("/panel/api/clients")
final class ClientsEndpoint {

    private static final String SCREEN = "/panel/clients";
    private static final String SCOPES = "scopes";
    private static final String OFF = "off";

    private final ClientActs acts;

    ClientsEndpoint(ClientActs acts) {
        this.acts = acts;
    }

    /** All API clients: those of the files first, then by name. */
    record AllClients(List<ClientView> clients) {}

    @Needs(Role.OWNER)
    @GetMapping
    AllClients all() {
        return new AllClients(acts.all());
    }

    @Needs(Role.OWNER)
    @PostMapping
    ClientView add(Authentication who, HttpServletRequest request) throws IOException {
        Proofs.requireToken(SCREEN);
        var body = Body.read(request, Set.of("client", SCOPES));
        return acts.add(Actor.of(who), body.text("client").orElse(""), body.list(SCOPES));
    }

    /** The scopes, or whether it is switched off, or both; what is not named stays. */
    @Needs(Role.OWNER)
    @PatchMapping("/{client}")
    ClientView change(Authentication who, @PathVariable String client, HttpServletRequest request) throws IOException {
        Proofs.requireToken(SCREEN);
        var body = Body.read(request, Set.of(SCOPES, OFF));
        if (!body.has(SCOPES) && !body.has(OFF)) {
            throw new RefusedException(Problem.INVALID_SETTING, "scopes or off is needed");
        }
        var scopes = body.has(SCOPES) ? Optional.of(body.list(SCOPES)) : Optional.<List<String>>empty();
        acts.change(Actor.of(who), client, scopes, body.truth(OFF));
        return acts.find(client);
    }

    @Needs(Role.OWNER)
    @PostMapping("/{client}/secret")
    ClientView renew(Authentication who, @PathVariable String client) {
        Proofs.requireToken(SCREEN);
        return acts.renew(Actor.of(who), client);
    }

    @Needs(Role.OWNER)
    @DeleteMapping("/{client}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(Authentication who, @PathVariable String client) {
        Proofs.requireToken(SCREEN);
        acts.remove(Actor.of(who), client);
    }
}
