package io.gatehouse.panel.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedSites;
import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ledger of the house: who signed in or could not, and who changed people, keys and sites. */
@PanelTest
class HouseLedgerTest {

    private static final String SCREEN = "/panel/operators/ledger";
    private static final String EXPORT = "/panel/api/ledger";
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private long before;

    @BeforeEach
    void begin(Desk desk) {
        desk.bean(MutableScheduler.class).advance(WINDOW); // refused sign-ins of other tests are told
        before = desk.bean(LedgerStore.class).last(RoomId.HOUSE);
    }

    @AfterEach
    void end(Desk desk) {
        var none = new Seal(desk.bean(MasterKey.class), "additions").seal(Map.of());
        desk.bean(ExpiringStore.class).put("additions/sites", none, ExpiringStore.FOREVER, desk.now());
        desk.bean(AddedSites.class).kept().refresh();
        desk.bean(SecondFactors.class).takeAway("fay");
    }

    @Test
    void givenSignInsAndChanges_whenAnOwnerExportsTheLedger_thenItTellsWhoDidWhatAndVerifies(Desk desk) {
        Kit.of("fay", desk.another());
        desk.signIn();
        var added = desk.send(
                "PUT",
                "/panel/api/sites/house-fair/definition",
                "{\"room\":\"club\",\"redirectUris\":[\"https://fair.example/cb\"]}",
                "Authorization",
                "Bearer writes",
                "If-None-Match",
                "*");
        var made =
                Desk.json(desk.post("/panel/api/aws-keys", "{\"rooms\":[\"hall\"]}", "Authorization", "Bearer writes"));
        desk.post("/panel/api/signing-keys", "{}", "Authorization", "Bearer writes");
        desk.form("/panel/operators", Map.of("csrf", desk.token(), "operator", "fay", "proof", Desk.PASSWORD));
        desk.form("/panel/sign-out", Map.of("csrf", desk.token()));

        var export = desk.get(EXPORT, "Authorization", "Bearer writes");
        var screen = desk.signIn().get(SCREEN).body();

        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        assertThat(news(desk).stream().map(says -> says.split(", |GATE")[0]))
                .containsSubsequence(
                        "operator fay: signed in with the password",
                        "operator fay: second factor set up",
                        "operator alice: signed in with the password",
                        "API client nightly: site house-fair added",
                        "API client nightly: AWS key ",
                        "API client nightly: rotate signing keys",
                        "operator alice: take away the second factor of operator fay",
                        "operator alice: signed out");
        assertThat(screen).contains("take away the second factor of operator fay", "operator alice: signed out");
        assertThat(findings(export.body())).isEmpty();
        assertThat(findings(export.body().replace("take away the second", "look at the second")))
                .isNotEmpty();
        assertThat(export.body())
                .doesNotContain(
                        Desk.json(added).path("secret").asString("none"),
                        made.path("secret").asString("none"));
        assertThat(Desk.header(export, "Content-Disposition")).contains("ledger-gatehouse-house.jsonl");
    }

    @Test
    void givenAStrangerWhoGuesses_whenManySignInsAreRefused_thenTheFirstIsToldAndThenHowMany(Desk desk) {
        for (var guess = 0; guess < 4; guess++) {
            desk.trySignIn("vera", "guess " + guess);
            desk.trySignIn("mallory-" + guess, "guess");
        }
        desk.bean(MutableScheduler.class).advance(Duration.ofMinutes(1));

        assertThat(news(desk).stream().filter(says -> says.startsWith("sign-in: ")))
                .containsExactly(
                        "sign-in: refused for vera",
                        "sign-in: refused for an unknown name",
                        "sign-in: refused for vera, 3 times within a minute",
                        "sign-in: refused for an unknown name, 3 times within a minute");
        desk.bean(MutableScheduler.class).advance(WINDOW);
    }

    @Test
    void givenALedgerThatCannotBeWritten_whenAnOperatorSignsIn_thenNobodyIsSignedIn(Desk desk) {
        desk.bean(Outage.class).begin(RoomId.HOUSE.value());

        var right = desk.trySignIn("vera", Desk.PASSWORD);
        var wrong = desk.trySignIn("vera", "not that password");

        assertThat(right.statusCode()).isEqualTo(503);
        assertThat(desk.cookie()).isEmpty();
        assertThat(wrong.statusCode()).isEqualTo(403);
    }

    @Test
    void givenNobodyButOwners_whenTheLedgerIsAskedFor_thenItIsRefused(Desk desk) {
        var oscar = desk.signIn("oscar");

        assertThat(oscar.get(SCREEN).statusCode()).isEqualTo(403);
        assertThat(oscar.get(EXPORT).statusCode()).isEqualTo(403);
        assertThat(desk.another()
                        .get(EXPORT, "Authorization", "Bearer operates")
                        .statusCode())
                .isEqualTo(403);
        assertThat(desk.another().get(EXPORT).statusCode()).isEqualTo(401);
    }

    @Test
    void givenAnHourWithoutACheckpoint_whenTheNextActComes_thenTheEntriesBeforeItAreSigned(Desk desk) {
        desk.signIn("vera");
        desk.later(Duration.ofHours(1));
        desk.signIn("vera");

        assertThat(news(desk))
                .endsWith(
                        "operator vera: signed in with the password",
                        "All entries before this one are signed.",
                        "operator vera: signed in with the password");
    }

    private static List<String> findings(String export) {
        var verifier = new LedgerVerifier(Optional.empty());
        export.lines().forEach(verifier::read);
        return verifier.findings();
    }

    /** What was told since the test began. */
    private List<String> news(Desk desk) {
        return desk.bean(Ledgers.class).page(RoomId.HOUSE, Ledgers.Sought.ALL, Long.MAX_VALUE, 50).entries().stream()
                .filter(entry -> entry.seq() > before)
                .sorted((one, other) -> Long.compare(one.seq(), other.seq()))
                .map(EntryView::of)
                .map(EntryView::says)
                .toList();
    }
}
