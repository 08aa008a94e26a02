package io.gatehouse.panel.operator;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedOperators;
import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.account.Invitations;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.VirtualKey;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Passkeys of operators over HTTP: adding them, signing in by one alone, and what hostile ones get. */
@PanelTest
class PasskeysTest {

    private static final String FAY = "fay";
    private static final String OSCAR = "oscar";
    private static final String PASSKEY = "/panel/sign-in/passkey";
    private static final String ADD = "/panel/account/security-key";
    private static final String[] WRITES = {"Authorization", "Bearer writes"};
    private static final Pattern OPTIONS = Pattern.compile("data-key=\"([^\"]+)\"");

    @BeforeEach
    @AfterEach
    void begin(Desk desk) {
        desk.bean(SecondFactors.class).takeAway(FAY);
        desk.bean(SecondFactors.class).takeAway(OSCAR);
        Invitations.keepNone(desk);
        desk.bean(MutableScheduler.class).advance(Duration.ofMinutes(16)); // attempts of before are forgotten
    }

    @Test
    void givenAPasskey_whenItsOwnerSignsInByItAlone_thenTheyAreInWithBothFactorsAndTheLedgerSaysSo(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var fay = desk.another();
        try (var acts = new Acts()) {

            var answer = fay.form(
                    PASSKEY,
                    Map.of("answer", key.get(options(fay.get("/panel/sign-in"))), "return", "/panel/rooms/shop"));

            assertThat(header(answer, "Location")).isEqualTo("/panel/rooms/shop");
            assertThat(fay.get("/panel/rooms/shop").body()).contains("fay, owner");
            assertThat(acts.lines()).containsExactly("operator fay: signed in with a passkey");
        }
        assertThat(told(desk)).contains("\"what\":\"signed in with a passkey\",\"who\":\"operator fay\"");
        var byPassword =
                fay.form("/panel/account/second-factor/off", Map.of("csrf", fay.token(), "proof", Desk.PASSWORD));
        assertThat(byPassword.statusCode()).isEqualTo(403);
    }

    @Test
    void givenSeveralPasskeys_whenOneIsUsed_thenTheAccountSaysWhenAndOneIsTakenAway(Desk desk) {
        var phone = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var laptop = add(desk, new VirtualKey(2), "laptop <b>", phone.get(options(desk.get("/panel/account"))));
        desk.later(Duration.ofHours(2));
        var fay = desk.another();

        assertThat(signIn(fay, laptop).statusCode()).isEqualTo(303);
        var account = fay.get("/panel/account");
        var id = removal(account, "phone");
        var gone = fay.form(
                ADD + "/removal?key=" + id, Map.of("csrf", fay.token(), "proof", laptop.get(options(account))));

        assertThat(account.body())
                .containsPattern("phone</span>(?s:.){1,40}used")
                .containsPattern("laptop &lt;b&gt;</span>(?s:.){1,40}used");
        assertThat(gone.statusCode()).as(gone.body()).isEqualTo(303);
        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
        assertThat(fay.get("/panel").statusCode()).isEqualTo(200);
        assertThat(signIn(desk.another(), phone).statusCode()).isEqualTo(403);
        assertThat(signIn(desk.another(), laptop).statusCode()).isEqualTo(303);
        assertThat(told(desk)).contains("security key added: phone", "security key removed: phone");
    }

    @Test
    void givenAPasskey_whenItComesAfterThePassword_thenItIsTheSecondFactor(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var fay = desk.another();
        fay.trySignIn(FAY, Desk.PASSWORD);

        var answer = fay.form(
                "/panel/sign-in/second-factor",
                Map.of("code", key.unchecked().get(options(fay.get("/panel/sign-in/second-factor")))));

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(fay.get("/panel/account").body()).containsPattern("phone</span>(?s:.){1,40}used");
    }

