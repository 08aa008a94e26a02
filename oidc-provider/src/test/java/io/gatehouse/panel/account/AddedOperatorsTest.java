package io.gatehouse.panel.account;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static io.gatehouse.panel.account.Invitations.PASSWORD;
import static io.gatehouse.panel.account.Invitations.PATH;
import static io.gatehouse.panel.account.Invitations.accept;
import static io.gatehouse.panel.account.Invitations.link;
import static io.gatehouse.panel.account.Invitations.open;
import static io.gatehouse.panel.account.Invitations.send;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.Additions;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.factor.AuthenticatorApp;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Operators;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators whom owners add at the panel: their links, their roles, and their end. */
@PanelTest
class AddedOperatorsTest {

    private static final String OPERATORS = "/panel/api/operators";
    private static final String SCREEN = "/panel/operators";
    private static final String OWN_PASSWORD = "/panel/account/password";
    private static final String NEW_PASSWORD = "five other words by chance";
    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    @BeforeEach
    @AfterEach
    void takeAllOutAgain(Desk desk) {
        Invitations.keepNone(desk);
        desk.bean(SecondFactors.class).takeAway("alice");
        desk.bean(MutableScheduler.class).advance(Duration.ofMinutes(16)); // attempts of before are forgotten
    }

    @Test
    void givenALinkOfAnOwner_whenThePersonUsesIt_thenTheySetBothAndAreInWithTheirRole(Desk desk) {
        desk.signIn();
        var made = desk.form(
                SCREEN + "/new",
                Map.of("csrf", desk.token(), "operator", "nina", "role", "operator", "proof", Desk.PASSWORD));
        var link = linkOn(made);
        var invited = desk.get(SCREEN).body();
        var nina = desk.another();

        var page = open(nina, link);
        var looked = open(nina, link); // as mail programs do
        var app = Kit.appOf(looked);
        var codes = send(nina, looked, app.code(desk.now()), Map.of());

        assertThat(made.body()).contains("Link for nina", "with the role <span>operator</span>");
        assertThat(invited).containsPattern("data-operator=\"nina\"(?s:.){1,200}>Invited<");
        assertThat(header(page, "Cache-Control")).contains("no-store");
        assertThat(codes.body()).contains("Your recovery codes");
        assertThat(nina.get("/panel/rooms/shop").body()).contains("nina, operator");
        assertThat(nina.get(SCREEN).statusCode()).isEqualTo(403);
        assertThat(nina.get("/panel/account").body()).doesNotContain("Switch it off");
        assertThat(desk.get(SCREEN).body())
                .containsPattern("data-operator=\"nina\"(?s:.){1,200}>Can sign in<(?s:.){1,600}operator alice");
        assertThat(told(desk))
                .contains(
                        "\"what\":\"operator nina added as operator, with a link\",\"who\":\"operator alice\"",
                        "\"what\":\"used the link, to set a password and a second factor\",\"who\":\"operator nina\"");
        var again = signsIn(desk, "nina", later(desk, app));
        assertThat(again.get("/panel").body()).contains("nina, operator");
    }

    @Test
    void givenALinkThatWasUsed_whenAThiefUsesItAgain_thenItSetsNothing(Desk desk) {
        var link = link(desk, "nina", "viewer");
        var thief = desk.another();
        var copy = open(thief, link);
        var app = accept(desk.another(), link);

        var late = send(thief, copy, Kit.appOf(copy).code(desk.now()), Map.of("password", "the words of a thief"));
        var look = open(thief, link);

        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(look.statusCode()).isEqualTo(403);
        assertThat(look.body()).contains("This link is not good").doesNotContain("nina");
        assertThat(thief.cookie()).isEmpty();
        assertThat(thief.trySignIn("nina", "the words of a thief").statusCode()).isEqualTo(403);
        signsIn(desk, "nina", later(desk, app));
    }

    @Test
    void givenOneLink_whenThreeUseItAtOnce_thenOneIsIn(Desk desk) throws Exception {
        var link = link(desk, "nina", "viewer");

        var answers = Crowd.of(3, () -> {
            var browser = desk.another();
            var page = open(browser, link);
            if (page.statusCode() != 200) {
                return page.statusCode();
            }
            return send(browser, page, Kit.appOf(page).code(desk.now()), Map.of())
                    .statusCode();
        });

        assertThat(answers.stream().filter(status -> status == 200)).hasSize(1);
    }

