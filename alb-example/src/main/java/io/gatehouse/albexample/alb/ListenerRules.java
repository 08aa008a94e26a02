package io.gatehouse.albexample.alb;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Handles every request, from its arrival to its answer or its target: begin to read here. */
final class ListenerRules extends Handler.Wrapper {

    private static final Rule NOTHING_HERE =
            Rule.otherwise().then(new Action.FixedResponse(404, "text/plain", "No rule takes this request.\n"));

    private final List<Rule> rules;
    private final PublicKeys keys;
    private final Callback callback;
    private final Map<Rule, AuthenticateOidc> actions;
    private final Forwarder forwarder = new Forwarder();

    ListenerRules(List<Rule> rules, Options options, SecureRandom random) {
        ListenerContext context = ListenerContext.of(options, random);
        this.rules = Stream.concat(rules.stream(), Stream.of(NOTHING_HERE))
                .sorted(Comparator.comparingInt(Rule::priority))
                .toList();
        this.keys = new PublicKeys(options.self());
        this.callback = new Callback(this.rules, context);
        this.actions = rules.stream()
                .filter(rule -> rule.authenticate().isPresent())
                .collect(Collectors.toMap(Function.identity(), rule -> action(rule, context)));
        setHandler(forwarder);
    }

    private static AuthenticateOidc action(Rule rule, ListenerContext context) {
        return new AuthenticateOidc(rule, rule.authenticate().orElseThrow(), context);
    }

    @Override
    public boolean handle(Request jetty, Response response, org.eclipse.jetty.util.Callback done) {
        Exchange exchange = new Exchange(jetty, response, done);
        IncomingRequest request = exchange.request();
        if (keys.serves(request)) {
            return exchange.answer(keys.answer(request));
        }
        if (callback.takes(request)) {
            return exchange.answer(callback.answer(request));
        }
        Rule rule = ruleFor(request);
        Verdict verdict = judge(rule, request);
        return verdict instanceof Verdict.Pass pass
                ? act(rule.action(), pass, exchange)
                : exchange.answer(((Verdict.Stop) verdict).answer());
    }

    private Rule ruleFor(IncomingRequest request) {
        return rules.stream().filter(rule -> rule.takes(request)).findFirst().orElse(NOTHING_HERE);
    }

    private Verdict judge(Rule rule, IncomingRequest request) {
        AuthenticateOidc action = actions.get(rule);
        return action == null ? Verdict.NOBODY : action.judge(request);
    }

    private boolean act(Action action, Verdict.Pass pass, Exchange exchange) {
        if (action instanceof Action.Forward forward) {
            return forwarder.forward(exchange, forward.target(), pass);
        }
        Answer answer = action instanceof Action.Redirect redirect
                ? Answer.redirect(redirect.status(), redirect.location())
                : fixed((Action.FixedResponse) action);
        return exchange.answer(answer.with("Set-Cookie", pass.cookies()));
    }

    private static Answer fixed(Action.FixedResponse fixed) {
        return Answer.text(fixed.status(), fixed.contentType(), fixed.body());
    }
}
