package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.Keycloak;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Keycloak in production mode with its own database in files; visitors know a password, which they are asked once. */
record KeycloakInProduction(Keycloak server) implements Provider {

    private static final String REALM = "bench";
    private static final String VISITOR = "visitor";
    private static final Pattern FORM = Pattern.compile("action=\"([^\"]*)\"");

    static KeycloakInProduction start(Path folder, Path jdk) {
        var server = Keycloak.startInProduction(folder, jdk);
        server.post(
                "",
                Map.of(
                        "realm",
                        REALM,
                        "enabled",
                        true,
                        "clients",
                        List.of(Map.of(
                                "clientId",
                                "shop",
                                "secret",
                                RunningGatehouse.SECRET,
                                "redirectUris",
                                List.of(RunningGatehouse.SITE + "/callback"))),
                        "users",
                        List.of(Map.of(
                                "username",
                                VISITOR,
                                "enabled",
                                true,
                                "email",
                                "visitor@example.org",
                                "firstName",
                                "A",
                                "lastName",
                                "Visitor",
                                "credentials",
                                List.of(Map.of("type", "password", "value", VISITOR))))));
        return new KeycloakInProduction(server);
    }

    @Override
    public String name() {
        return "keycloak";
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public ProcessHandle handle() {
        return server.handle();
    }

    @Override
    public Paths paths() {
        var base = "/realms/" + REALM + "/protocol/openid-connect";
        return new Paths(base + "/auth", base + "/token", base + "/userinfo");
    }

    @Override
    public String introduces(Wire wire) throws IOException {
        var visitor = new Navigation(wire);
        var page = visitor.opens(authorize(), RunningGatehouse.SITE);
        var form = FORM.matcher(page.body());
        assertThat(form.find()).as(page.status() + " " + page.body()).isTrue();
        var action = form.group(1).replace("&amp;", "&").replaceFirst("^http://[^/]*", "");
        var sent = visitor.submits(action, Browser.form(Map.of("username", VISITOR, "password", VISITOR)));
        redeems(wire, Navigation.code(sent));
        return visitor.cookies();
    }

    @Override
    public void close() {
        server.close();
    }
}