    /** What a key or a page may say that is not so; each takes the key and the options it was given. */
    enum Hostile {
        OF_ANOTHER_ORIGIN((key, options) -> key.at("https://evil.example").get(options)),
        OF_A_PORT_BESIDE((key, options) -> key.at("http://localhost:9001").get(options)),
        FOR_ANOTHER_HOST((key, options) -> key.forHost("evil.example").get(options)),
        WITHOUT_A_LOOK_AT_ITS_OWNER((key, options) -> key.unchecked().get(options)),
        WITH_A_COUNTER_THAT_GOES_BACK((key, options) -> key.counting(4).get(options)),
        OF_NO_USER((key, options) -> key.of("").get(options)),
        OF_A_USER_WHO_IS_NOT_THERE((key, options) -> key.of("A".repeat(32)).get(options)),
        WITH_A_CHALLENGE_OF_ITS_OWN((key, options) -> key.get("{\"challenge\":\"" + "A".repeat(75) + "\"}")),
        WITHOUT_A_CHALLENGE((key, options) -> key.get("{}")),
        SIGNED_BY_ANOTHER(
                (key, options) -> new VirtualKey(1).of(key.user()).counting(9).get(options)),
        UNKNOWN((key, options) -> new VirtualKey(7).of(key.user()).get(options)),
        ALTERED((key, options) -> altered(key.get(options))),
        NOTHING((key, options) -> ""),
        NO_JSON((key, options) -> "{"),
        EMPTY((key, options) -> "{}"),
        OF_OTHER_TYPES((key, options) -> "{\"id\":1,\"rawId\":[],\"response\":null,\"type\":{}}");

        private final BiFunction<VirtualKey, String, String> answer;

        Hostile(BiFunction<VirtualKey, String, String> answer) {
            this.answer = answer;
        }

        /** With another letter in the middle of the signature. */
        private static String altered(String answer) {
            var at = answer.indexOf("\"signature\":\"") + 40;
            return answer.substring(0, at) + (answer.charAt(at) == 'A' ? 'B' : 'A') + answer.substring(at + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Hostile.class)
    void givenAnAnswerThatIsNotWhatItShouldBe_whenItIsShown_thenItOpensNothingAndTheGoodOneDoes(
            Hostile hostile, Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var user = key.user();
        assertThat(signIn(desk.another(), key.counting(5)).statusCode()).isEqualTo(303);
        var thief = desk.another();

        var answer = show(thief, hostile.answer.apply(key.counting(6), options(thief.get("/panel/sign-in"))));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(answer.body()).contains("That passkey opens nothing here").doesNotContain("fay");
        assertThat(thief.cookie()).isEmpty();
        var good = key.of(user).at("http://localhost:9000").forHost("localhost").counting(10);
        if (hostile != Hostile.WITHOUT_A_LOOK_AT_ITS_OWNER) {
            assertThat(signIn(desk.another(), good).statusCode()).isEqualTo(303);
        }
    }

    @Test
    void givenAGoodAnswer_whenItIsShownAgain_thenItOpensNothing(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var answer = key.get(options(desk.another().get("/panel/sign-in")));
        var fay = desk.another();
        var thief = desk.another();

        assertThat(show(fay, answer).statusCode()).isEqualTo(303);
        assertThat(show(thief, answer).statusCode()).isEqualTo(403);
        assertThat(thief.cookie()).isEmpty();
    }

    @Test
    void givenOneAnswer_whenManyShowItAtOnce_thenOneIsIn(Desk desk) throws Exception {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var answer = key.get(options(desk.another().get("/panel/sign-in")));

        var statuses = Crowd.of(4, () -> show(desk.another(), answer).statusCode());

        assertThat(statuses.stream().filter(status -> status == 303)).hasSize(1);
    }

    @Test
    void givenAChallenge_whenItIsAnsweredTooLate_thenItOpensNothing(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var answer = key.get(options(desk.another().get("/panel/sign-in")));

        desk.later(Duration.ofMinutes(11));

        assertThat(show(desk.another(), answer).statusCode()).isEqualTo(403);
    }

    /** One was made to be a second factor, behind the password; the other for a new key. */
    @Test
    void givenAChallengeOfAnotherPurpose_whenItIsAnsweredAtTheSignIn_thenItOpensNothing(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);

        var shown = key.get(options(desk.get("/panel/account")));
        var made = key.get(options(offer(desk, key.get(options(desk.get("/panel/account"))))));
        var alone = key.get(options(desk.another().get("/panel/sign-in")));

        assertThat(show(desk.another(), shown).statusCode()).isEqualTo(403);
        assertThat(show(desk.another(), made).statusCode()).isEqualTo(403);
        assertThat(offer(desk, alone).statusCode()).isEqualTo(403);
    }

