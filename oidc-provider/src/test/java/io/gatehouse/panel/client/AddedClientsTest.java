package io.gatehouse.panel.client;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gatehouse.addition.AddedClient;
import io.gatehouse.addition.AddedClients;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Additions;
import io.gatehouse.flow.Login;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.password.PasswordEncoder;

/** API clients that owners add at the panel: their secrets, their scopes, their tokens, and their end. */
@PanelTest
class AddedClientsTest {

    private static final String CLIENTS = "/panel/api/clients";
    private static final String SCREEN = "/panel/clients";
    private static final String[] READS = {"Authorization", "Bearer reads"};
    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    @BeforeEach
    @AfterEach
    void takeAllOutAgain(Desk desk) {
        keep(desk, Map.of());
        desk.bean(SecondFactors.class).takeAway("alice");
    }

    private static void keep(Desk desk, Map<String, Object> clients) {
        var sealed = new Seal(desk.bean(MasterKey.class), "additions").seal(clients);
        desk.bean(ExpiringStore.class).put("additions/api-clients", sealed, ExpiringStore.FOREVER, desk.now());
    }

    @Test
    void givenAnApiClientOfTheScreen_whenItFetchesAToken_thenItMayDoWhatItsScopesSayAndTheLedgerTellsWhoAddedIt(
            Desk desk) {
        desk.signIn();

        var made = desk.form(
                SCREEN + "/new",
                Map.of("csrf", desk.token(), "client", "robot", "scopes", "rooms.operate", "proof", Desk.PASSWORD));
        var secret = secretOn(made);
        var token = token(desk, "robot", secret, "rooms.operate").text("access_token");

        assertThat(header(made, "Cache-Control")).contains("no-store");
        assertThat(status(desk, token)).isEqualTo(200);
        assertThat(desk.post("/panel/api/rooms/hall/pause", "", bearer(token)).statusCode())
                .isEqualTo(200);
        assertThat(desk.post("/panel/api/rooms/hall/resume", "", bearer(token)).statusCode())
                .isEqualTo(200);
        assertThat(desk.get(CLIENTS, bearer(token)).statusCode()).isEqualTo(403);
        assertThat(token(desk, "robot", secret, "rooms.write").text("error")).isEqualTo("invalid_scope");
        assertThat(token(desk, "robot", secret + "x", "rooms.operate").status()).isEqualTo(401);
        assertThat(desk.get(SCREEN).body())
                .containsPattern("data-client=\"robot\"(?s:.){1,400}rooms.operate(?s:.){1,200}operator alice");
        assertThat(told(desk))
                .contains("\"what\":\"API client robot added with [rooms.operate]\",\"who\":\"operator alice\"");
        assertThat(desk.get("/panel/api/rooms/hall/ledger", READS).body()).contains("\"who\":\"API client robot\"");
    }

    @Test
    void givenASecret_whenItHasBeenTold_thenItStandsNowhereElseAndTheStoreHasItsDigestAlone(Desk desk) {
        try (var acts = new Acts()) {
            var secret = add(desk, "robot", "rooms.read");
            desk.signIn();

            var kept = desk.bean(ExpiringStore.class)
                    .get("additions/api-clients", desk.now())
                    .orElseThrow();
            var opened =
                    new Seal(desk.bean(MasterKey.class), "additions").open(kept).orElseThrow();

            assertThat(secret).matches("[A-Za-z0-9_-]{43}");
            assertThat(new String(kept, StandardCharsets.UTF_8)).doesNotContain(secret, "robot");
            assertThat(opened.toString()).contains("robot").doesNotContain(secret);
            assertThat(List.of(CLIENTS, SCREEN, SCREEN + "/robot", "/panel/api/ledger"))
                    .allSatisfy(path ->
                            assertThat(desk.get(path).body()).contains("robot").doesNotContain(secret));
            assertThat(acts.lines())
                    .contains("API client nightly: API client robot added with [rooms.read]")
                    .allSatisfy(line -> assertThat(line).doesNotContain(secret));
        }
    }

