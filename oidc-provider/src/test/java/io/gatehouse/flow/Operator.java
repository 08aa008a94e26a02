package io.gatehouse.flow;

import io.gatehouse.panel.Desk;
import java.util.HashMap;
import java.util.Map;

/** An operator who has signed in at the panel, in a browser of the plainest kind. */
final class Operator {

    /** The setting that makes them one. */
    static final String SETTING = "gatehouse.operators.alice.password=" + Desk.HASH;

    private static final String TOKEN = "name=\"csrf\" value=\"";

    private final Browser browser;
    private final String token;

    Operator(RunningGatehouse gatehouse) {
        browser = gatehouse.browser();
        var panel = browser.submits(
                "/panel/sign-in", Map.of("name", "alice", "password", Desk.PASSWORD, "return", "/panel"));
        var from = panel.body().indexOf(TOKEN) + TOKEN.length();
        token = panel.body().substring(from, panel.body().indexOf('"', from));
    }

    Browser.Page opens(String screen) {
        return browser.opens(screen);
    }

    /** Sends a form of a screen, and follows the answer. */
    Browser.Page submits(String form, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put("csrf", token);
        return browser.submits(form, all);
    }
}