    /** The operator of the key is its user's: no other operator's handle leads to it. */
    @Test
    void givenTwoOperatorsWithPasskeys_whenOneClaimsToBeTheOther_thenTheyAreNotIn(Desk desk) {
        var fay = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var oscar = add(desk.another().signIn(OSCAR), new VirtualKey(2), "phone", Desk.PASSWORD);
        var thief = desk.another();

        var answer = signIn(thief, oscar.of(fay.user()));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(thief.cookie()).isEmpty();
    }

    @Test
    void givenAFormOfAnotherSite_whenItIsSent_thenTheBrowserIsNotSignedIn(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var victim = desk.another();
        var answer = key.get(options(victim.get("/panel/sign-in")));

        var foreign = victim.form(PASSKEY, Map.of("answer", answer), "Origin", "https://evil.example");

        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(victim.cookie()).isEmpty();
    }

    @Test
    void givenAnAddedOperatorWithAPasskey_whenTheyAreSwitchedOff_thenTheirSignInEndsAndTheKeyOpensNothing(Desk desk) {
        var nina = desk.another();
        var app = Invitations.accept(nina, Invitations.link(desk, "nina", "viewer"));
        desk.later(Duration.ofMinutes(1));
        var key = add(nina, new VirtualKey(3), "phone", app.code(desk.now()));
        var here = desk.another();
        assertThat(signIn(here, key).statusCode()).isEqualTo(303);
        assertThat(here.get("/panel").body()).contains("nina, viewer");

        desk.send("PATCH", "/panel/api/operators/nina", "{\"off\":true}", WRITES);

        assertThat(here.get("/panel").statusCode()).isEqualTo(303);
        assertThat(signIn(desk.another(), key).statusCode()).isEqualTo(403);
        desk.send("PATCH", "/panel/api/operators/nina", "{\"off\":false}", WRITES);
        assertThat(here.get("/panel").statusCode()).isEqualTo(303);
        assertThat(signIn(desk.another(), key).statusCode()).isEqualTo(303);
        assertThat(desk.bean(AddedOperators.class).now()).containsOnlyKeys("nina");
    }

    @Test
    void givenAnOperatorWhoHasLostAllKeys_whenAnOwnerTakesThemAway_thenThePasswordOpensAndNoKey(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);

        desk.send("DELETE", "/panel/api/operators/fay/second-factor", "", WRITES);

        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
        assertThat(signIn(desk.another(), key).statusCode()).isEqualTo(403);
        desk.another().signIn(FAY);
    }

    @Test
    void givenASecondFactorThatCannotBeRead_whenAPasskeyIsShown_thenItOpensNothing(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        desk.bean(ExpiringStore.class)
                .put("panel:second-factor:fay", new byte[] {1}, ExpiringStore.FOREVER, Instant.EPOCH);

        assertThat(signIn(desk.another(), key).statusCode()).isEqualTo(403);
    }

    @Test
    void givenAStolenCookie_whenTheThiefAddsAPasskey_thenTheyHaveToProveWhoTheyAre(Desk desk) {
        add(desk.signIn(FAY), new VirtualKey(1), "phone", Desk.PASSWORD);
        var thief = desk.another().withCookie(desk.cookie());

        var offered = offer(thief, Desk.PASSWORD);
        var forced = thief.form(
                ADD,
                Map.of(
                        "csrf", thief.token(),
                        "name", "thief",
                        "answer", new VirtualKey(6).create("{\"challenge\":\"AAAA\",\"user\":{\"id\":\"AAAA\"}}")));

        assertThat(offered.statusCode()).isEqualTo(403);
        assertThat(forced.statusCode()).isEqualTo(400);
        assertThat(desk.bean(SecondFactors.class).summary(FAY).orElseThrow().securityKeys())
                .hasSize(1);
    }