    @Test
    void givenALinkThatNobodyUses_whenADayIsOver_thenItIsNotGoodAndAnotherOneIs(Desk desk) {
        var link = link(desk, "nina", "viewer");
        var page = open(desk.another(), link);
        desk.later(OperatorActs.LINK_LASTS);

        var late = send(desk.another(), page, Kit.appOf(page).code(desk.now()), Map.of());
        var shown = desk.another().signIn().get(SCREEN).body();
        var other = json(desk.another().post(OPERATORS + "/nina/link", "", WRITES));

        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(shown).containsPattern("data-operator=\"nina\"(?s:.){1,200}>Link has ended<");
        assertThat(open(desk.another(), link).statusCode()).isEqualTo(403);
        accept(desk.another(), Invitations.linkOf(other.path("link").asString()));
    }

    @Test
    void givenAFormThatIsWrong_whenItIsSent_thenTheLinkStaysGoodAndEachFieldSaysWhy(Desk desk) {
        var link = link(desk, "nina", "viewer");
        var nina = desk.another();
        var page = open(nina, link);
        var code = Kit.appOf(page).code(desk.now());
        var foreign = open(desk.another(), link(desk, "otto", "owner"));

        var weak = send(nina, page, code, Map.of("password", "short", "again", "other"));
        var huge = send(nina, page, code, Map.of("password", "x".repeat(73), "again", "x".repeat(73)));
        var wrong = send(nina, page, Kit.appOf(page).wrong(desk.now()), Map.of());
        var none = send(nina, page, "", Map.of());
        var others =
                send(nina, page, Kit.appOf(foreign).code(desk.now()), Map.of("offer", Desk.hidden(foreign, "offer")));
        var bare = nina.form(PATH, Map.of("link", Desk.hidden(page, "link"), "offer", ""));

        assertThat(weak.statusCode()).isEqualTo(400);
        assertThat(weak.body())
                .contains("the password must have 12 characters or more", "must be the same password")
                .doesNotContain("short\"");
        assertThat(huge.body()).contains("no more than 72 bytes");
        assertThat(wrong.body()).contains("is not of this key");
        assertThat(none.body()).contains("is not of this key");
        assertThat(others.body()).contains("the key of before was good for ten minutes");
        assertThat(bare.statusCode()).isEqualTo(400);
        assertThat(nina.cookie()).isEmpty();
        assertThat(nina.trySignIn("nina", PASSWORD).statusCode()).isEqualTo(403);
        assertThat(send(nina, page, code, Map.of()).statusCode()).isEqualTo(200);
    }

    @Test
    void givenGuessesOfLinks_whenTheyGoOn_thenTheyAreSlowedAndTheLedgerTellsOfThemAndAGoodLinkOpens(Desk desk) {
        var good = link(desk, "nina", "viewer");
        for (var guess = 0; guess < 6; guess++) {
            assertThat(open(desk, madeUp(guess)).statusCode()).isEqualTo(403);
        }

        var slowed = open(desk, madeUp(6));

        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(header(slowed, "Retry-After")).isEqualTo("10");
        assertThat(told(desk)).contains("refused for a link that is not good");
        assertThat(open(desk, good).statusCode()).isEqualTo(200);
    }

    /** A picture on a page of another site makes browsers do the first. */
    @Test
    void givenManyLooksAndTextsThatAreNoLinks_whenPeopleComeIn_thenNothingHasCounted(Desk desk) {
        for (var look = 0; look < 60; look++) {
            assertThat(desk.get(PATH + "?link=" + madeUp(look)).statusCode()).isEqualTo(200);
            assertThat(open(desk, "text-" + look).statusCode()).isEqualTo(403);
        }

        assertThat(open(desk, madeUp(1)).statusCode()).isEqualTo(403);
        desk.another().signIn();
    }

    /** The slow attempts that all share are taken, too. */
    @Test
    void givenAnAddressThatHasGuessedLinks_whenAnOperatorOfItSignsIn_thenTheyAreIn(Desk desk) {
        for (var guess = 0; guess < 60; guess++) {
            open(desk, madeUp(guess));
        }

        desk.another().signIn();
    }

    private static String madeUp(int number) {
        return "A".repeat(41) + (10 + number);
    }

    @Test
    void givenAFormOfAnotherSite_whenItIsSent_thenTheLinkIsNotUsed(Desk desk) {
        var page = open(desk, link(desk, "nina", "viewer"));

        var answer = desk.form(
                PATH,
                Map.of(
                        "link", Desk.hidden(page, "link"),
                        "offer", Desk.hidden(page, "offer"),
                        "password", PASSWORD,
                        "again", PASSWORD,
                        "code", Kit.appOf(page).code(desk.now())),
                "Origin",
                "https://evil.example");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(send(desk, page, Kit.appOf(page).code(desk.now()), Map.of()).statusCode())
                .isEqualTo(200);
    }

