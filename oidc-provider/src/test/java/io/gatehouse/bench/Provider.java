package io.gatehouse.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An OpenID Provider as a process of its own. Its site {@code shop} asks the same of each: a code, no PKCE, RS256. */
interface Provider extends AutoCloseable {

    /** The site's scopes: those that all have. */
    String SCOPE = "openid profile email";

    JsonMapper JSON = new JsonMapper();

    /** As figures are named after it. */
    String name();

    int port();

    /** The process that serves, or that has started it. */
    ProcessHandle handle();

    /** Paths of authorize, token and userinfo. */
    Paths paths();

    /** Where a provider's endpoints are. */
    record Paths(String authorize, String token, String userinfo) {}

    /** Leads somebody new through whatever is asked of them, and returns the cookies by which they are known. */
    String introduces(Wire wire) throws IOException;

    @Override
    void close();

    /** A fresh login request of the site. */
    default String authorize() {
        return paths().authorize() + "?"
                + Browser.form(Map.of(
                        "client_id", "shop",
                        "redirect_uri", RunningGatehouse.SITE + "/callback",
                        "response_type", "code",
                        "scope", SCOPE,
                        "nonce", "n-1",
                        "state", "st+a/t=e"));
    }

    /** The login of a visitor whom the provider knows: authorize, token, userinfo. */
    default void logsIn(Wire wire, String cookies) throws IOException {
        redeems(wire, Navigation.code(wire.gets(authorize(), cookies)));
    }

    /** What the site does with a code: token, userinfo. */
    default void redeems(Wire wire, String code) throws IOException {
        var form = Browser.form(Map.of(
                "grant_type", "authorization_code", "code", code, "redirect_uri", RunningGatehouse.SITE + "/callback"));
        var tokens = answered(
                wire,
                "POST " + paths().token(),
                Login.basic("shop", RunningGatehouse.SECRET)
                        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length(),
                form);
        var token = JSON.readTree(tokens.body()).path("access_token").asString("");
        answered(wire, "GET " + paths().userinfo(), "Bearer " + token, "");
    }

    private Wire.Reply answered(Wire wire, String what, String authorization, String body) throws IOException {
        var request = what + " HTTP/1.1\r\nHost: localhost:" + port() + "\r\nAccept: application/json\r\n"
                + "Authorization: " + authorization + "\r\n\r\n" + body;
        var reply = wire.sends(request.getBytes(UTF_8));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }
}