    @Test
    void givenAnswersThatOpenNothing_whenTheyGoOn_thenTheyAreSlowedAndTheLedgerTellsOfThem(Desk desk) {
        for (var guess = 0; guess < 6; guess++) {
            assertThat(show(desk, "{}").statusCode()).isEqualTo(403);
        }

        var slowed = show(desk, "{}");

        assertThat(slowed.statusCode()).isEqualTo(429);
        assertThat(header(slowed, "Retry-After")).isEqualTo("10");
        assertThat(told(desk)).contains("refused for an unknown passkey");
    }

    @Test
    void givenAsManyKeysAsThereMayBe_whenOneMoreIsAdded_thenItIsRefused(Desk desk) {
        var kit = Kit.of(FAY, desk);
        for (var number = 0; number < SecondFactors.MOST_KEYS; number++) {
            desk.later(Duration.ofMinutes(1));
            add(desk, new VirtualKey(number), "key " + number, kit.app().code(desk.now()));
        }

        var refused = offer(desk, "anything");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("there may be no more");
        assertThat(desk.get("/panel/account").body())
                .contains("You have ten keys, the most there may be. Take one away to add another.")
                .doesNotContain("Add a passkey");
    }

    /** The finder of a lost key that has no PIN can set one. */
    @Test
    void givenAKeyThatDidNotCheckItsOwnerWhenItWasAdded_whenItDoesSoLater_thenItComesAfterThePasswordOnly(Desk desk) {
        var key = add(desk.signIn(FAY), new VirtualKey(1).unchecked(), "blue key", Desk.PASSWORD);

        var found = signIn(desk.another(), key.checked());
        var fay = desk.another();
        fay.trySignIn(FAY, Desk.PASSWORD);
        var second = fay.form(
                "/panel/sign-in/second-factor",
                Map.of("code", key.get(options(fay.get("/panel/sign-in/second-factor")))));

        assertThat(found.statusCode()).isEqualTo(403);
        assertThat(second.statusCode()).isEqualTo(303);
        assertThat(signIn(desk.another(), key).statusCode()).isEqualTo(403);
        assertThat(fay.get("/panel/account").body()).contains("after the password only");
    }

    @Test
    void givenTooManyAnswers_whenTheStoreIsAway_thenTheNextOneIsSlowedWithoutALookIntoTheStore(Desk desk) {
        var key = new VirtualKey(1).of("A".repeat(32));
        var answer = key.get(options(desk.get("/panel/sign-in")));
        for (var guess = 0; guess < 6; guess++) {
            assertThat(show(desk, answer).statusCode()).isEqualTo(403);
        }

        desk.bean(Outage.class).begin();

        assertThat(show(desk, answer).statusCode()).isEqualTo(429);
    }

    /** Has the browser at this desk add the key, after this proof. */
    private static VirtualKey add(Desk desk, VirtualKey key, String name, String proof) {
        var offer = offer(desk, proof);
        assertThat(offer.statusCode()).as(offer.body()).isEqualTo(200);
        var added = desk.form(ADD, Map.of("csrf", desk.token(), "name", name, "answer", key.create(options(offer))));
        assertThat(added.statusCode()).as(added.body()).isIn(200, 303);
        return key;
    }

    private static HttpResponse<String> offer(Desk desk, String proof) {
        return desk.form(ADD + "/offer", Map.of("csrf", desk.token(), "proof", proof));
    }

    private static HttpResponse<String> signIn(Desk desk, VirtualKey key) {
        return show(desk, key.get(options(desk.get("/panel/sign-in"))));
    }

    private static HttpResponse<String> show(Desk desk, String answer) {
        return desk.form(PASSKEY, Map.of("answer", answer));
    }

    /** What the page asks of the key. */
    private static String options(HttpResponse<String> page) {
        if (page.statusCode() == 303) {
            throw new AssertionError("this page is a redirect to " + header(page, "Location"));
        }
        var found = OPTIONS.matcher(page.body());
        assertThat(found.find()).as(page.body()).isTrue();
        return found.group(1).replace("&quot;", "\"");
    }

    private static String removal(HttpResponse<String> account, String name) {
        var found = Pattern.compile("removal\\?key=([^\"]+)\">Take " + name).matcher(account.body());
        assertThat(found.find()).as(account.body()).isTrue();
        return found.group(1);
    }

    private static String told(Desk desk) {
        return desk.get("/panel/api/ledger", WRITES).body();
    }
}