    /** The other node has seen nothing of it: it looks at each request. */
    @Test
    void givenASignedInOperator_whenAnotherNodeSwitchesThemOff_thenTheirCookieIsOverForGood(Desk desk) {
        var nina = desk.another();
        var app = accept(nina, link(desk, "nina", "owner"));
        var stolen = desk.another().withCookie(nina.cookie());
        var elsewhere = new AddedOperators(
                        desk.bean(ExpiringStore.class), desk.bean(MasterKey.class), desk.bean(Clock.class))
                .kept();
        var present = elsewhere.find("nina");
        assertThat(nina.get("/panel").statusCode()).isEqualTo(200);

        elsewhere.replace(
                "nina",
                present,
                new AddedOperator(present.orElseThrow()).off("mark").kept());
        var off = nina.get("/panel").statusCode();
        var api = nina.get("/panel/api/rooms").statusCode();
        var password = desk.another().trySignIn("nina", PASSWORD).statusCode();
        var on = desk.send("PATCH", OPERATORS + "/nina", "{\"off\":false}", WRITES);

        assertThat(off).isEqualTo(303);
        assertThat(api).isEqualTo(401);
        assertThat(password).isEqualTo(403);
        assertThat(json(on).path("state").asString()).isEqualTo("ACTIVE");
        assertThat(stolen.get("/panel").statusCode()).isEqualTo(303);
        signsIn(desk, "nina", later(desk, app));
    }

