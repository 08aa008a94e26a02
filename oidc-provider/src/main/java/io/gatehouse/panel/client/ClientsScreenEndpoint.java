package io.gatehouse.panel.client;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.setting.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screens of the API clients. They need no script. A secret is shown in the answer to the form that has
 * made it, and nowhere else. An act is looked at before its proof where it can be refused: a code is good
 * once.
 */
@ScreenEndpoint
@RequestMapping(ClientsScreenEndpoint.CLIENTS)
final class ClientsScreenEndpoint {

    static final String CLIENTS = "/panel/clients";

    private static final String CLIENT = "client";
    private static final String SCOPES = "scopes";
    private static final String NAME = "name";

    private final ClientActs acts;
    private final Proofs proofs;
    private final Issuer issuer;

    ClientsScreenEndpoint(ClientActs acts, Proofs proofs, Issuer issuer) {
        this.acts = acts;
        this.proofs = proofs;
        this.issuer = issuer;
    }

    @Needs(Role.OWNER)
    @GetMapping
    ModelAndView all() {
        return Screen.page("clients").addObject("clients", acts.all());
    }

    @Needs(Role.OWNER)
    @GetMapping("/new")
    ModelAndView newOne() {
        return newOne("", List.of());
    }

    /** Adds an API client, and shows its secret this once. */
    @Needs(Role.OWNER)
    @PostMapping("/new")
    ModelAndView add(
            Authentication who, @RequestParam MultiValueMap<String, String> typed, HttpServletRequest request) {
        var name = Optional.ofNullable(typed.getFirst(CLIENT)).orElse("").strip();
        var scopes = typed.getOrDefault(SCOPES, List.of());
        try {
            acts.requireNew(name, scopes);
            proofs.requireOf(typed.toSingleValueMap(), request);
            return told(acts.add(Actor.of(who), name, scopes));
        } catch (RefusedException refused) {
            return Screen.refused(newOne(name, scopes), refused);
        }
    }

    private ModelAndView newOne(String name, List<String> ticked) {
        return proofs.asking("new-client").addObject(NAME, name).addObject("ticked", ticked);
    }

    @Needs(Role.OWNER)
    @GetMapping("/{client}")
    ModelAndView one(@PathVariable String client) {
        var one = acts.find(client);
        return screen(one, one.scopes());
    }

    /** A new secret is shown in the answer, this once. */
    @Needs(Role.OWNER)
    @PostMapping("/{client}/{act:scopes|secret|off|on|remove}")
    ModelAndView act(
            Authentication who,
            @PathVariable String client,
            @PathVariable String act,
            @RequestParam MultiValueMap<String, String> typed,
            HttpServletRequest request) {
        var one = acts.find(client);
        var scopes = typed.getOrDefault(SCOPES, List.of());
        try {
            if (act.equals(SCOPES)) {
                ClientActs.requireScopes(scopes);
            }
            proofs.requireOf(typed.toSingleValueMap(), request);
            return act(Actor.of(who), client, act, scopes);
        } catch (RefusedException refused) {
            return Screen.refused(screen(one, act.equals(SCOPES) ? scopes : one.scopes()), refused);
        }
    }

    private ModelAndView act(Actor who, String client, String act, List<String> scopes) {
        return switch (act) {
            case "secret" -> told(acts.renew(who, client));
            case "remove" -> {
                acts.remove(who, client);
                yield Screen.seeOther(CLIENTS + "?done=client-removed");
            }
            case SCOPES -> change(who, client, act, Optional.of(scopes), Optional.empty());
            default -> change(who, client, act, Optional.empty(), Optional.of(act.equals("off")));
        };
    }

    private ModelAndView change(
            Actor who, String client, String act, Optional<List<String>> scopes, Optional<Boolean> off) {
        acts.change(who, client, scopes, off);
        return Screen.seeOther(CLIENTS + "/" + client + "?done=client-" + act);
    }

    private ModelAndView screen(ClientView one, List<String> ticked) {
        return proofs.asking(CLIENT).addObject("one", one).addObject("ticked", ticked);
    }

    private ModelAndView told(ClientView made) {
        return Screen.page("client-secret").addObject("made", made).addObject("tokens", issuer.at("/token"));
    }
}
