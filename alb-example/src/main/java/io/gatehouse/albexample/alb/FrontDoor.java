package io.gatehouse.albexample.alb;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Every request, from its arrival to its answer or its target: this is where to begin reading. */
final class FrontDoor extends Handler.Wrapper {

    static final String REASON = FrontDoor.class.getName() + ".reason";

    private final List<Rule> rules;
    private final PublicKeys keys;
    private final Callback callback;
    private final Map<Rule, AuthenticateOidc> actions;
    private final Forwarder forwarder;

    FrontDoor(List<Rule> rules, Knobs knobs, SecureRandom random) {
        Workshop workshop = Workshop.equip(knobs, random);
        this.rules =
                rules.stream().sorted(Comparator.comparingInt(Rule::priority)).toList();
        this.keys = new PublicKeys(knobs.self());
        this.callback = new Callback(this.rules, workshop);
        this.actions = this.rules.stream()
                .filter(rule -> rule.authenticate().isPresent())
                .collect(Collectors.toMap(Function.identity(), rule -> action(rule, workshop)));
        this.forwarder = new Forwarder();
        setHandler(forwarder);
    }

    private static AuthenticateOidc action(Rule rule, Workshop workshop) {
        return new AuthenticateOidc(rule, rule.authenticate().orElseThrow(), workshop);
    }

    @Override
    public boolean handle(Request jetty, Response response, org.eclipse.jetty.util.Callback done) {
        IncomingRequest request = new IncomingRequest(jetty);
        if (keys.serves(request)) {
            return send(keys.answer(request), jetty, response, done);
        }
        if (callback.takes(request)) {
            return send(callback.answer(request), jetty, response, done);
        }
        Optional<Rule> rule = rules.stream().filter(each -> each.takes(request)).findFirst();
        if (rule.isEmpty()) {
            return send(Answer.failure(404, "-"), jetty, response, done);
        }
        Verdict verdict = judge(rule.get(), request);
        if (verdict instanceof Verdict.Stop stop) {
            return send(stop.answer(), jetty, response, done);
        }
        return act(rule.get().action(), (Verdict.Pass) verdict, jetty, response, done);
    }

    private Verdict judge(Rule rule, IncomingRequest request) {
        AuthenticateOidc action = actions.get(rule);
        return action == null ? Verdict.NOBODY : action.judge(request);
    }

    private boolean act(
            Action action, Verdict.Pass pass, Request jetty, Response response, org.eclipse.jetty.util.Callback done) {
        if (action instanceof Action.Forward forward) {
            Request request = OidcHeaders.put(pass.headers(), jetty);
            return forwarder.forward(request, response, done, forward.target(), pass.cookies());
        }
        Answer answer = action instanceof Action.Redirect redirect
                ? Answer.redirect(redirect.status(), redirect.location())
                : fixed((Action.FixedResponse) action);
        return send(answer.with("Set-Cookie", pass.cookies()), jetty, response, done);
    }

    private static Answer fixed(Action.FixedResponse fixed) {
        return Answer.text(fixed.status(), fixed.contentType(), fixed.body());
    }

    private static boolean send(Answer answer, Request jetty, Response response, org.eclipse.jetty.util.Callback done) {
        jetty.setAttribute(REASON, answer.reason());
        answer.send(response, done);
        return true;
    }
}