    /** As when the person uses the link at that moment: the used link would be good again. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "link"})
    void givenAnActOnAnOperator_whenAnotherChangeComesBetween_thenTheActIsRefusedAndTheChangeStays(
            String act, Desk desk) {
        var link = link(desk, "nina", "viewer");
        var token = link.substring(link.indexOf('#') + 1);
        var added = desk.bean(AddedOperators.class);
        var between = new SecureRandom() {
            @Override
            public void nextBytes(byte[] bytes) {
                added.accept("nina", token, "hash", desk.now()); // the act has read nina by now
                super.nextBytes(bytes);
            }
        };
        var acts = new OperatorActs(
                desk.bean(Operators.class),
                added,
                desk.bean(SecondFactors.class),
                desk.bean(Ledgers.class),
                desk.bean(Issuer.class),
                between,
                desk.bean(Clock.class));
        var owner = new Actor("operator", "alice");

        var refused = catchThrowableOfType(RefusedException.class, () -> {
            if (act.equals("off")) {
                acts.change(owner, "nina", Optional.empty(), Optional.of(true));
            } else {
                acts.newLink(owner, "nina");
            }
        });

        assertThat(refused.problem()).isEqualTo(Problem.OPERATOR_CHANGED);
        var nina = new AddedOperator(added.kept().find("nina").orElseThrow());
        assertThat(nina.password()).contains("hash");
        assertThat(nina.isOff()).isFalse();
    }

    @Test
    void givenASignedInOperator_whenTheirRoleChanges_thenItIsInForceWithTheirNextRequest(Desk desk) {
        var nina = desk.another();
        accept(nina, link(desk, "nina", "owner"));
        var token = nina.token();
        desk.signIn();

        var changed = desk.form(
                SCREEN + "/nina/role", Map.of("csrf", desk.token(), "role", "viewer", "proof", Desk.PASSWORD));
        var act = nina.form("/panel/rooms/hall/pause", Map.of("csrf", token));
        var raise = nina.form(SCREEN + "/nina/role", Map.of("csrf", token, "role", "owner", "proof", "anything"));

        assertThat(header(changed, "Location")).endsWith("/panel/operators/nina?done=operator-role");
        assertThat(desk.get(SCREEN + "/nina?done=operator-role").body()).contains("The role is in force");
        assertThat(act.statusCode()).isEqualTo(403);
        assertThat(raise.body()).contains("Your role does not allow this");
        assertThat(nina.get("/panel").body()).contains("nina, viewer");
        assertThat(told(desk)).contains("operator nina: role owner -> viewer");
    }

    @Test
    void givenAnOperatorWhoLostAll_whenAnOwnerMakesANewLink_thenNothingOfBeforeOpens(Desk desk) {
        var nina = desk.another();
        var app = accept(nina, link(desk, "nina", "viewer"));
        desk.signIn();

        var made = desk.form(SCREEN + "/nina/link", Map.of("csrf", desk.token(), "proof", Desk.PASSWORD));

        assertThat(nina.get("/panel").statusCode()).isEqualTo(303);
        assertThat(desk.another().trySignIn("nina", PASSWORD).statusCode()).isEqualTo(403);
        assertThat(desk.bean(SecondFactors.class).summary("nina")).isEmpty();
        var other = accept(desk.another(), linkOn(made));
        assertThat(other.secret()).isNotEqualTo(app.secret());
        signsIn(desk, "nina", later(desk, other));
        assertThat(told(desk)).contains("new link for operator nina, whose password is void");
    }

    @Test
    void givenAnOperatorWhoIsAdded_whenTheyChangeTheirPassword_thenOtherSignInsEndAndThatOfBeforeOpensNothing(
            Desk desk) {
        var nina = desk.another();
        var app = accept(nina, link(desk, "nina", "viewer"));
        var elsewhere = signsIn(desk, "nina", later(desk, app));
        var stolen = desk.another().withCookie(nina.cookie());

        var changed = changes(nina, PASSWORD, NEW_PASSWORD, later(desk, app));

        assertThat(header(changed, "Location")).endsWith(OWN_PASSWORD + "?done=password");
        assertThat(nina.get(OWN_PASSWORD + "?done=password").body()).contains("Your password is changed");
        assertThat(elsewhere.get("/panel").statusCode()).isEqualTo(303);
        assertThat(stolen.get("/panel").statusCode()).isEqualTo(303);
        assertThat(desk.another().trySignIn("nina", PASSWORD).statusCode()).isEqualTo(403);
        assertThat(header(desk.another().trySignIn("nina", NEW_PASSWORD), "Location"))
                .endsWith("/panel/sign-in/second-factor");
        assertThat(told(desk))
                .contains("\"what\":\"changed their own password\",\"who\":\"operator nina\"")
                .doesNotContain(NEW_PASSWORD);
    }

    @Test
    void givenAChangeOfAPasswordThatIsWrong_whenItIsSent_thenNothingChangesAndTheFormSaysWhy(Desk desk) {
        var nina = desk.another();
        var app = accept(nina, link(desk, "nina", "viewer"));
        var code = later(desk, app);

        var weak = changes(nina, PASSWORD, "short", code);
        var same = changes(nina, PASSWORD, PASSWORD, code);
        var wrong = changes(nina, "not the password", NEW_PASSWORD, code);
        var noCode = changes(nina, PASSWORD, NEW_PASSWORD, app.wrong(desk.now()));
        var byPassword = changes(nina, PASSWORD, NEW_PASSWORD, PASSWORD);
        var thief = desk.another().withCookie(nina.cookie());
        var foreign =
                thief.form(OWN_PASSWORD, Map.of("current", PASSWORD, "password", NEW_PASSWORD, "again", NEW_PASSWORD));

        assertThat(weak.body()).contains("id=\"password-fault\"", "12 characters or more");
        assertThat(same.body()).contains("must be another one than the present password");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).contains("That is not your password").doesNotContain(NEW_PASSWORD);
        assertThat(noCode.body()).contains("Prove that it is you");
        assertThat(byPassword.statusCode()).isEqualTo(403);
        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(changes(nina, PASSWORD, NEW_PASSWORD, code).statusCode()).isEqualTo(303);
    }

    @Test
    void givenAnOperatorOfTheFiles_whenTheyAskForTheFormOfThePassword_thenTheyAreToldWhereItStands(Desk desk) {
        desk.signIn();

        var page = desk.get(OWN_PASSWORD);

        assertThat(page.statusCode()).isEqualTo(409);
        assertThat(page.body()).contains("your password stands in the configuration files");
        assertThat(desk.get("/panel/account").body())
                .contains("Your password stands in the configuration files.")
                .doesNotContain(OWN_PASSWORD);
    }

    private static HttpResponse<String> changes(Desk desk, String current, String password, String code) {
        return desk.form(
                OWN_PASSWORD,
                Map.of(
                        "csrf",
                        desk.token(),
                        "current",
                        current,
                        "password",
                        password,
                        "again",
                        password,
                        "proof",
                        code));
    }

    @Test
    void givenTheLinksPage_whenAPageOfAnotherSiteReadsIt_thenItIsRefusedAndALinkInAMailIsNot(Desk desk) {
        var image =
                desk.get(PATH, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image");
        var frame =
                desk.get(PATH, "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe");
        var read = desk.get(PATH, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty");
        var mail = desk.get(
                PATH, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document");
        var typed =
                desk.get(PATH, "Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document");

        assertThat(List.of(image, frame, read))
                .allSatisfy(page -> assertThat(page.statusCode()).isEqualTo(403));
        assertThat(mail.statusCode()).isEqualTo(200);
        assertThat(typed.statusCode()).isEqualTo(200);
        assertThat(desk.get(PATH).statusCode()).isEqualTo(200);
    }

    @Test
    void givenAnOperatorWhoLeaves_whenAnOwnerRemovesThem_thenAnotherOfTheNameBeginsAnew(Desk desk) {
        var nina = desk.another();
        accept(nina, link(desk, "nina", "owner"));
        var other = link(desk, "otto", "viewer");
        desk.signIn();

        var removed = desk.form(SCREEN + "/nina/remove", Map.of("csrf", desk.token(), "proof", Desk.PASSWORD));
        var byApi = desk.send("DELETE", OPERATORS + "/otto", "", WRITES);
        link(desk, "nina", "owner");

        assertThat(header(removed, "Location")).endsWith("?done=operator-removed");
        assertThat(byApi.statusCode()).isEqualTo(204);
        assertThat(open(desk.another(), other).statusCode()).isEqualTo(403);
        assertThat(nina.get("/panel").statusCode()).isEqualTo(303);
        assertThat(desk.another().trySignIn("nina", PASSWORD).statusCode()).isEqualTo(403);
    }

    @Test
    void givenAStolenCookieOfAnOwner_whenTheThiefActsOnPeople_thenTheyHaveToProveWhoTheyAre(Desk desk) {
        accept(desk.another(), link(desk, "nina", "viewer"));
        Kit.of("alice", desk);
        var thief = desk.another().withCookie(desk.cookie());
        var token = thief.token();

        for (var act : List.of("new", "nina/role", "nina/off", "nina/link", "nina/remove")) {
            for (var proof : List.of("", Desk.PASSWORD, "123456")) {
                var answer = thief.form(
                        SCREEN + "/" + act,
                        Map.of("csrf", token, "operator", "mallory", "role", "owner", "proof", proof));

                assertThat(answer.statusCode()).as(act).isEqualTo(403);
                assertThat(answer.body()).contains("Prove that it is you").doesNotContain(PATH);
            }
        }
        for (var call : List.of("POST ", "PATCH /nina", "POST /nina/link", "DELETE /nina")) {
            var parts = call.split(" ", 2);
            var body = parts[0].equals("DELETE") ? "" : "{\"operator\":\"mallory\",\"role\":\"owner\"}";
            var answer = thief.send(parts[0], OPERATORS + parts[1], body, "X-CSRF-Token", token);

            assertThat(answer.body()).as(call).contains("#proof-needed");
        }
        assertThat(json(desk.get(OPERATORS, WRITES)).path("operators").toString())
                .contains("{\"operator\":\"nina\",\"role\":\"viewer\",\"ofTheFiles\":false,\"state\":\"ACTIVE\"")
                .doesNotContain("mallory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            {}                                     | operator: must be 1 to 64 letters
            {"operator":"","role":"viewer"}        | operator: must be 1 to 64 letters
            {"operator":"a b","role":"viewer"}     | operator: must be 1 to 64 letters
            {"operator":"it/anna","role":"viewer"} | operator: must be 1 to 64 letters
            {"operator":"<b>","role":"viewer"}     | operator: must be 1 to 64 letters
            {"operator":"ledger","role":"viewer"}  | no word of the panel's own addresses
            {"operator":"ALICE","role":"viewer"}   | there is an operator
            {"operator":"nina","role":"viewer"}    | there is an operator
            {"operator":"otto"}                    | role: must be viewer, operator or owner
            {"operator":"otto","role":"OWNER"}     | role: must be viewer, operator or owner
            {"operator":"otto","role":"admin"}     | role: must be viewer, operator or owner
            {"operator":"otto","role":null}        | role must be a text
            {"operator":["otto"],"role":"viewer"}  | operator must be a text
            {"operator":"otto","role":"viewer","password":"secret"} | members are
            ["otto"]                               | the body must be a JSON object
            """)
    void givenAnOperatorWhoCannotBe_whenTheyAreAdded_thenItIsRefused(String body, String says, Desk desk) {
        link(desk, "nina", "viewer");

        var refused = desk.post(OPERATORS, body, WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", says);
        assertThat(desk.bean(AddedOperators.class).now().keySet()).containsExactly("nina");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            nina    | {}                          | 400 | role or off is needed
            nina    | {"role":"admin"}            | 400 | must be viewer, operator or owner
            nina    | {"off":"yes"}               | 400 | off must be true or false
            nina    | {"off":true,"role":"admin"} | 400 | must be viewer, operator or owner
            nina    | {"off":true,"role":1}       | 400 | role must be a text
            mallory | {"off":true}                | 404 | #unknown-operator
            vera    | {"role":"owner"}            | 409 | #operator-of-the-files
            """)
    void givenAChangeThatCannotBe_whenItIsAskedFor_thenNothingIsChanged(
            String operator, String body, int status, String says, Desk desk) {
        link(desk, "nina", "viewer");

        var refused = desk.send("PATCH", OPERATORS + "/" + operator, body, WRITES);

        assertThat(refused.statusCode()).isEqualTo(status);
        assertThat(refused.body()).contains(says);
        assertThat(json(desk.get(OPERATORS, WRITES)).path("operators").toString())
                .contains("\"operator\":\"vera\",\"role\":\"viewer\",\"ofTheFiles\":true")
                .contains("\"operator\":\"nina\",\"role\":\"viewer\",\"ofTheFiles\":false,\"state\":\"INVITED\"");
    }

    /** The files have got an operator of the name since. */
    @Test
    void givenAnOperatorOfTheFilesAndOneOfThePanel_whenTheyHaveOneName_thenTheFilesCount(Desk desk) {
        var added = desk.bean(AddedOperators.class);
        var link = link(desk, "nina", "owner");
        var nina = added.kept().find("nina");
        added.kept().replace("vera", Optional.empty(), nina.orElseThrow());
        added.kept().remove("nina", nina.orElseThrow());

        var look = open(desk, link);
        var vera = desk.another().signIn("vera").get("/panel/rooms/shop").body();
        var changed = desk.send("DELETE", OPERATORS + "/vera", "", WRITES);

        assertThat(look.statusCode()).isEqualTo(403);
        assertThat(vera).contains("vera, viewer");
        assertThat(changed.body()).contains("#operator-of-the-files");
        assertThat(desk.signIn().get(SCREEN).body()).containsOnlyOnce("data-operator=\"vera\"");
    }

