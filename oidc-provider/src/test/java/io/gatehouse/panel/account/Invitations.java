package io.gatehouse.panel.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedOperators;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.factor.AuthenticatorApp;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** Operators who are added in tests: by an API client, with a link that they use at a desk. */
public final class Invitations {

    static final String PATH = "/panel/sign-in/invitation";
    public static final String PASSWORD = "four words by chance";

    private static final String HOUSE = "http://localhost:9000";

    private Invitations() {}

    /** Adds an operator; the link that they get. */
    public static String link(Desk desk, String name, String role) {
        var added = desk.post(
                "/panel/api/operators",
                "{\"operator\":\"" + name + "\",\"role\":\"" + role + "\"}",
                "Authorization",
                "Bearer writes");
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        return linkOf(Desk.json(added).path("link").asString());
    }

    /** What comes after the house in the link. */
    static String linkOf(String address) {
        assertThat(address).startsWith(HOUSE + PATH + "#");
        return address.substring(HOUSE.length());
    }

    /** What the page does that the link leads to: it sends the link. */
    static HttpResponse<String> open(Desk desk, String link) {
        return desk.form(PATH, Map.of("link", link));
    }

    /** Opens the link, and sets a password and an app; the app. */
    public static AuthenticatorApp accept(Desk desk, String link) {
        var page = open(desk, link);
        var app = Kit.appOf(page);
        var answer = send(desk, page, app.code(desk.now()), Map.of());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("Your recovery codes");
        return app;
    }

    /** Sends the form of this page, with other values where there are any. */
    static HttpResponse<String> send(Desk desk, HttpResponse<String> page, String code, Map<String, String> others) {
        var fields = new HashMap<>(Map.of(
                "link", Desk.hidden(page, "link"),
                "offer", Desk.hidden(page, "offer"),
                "password", PASSWORD,
                "again", PASSWORD,
                "code", code));
        fields.putAll(others);
        return desk.form(PATH, fields);
    }

    /** Takes all out again that were added. */
    public static void keepNone(Desk desk) {
        var added = desk.bean(AddedOperators.class);
        added.now().keySet().forEach(desk.bean(SecondFactors.class)::takeAway);
        keep(desk, Map.of());
    }

    static void keep(Desk desk, Map<String, Object> operators) {
        var sealed = new Seal(desk.bean(MasterKey.class), "additions").seal(operators);
        desk.bean(ExpiringStore.class).put("additions/operators", sealed, ExpiringStore.FOREVER, desk.now());
    }
}
