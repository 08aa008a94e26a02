package io.gatehouse.panel.factor;

import io.gatehouse.panel.Desk;
import io.gatehouse.testing.MutableClock;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What an operator has who has set up a second factor, in tests. */
public record Kit(AuthenticatorApp app, List<String> recoveryCodes) {

    private static final Pattern SECRET = Pattern.compile("<code>([A-Z2-7]{32})</code>");
    private static final Pattern RECOVERY = Pattern.compile("<code>((?:[A-Z2-7]{4}-){3}[A-Z2-7]{4})</code>");

    /** Signs the operator in at this desk, and sets up an app. */
    public static Kit of(String operator, Desk desk) {
        var page = offer(desk.signIn(operator), Desk.PASSWORD);
        var app = appOf(page);
        var now = desk.bean(MutableClock.class).instant();
        return new Kit(app, recoveryCodesOf(confirms(desk, page, app.code(now))));
    }

    /** Asks for a new secret. */
    public static HttpResponse<String> offer(Desk desk, String proof) {
        return desk.form("/panel/account/second-factor/offer", Map.of("csrf", desk.token(), "proof", proof));
    }

    /** Shows a code of the app that was offered on this page. */
    public static HttpResponse<String> confirms(Desk desk, HttpResponse<String> page, String code) {
        return desk.form(
                "/panel/account/second-factor",
                Map.of("csrf", desk.token(), "offer", Desk.hidden(page, "offer"), "code", code));
    }

    public static AuthenticatorApp appOf(HttpResponse<String> page) {
        return new AuthenticatorApp(SECRET.matcher(page.body())
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError(page.body()))
                .group(1));
    }

    public static List<String> recoveryCodesOf(HttpResponse<String> page) {
        return RECOVERY.matcher(page.body())
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