    @Test
    void givenALink_whenItLiesInTheStoreAndInTheLedger_thenNeitherTellsIt(Desk desk) {
        var link = link(desk, "nina", "viewer");
        var token = link.substring(link.indexOf('#') + 1);

        var kept = desk.bean(AddedOperators.class).kept().find("nina").orElseThrow();
        var raw = desk.bean(ExpiringStore.class)
                .get("additions/operators", desk.now())
                .orElseThrow();

        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        assertThat(kept.settings().values()).noneMatch(value -> value.contains(token));
        assertThat(new String(raw, US_ASCII)).startsWith("ey").doesNotContain("nina");
        assertThat(told(desk)).doesNotContain(token);
        assertThat(desk.get(OPERATORS, WRITES).body()).doesNotContain(token);
    }

    @Test
    void givenAsManyAsThereMayBe_whenOneMoreIsAdded_thenItIsRefused(Desk desk) {
        var all = new HashMap<String, Object>();
        IntStream.range(0, Additions.MOST)
                .forEach(number ->
                        all.put("op" + number, Map.of("settings", Map.of("role", "viewer"), "retired", false)));
        Invitations.keep(desk, all);

        var refused = desk.post(OPERATORS, "{\"operator\":\"nina\",\"role\":\"viewer\"}", WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("100 at most");
    }

    private static String linkOn(HttpResponse<String> page) {
        var from = page.body().indexOf("value=\"http://localhost:9000" + PATH) + 7;
        return Invitations.linkOf(page.body().substring(from, page.body().indexOf('"', from)));
    }

    private static String later(Desk desk, AuthenticatorApp app) {
        desk.later(AuthenticatorApp.STEP);
        return app.code(desk.now());
    }

    private static Desk signsIn(Desk desk, String name, String code) {
        var browser = desk.another();
        assertThat(header(browser.trySignIn(name, PASSWORD), "Location")).isEqualTo("/panel/sign-in/second-factor");
        var answer = browser.form("/panel/sign-in/second-factor", Map.of("code", code));
        assertThat(answer.statusCode()).isEqualTo(303);
        return browser;
    }

    private static String told(Desk desk) {
        return desk.get("/panel/api/ledger", WRITES).body();
    }
}