    /** The other node has seen nothing of it: it looks at each request. */
    @Test
    void givenATokenThatWasIssued_whenAnotherNodeSwitchesItsClientOff_thenItIsOverForGood(Desk desk) {
        var secret = add(desk, "robot", "rooms.read");
        var token = token(desk, "robot", secret, "rooms.read").text("access_token");
        var elsewhere = elsewhere(desk, desk.bean(Ticker.class));
        var present = elsewhere.kept().find("robot");
        assertThat(status(desk, token)).isEqualTo(200);

        elsewhere
                .kept()
                .replace(
                        "robot",
                        present,
                        new AddedClient(present.orElseThrow()).off("mark").kept());
        var off = status(desk, token);
        var fetched = token(desk, "robot", secret, "rooms.read");
        var on = desk.send("PATCH", CLIENTS + "/robot", "{\"off\":false}", WRITES);

        assertThat(off).isEqualTo(401);
        assertThat(fetched.status()).isEqualTo(401);
        assertThat(fetched.text("error")).isEqualTo("invalid_client");
        assertThat(json(on).path("off").asBoolean(true)).isFalse();
        assertThat(status(desk, token)).isEqualTo(401);
        assertThat(status(desk, token(desk, "robot", secret, "rooms.read").text("access_token")))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"scopes", "secret", "off", "remove"})
    void givenATokenThatWasIssued_whenAnOwnerActsOnItsClient_thenItEnds(String act, Desk desk) {
        var secret = add(desk, "robot", "rooms.write");
        var token = token(desk, "robot", secret, "rooms.write").text("access_token");
        desk.signIn();

        var done = desk.form(
                SCREEN + "/robot/" + act,
                Map.of("csrf", desk.token(), "proof", Desk.PASSWORD, "scopes", "rooms.operate"));

        assertThat(done.statusCode()).isEqualTo(act.equals("secret") ? 200 : 303);
        assertThat(status(desk, token)).isEqualTo(401);
        assertThat(told(desk)).contains("API client robot", "\"who\":\"operator alice\"");
        var isSame = act.equals("scopes");
        assertThat(token(desk, "robot", secret, "rooms.operate").status()).isEqualTo(isSame ? 200 : 401);
    }

    @Test
    void givenANewSecret_whenTheOldOneIsShown_thenItOpensNothing(Desk desk) {
        var old = add(desk, "robot", "rooms.read");

        var renewed = desk.post(CLIENTS + "/robot/secret", "", WRITES);

        var secret = json(renewed).path("secret").asString();
        assertThat(secret).isNotEqualTo(old).hasSize(43);
        assertThat(token(desk, "robot", old, "rooms.read").status()).isEqualTo(401);
        assertThat(token(desk, "robot", secret, "rooms.read").status()).isEqualTo(200);
        assertThat(told(desk)).contains("new secret for API client robot").doesNotContain(secret);
    }

    @Test
    void givenAClientThatWasRemoved_whenAnotherOfItsNameIsAdded_thenNothingOfBeforeOpens(Desk desk) {
        var old = add(desk, "robot", "rooms.read");
        var token = token(desk, "robot", old, "rooms.read").text("access_token");

        var removed = desk.send("DELETE", CLIENTS + "/robot", "", WRITES);
        var again = desk.send("DELETE", CLIENTS + "/robot", "", WRITES);
        add(desk, "robot", "rooms.read");

        assertThat(removed.statusCode()).isEqualTo(204);
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(again.body()).contains("#unknown-client");
        assertThat(status(desk, token)).isEqualTo(401);
        assertThat(token(desk, "robot", old, "rooms.read").status()).isEqualTo(401);
    }

    /** Introspection and revocation tell the client by its client id, and by no mark. */
    @Test
    void givenATokenOfItsOwn_whenAClientAsksAboutItAndGivesItBack_thenItIsNamedByItsClientIdAndEnds(Desk desk) {
        var secret = add(desk, "robot", "rooms.read");
        var token = token(desk, "robot", secret, "rooms.read").text("access_token");

        var about = Login.post(desk.address("/introspect"), Login.basic("robot", secret), Map.of("token", token));
        var back = Login.post(desk.address("/revoke"), Login.basic("robot", secret), Map.of("token", token));

        assertThat(about.text("client_id")).isEqualTo("robot");
        assertThat(about.body()).contains("\"aud\":[\"robot\"]");
        assertThat(back.status()).isEqualTo(200);
        assertThat(status(desk, token)).isEqualTo(401);
    }

    @Test
    void givenAStolenCookieOfAnOwner_whenTheThiefActsOnClients_thenTheyHaveToProveWhoTheyAre(Desk desk) {
        var secret = add(desk, "robot", "rooms.read");
        Kit.of("alice", desk);
        var thief = desk.another().withCookie(desk.cookie());
        var token = thief.token();

        for (var act : List.of("new", "robot/scopes", "robot/secret", "robot/off", "robot/remove")) {
            for (var proof : List.of("", Desk.PASSWORD, "123456")) {
                var answer = thief.form(
                        SCREEN + "/" + act,
                        Map.of("csrf", token, "client", "mallory", "scopes", "rooms.write", "proof", proof));

                assertThat(answer.statusCode()).as(act).isEqualTo(403);
                assertThat(answer.body()).contains("Prove that it is you").doesNotContain("Client secret");
            }
        }
        for (var call : List.of("POST ", "PATCH /robot", "POST /robot/secret", "DELETE /robot")) {
            var parts = call.split(" ", 2);
            var body = parts[0].equals("DELETE") ? "" : "{\"client\":\"mallory\",\"scopes\":[\"rooms.write\"]}";
            var answer = thief.send(parts[0], CLIENTS + parts[1], body, "X-CSRF-Token", token);

            assertThat(answer.statusCode()).as(call).isEqualTo(403);
            assertThat(answer.body()).contains("#proof-needed", SCREEN);
        }
        assertThat(desk.bean(AddedClients.class).now()).containsOnlyKeys("robot");
        assertThat(token(desk, "robot", secret, "rooms.read").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vera", "oscar"})
    void givenAnOperatorWhoIsNoOwner_whenTheyLookOrAct_thenItIsRefused(String name, Desk desk) {
        add(desk, "robot", "rooms.read");
        var token = desk.signIn(name).token();

        var look = desk.get(SCREEN);
        var api = desk.get(CLIENTS);
        var act = desk.form(
                SCREEN + "/robot/scopes", Map.of("csrf", token, "scopes", "rooms.write", "proof", Desk.PASSWORD));

        assertThat(look.statusCode()).isEqualTo(403);
        assertThat(api.statusCode()).isEqualTo(403);
        assertThat(act.body()).contains("Your role does not allow this");
        assertThat(desk.get("/panel").body()).doesNotContain("API clients");
        assertThat(desk.bean(AddedClients.class).find("robot").orElseThrow().scopes())
                .containsExactly("rooms.read");
    }

    @Test
    void givenAFormOfAnotherSite_whenItIsSent_thenNothingIsAdded(Desk desk) {
        var token = desk.signIn().token();
        var fields = Map.of("client", "robot", "scopes", "rooms.write", "proof", Desk.PASSWORD);
        var withToken = new HashMap<>(fields);
        withToken.put("csrf", token);

        var bare = desk.form(SCREEN + "/new", fields);
        var foreign = desk.form(SCREEN + "/new", withToken, "Origin", "https://evil.example");

        assertThat(bare.statusCode()).isEqualTo(403);
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(desk.bean(AddedClients.class).now()).isEmpty();
    }

    @Test
    void givenTwoOwners_whenBothChangeOneClientAtOnce_thenWhatIsKeptIsOfOneAndTheOthersAreTold(Desk desk)
            throws Exception {
        add(desk, "robot", "rooms.read");

        var answers = Crowd.of(6, () -> desk.post(CLIENTS + "/robot/secret", "", WRITES));

        var good = answers.stream().filter(answer -> answer.statusCode() == 200).toList();
        assertThat(good).isNotEmpty();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isIn(200, 409));
        assertThat(answers.stream().filter(answer -> answer.statusCode() == 409))
                .allSatisfy(answer -> assertThat(answer.body()).contains("#client-changed"));
        assertThat(good.stream()
                        .map(answer -> json(answer).path("secret").asString())
                        .filter(secret ->
                                token(desk, "robot", secret, "rooms.read").status() == 200))
                .hasSize(1);
    }

    /** As when another owner acts at that moment. */
    @ParameterizedTest
    @ValueSource(strings = {"secret", "scopes"})
    void givenAnActOnAClient_whenAnotherChangeComesBetween_thenTheActIsRefusedAndTheChangeStays(String act, Desk desk) {
        add(desk, "robot", "rooms.read");
        var added = desk.bean(AddedClients.class);
        var before = added.find("robot").orElseThrow();
        var changed = before.off("mark").kept();
        var between = new SecureRandom() {
            @Override
            public void nextBytes(byte[] bytes) {
                added.kept().replace("robot", Optional.of(before.kept()), changed); // the act has read it by now
                super.nextBytes(bytes);
            }
        };
        var acts = new ClientActs(
                added,
                desk.bean(SitesProperties.class),
                desk.bean(Sites.class),
                desk.bean(AddedSites.class),
                desk.bean(PasswordEncoder.class),
                desk.bean(Ledgers.class),
                between,
                desk.bean(Clock.class));
        var owner = new Actor("operator", "alice");

        var refused = catchThrowableOfType(RefusedException.class, () -> {
            if (act.equals("secret")) {
                acts.renew(owner, "robot");
            } else {
                acts.change(owner, "robot", Optional.of(List.of("rooms.write")), Optional.empty());
            }
        });

        assertThat(refused.problem()).isEqualTo(Problem.CLIENT_CHANGED);
        assertThat(added.kept().find("robot")).contains(changed);
    }

    /** Strangers choose the client id. A node that has just looked does without the store. */
    @Test
    void givenClientIdsThatNobodyHas_whenStrangersSendThem_thenTheStoreIsReadOnceASecondAtMost(Desk desk) {
        var nanos = new AtomicLong();
        var elsewhere = elsewhere(desk, nanos::get);
        assertThat(elsewhere.inUse("a1")).isEmpty();
        assertThat(elsewhere.inUse("a1")).isEmpty();
        add(desk, "robot", "rooms.read");

        desk.bean(Outage.class).begin();
        assertThat(elsewhere.inUse("a2")).isEmpty();
        assertThat(elsewhere.inUse("robot")).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThatThrownBy(() -> elsewhere.inUse("a1")).isInstanceOf(StoreUnavailableException.class);
        desk.bean(Outage.class).end();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(elsewhere.inUse("robot")).isPresent();
        desk.send("DELETE", CLIENTS + "/robot", "", WRITES);
        assertThat(elsewhere.inUse("robot")).isEmpty();
    }

    /** Before the first look the node cannot know that there is no such client. */
    @Test
    void givenANodeThatHasJustStarted_whenTheStoreIsAway_thenAClientIsNotTakenForUnknown(Desk desk) {
        add(desk, "robot", "rooms.read");
        var elsewhere = elsewhere(desk, () -> 0);

        desk.bean(Outage.class).begin();
        assertThatThrownBy(() -> elsewhere.inUse("robot")).isInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> elsewhere.inUse("robot")).isInstanceOf(StoreUnavailableException.class);
        desk.bean(Outage.class).end();

        assertThat(elsewhere.inUse("robot")).isPresent();
    }

    private static AddedClients elsewhere(Desk desk, Ticker ticker) {
        return new AddedClients(
                desk.bean(ExpiringStore.class), desk.bean(MasterKey.class), desk.bean(Clock.class), ticker);
    }

    @Test
    void givenOneName_whenSeveralAddItAtOnce_thenOneSecretIsGood(Desk desk) throws Exception {
        var answers =
                Crowd.of(4, () -> desk.post(CLIENTS, "{\"client\":\"robot\",\"scopes\":[\"rooms.read\"]}", WRITES));

        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200))
                .hasSize(1);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isIn(200, 400, 409));
    }

    @Test
    void givenAClientOfTheFiles_whenAnOwnerLooksAndActs_thenItIsShownAndStaysAsItIs(Desk desk) {
        desk.signIn();

        var list = json(desk.get(CLIENTS, WRITES)).path("clients").path(0);
        var page = desk.get(SCREEN + "/watcher").body();
        var form = desk.form(SCREEN + "/watcher/off", Map.of("csrf", desk.token(), "proof", Desk.PASSWORD));
        var call = desk.send("DELETE", CLIENTS + "/watcher", "", WRITES);

        assertThat(list.path("ofTheFiles").asBoolean()).isTrue();
        assertThat(desk.get(SCREEN).body())
                .containsPattern("data-client=\"watcher\"(?s:.){1,500}in the configuration files")
                .doesNotContain(SCREEN + "/watcher");
        assertThat(page).contains("stands in the configuration files").doesNotContain("Remove");
        assertThat(form.statusCode()).isEqualTo(409);
        assertThat(call.body()).contains("#client-of-the-files");
        assertThat(desk.get("/panel/api/rooms", READS).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {}                                              | client: must be 1 to 64
            {"client":"a b","scopes":["rooms.read"]}        | must be 1 to 64
            {"client":"new","scopes":["rooms.read"]}        | no word of the panel
            {"client":"robot"}                              | must be one or more of [rooms.read, rooms.operate, rooms.write]
            {"client":"robot","scopes":[]}                  | must be one or more of
            {"client":"robot","scopes":["rooms.all"]}       | were \\"rooms.all\\"
            {"client":"robot","scopes":["openid"]}          | were \\"openid\\"
            {"client":"robot","scopes":"rooms.read"}        | scopes must be a list of texts
            {"client":"Watcher","scopes":["rooms.read"]}    | must be another name
            {"client":"strict","scopes":["rooms.read"]}     | a site or an API client has the client id
            {"client":"dyn-00112233445566778899aabbccddeeff","scopes":["rooms.read"]} | must be another name
            {"client":"robot","secret":"of-my-own"}         | was \\"secret\\"
            """)
    void givenAClientThatCannotBe_whenItIsAdded_thenItIsRefusedWithTheReason(String body, String said, Desk desk) {
        var refused = desk.post(CLIENTS, body, WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", said);
        assertThat(desk.bean(AddedClients.class).now()).isEmpty();
    }

    /** The proof is not spent on a form that is refused anyhow. */
    @Test
    void givenAFormWithoutScopes_whenItIsSent_thenTheFieldSaysWhyAndTheCodeIsStillGood(Desk desk) {
        add(desk, "robot", "rooms.read");
        var kit = Kit.of("alice", desk);
        var code = kit.recoveryCodes().get(0);

        var none = desk.form(SCREEN + "/robot/scopes", Map.of("csrf", desk.token(), "proof", code));
        var fresh = desk.form(SCREEN + "/new", Map.of("csrf", desk.token(), "client", "<b>", "proof", code));
        var good = desk.form(
                SCREEN + "/robot/scopes", Map.of("csrf", desk.token(), "scopes", "rooms.operate", "proof", code));

        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(none.body()).contains("id=\"scopes-fault\"");
        assertThat(fresh.body())
                .contains("id=\"client-fault\"", "value=\"&lt;b&gt;\"")
                .doesNotContain("<b>");
        assertThat(good.statusCode()).isEqualTo(303);
        assertThat(desk.get(SCREEN + "/robot?done=client-scopes").body()).contains("Tokens of before have ended");
    }

    @Test
    void givenAClientId_whenASiteIsToHaveIt_thenTheSiteIsRefused(Desk desk) {
        add(desk, "robot", "rooms.read");

        var site = desk.send(
                "PUT",
                "/panel/api/sites/robot/definition",
                "{\"room\":\"club\",\"preset\":\"generic\",\"redirectUris\":[\"https://robot.example/callback\"]}",
                "Authorization",
                "Bearer writes",
                "If-None-Match",
                "*");

        assertThat(site.statusCode()).isEqualTo(400);
        assertThat(site.body()).contains("must be one that nobody else has");
    }

    @Test
    void givenAsManyAsThereMayBe_whenOneMoreIsAdded_thenItIsRefused(Desk desk) {
        var full = new HashMap<String, Object>();
        var settings =
                AddedClient.of(List.of("rooms.read"), "a", desk.now()).kept().settings();
        IntStream.range(0, Additions.MOST)
                .forEach(number -> full.put("robot-" + number, Map.of("settings", settings, "retired", false)));
        keep(desk, full);

        var refused = desk.post(CLIENTS, "{\"client\":\"robot\",\"scopes\":[\"rooms.read\"]}", WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("100 at most");
    }

    private static String add(Desk desk, String client, String scope) {
        var added = desk.post(CLIENTS, "{\"client\":\"" + client + "\",\"scopes\":[\"" + scope + "\"]}", WRITES);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        return json(added).path("secret").asString();
    }

    private static Login.Answer token(Desk desk, String client, String secret, String scope) {
        return Login.post(
                desk.address("/token"),
                Login.basic(client, secret),
                Map.of("grant_type", "client_credentials", "scope", scope));
    }

    private static int status(Desk desk, String token) {
        return desk.get("/panel/api/rooms", bearer(token)).statusCode();
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    private static String secretOn(HttpResponse<String> page) {
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        var before = "id=\"secret\" readonly autocomplete=\"off\" spellcheck=\"false\" value=\"";
        var from = page.body().indexOf(before) + before.length();
        return Optional.of(page.body().substring(from, page.body().indexOf('"', from)))
                .filter(secret -> secret.length() == 43)
                .orElseThrow(() -> new AssertionError(page.body()));
    }

    private static String told(Desk desk) {
        return desk.get("/panel/api/ledger", WRITES).body();
    }
}
