package io.gatehouse.flow;

import static io.gatehouse.testing.Chromium.steadily;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.addition.AddedClients;
import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Addition;
import io.gatehouse.board.Boards;
import io.gatehouse.draw.Draw;
import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.account.Invitations;
import io.gatehouse.panel.factor.AuthenticatorApp;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.language.GermanPanel;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.Act;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.SitePreset;
import io.gatehouse.stock.Stock;
import io.gatehouse.testing.Chromium;
import io.gatehouse.testing.TabWalk;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Branding;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Logo;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Words;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything that a visitor, somebody with a device or an operator can see, in Chromium, light and dark,
 * narrow and wide: axe finds nothing wrong with it, and nobody has to scroll sideways; at the panel, the
 * keyboard alone does for all. A new page is a line in one of the lists.
 */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryPageTest {

    /** A page by its headline, and the way there: with no cookies, to an empty line. */
    private record Page(String headline, Runnable way) {

        @Override
        public String toString() {
            return headline;
        }
    }

    /** Of a form that could be a pass, with a key that nobody publishes. */
    private static final String ES256 = "eyJhbGciOiJFUzI1NiJ9.e30." + "A".repeat(86);

    private static final String NINAS_LINK = "nina".repeat(11).substring(1);
    private static final String WAIT = "/rooms/shop/wait";
    private static final String SHOP = "/panel/rooms/shop";

    /** How many buttons of the panel's page are filled, in whatever colour. */
    private static final String FILLED_BUTTONS =
            """
            [...document.querySelectorAll('main button, main .button')].filter(button => button.checkVisibility()
              && getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)').length
            """;

    /** What there is to see and to hear of a page, part by part; a width may hide some, or make others of them. */
    private static final String PARTS =
            """
            [...document.querySelectorAll('body, body *')].map(part => ['', '::before', '::after'].map(which => {
              const style = getComputedStyle(part, which);
              return [style.display, style.visibility, which && style.content];
            })).join()
            """;

    /** What scripts of the panel write into pages that live on. */
    private static final String WRITTEN_BY_SCRIPTS =
            """
            [...document.querySelectorAll(`[data-says], [data-pace], [data-most], [data-state], [data-line], .date > :first-child,
              [data-needs] p, [data-needs] a, [data-alerts] span, [data-alert-count], .contact, [data-notify-says]`)]
              .map(part => part.textContent.replace(/\\s+/g, ' ')).join('\\n')
            """;

    @AutoClose
    private final RunningGatehouse gatehouse = setUp().starts().standing();

    @AutoClose
    private final RunningGatehouse withoutOperators =
            RunningGatehouse.start("gatehouse.limits.enabled=true", "gatehouse.limits.free-places=1");

    @AutoClose
    private final Chromium chromium = new Chromium("--hide-scrollbars");

    private final Map<String, List<Map<String, String>>> signedIn = new HashMap<>();

    /** A room by hand with its site, and another that a site of each kind leads to. */
    private static RunningGatehouse.Settings setUp() {
        var settings = RunningGatehouse.with(
                "gatehouse.rooms.shop.passes.secret=" + ShopPass.SECRET,
                "gatehouse.rooms.shop.passes.codes=true",
                "gatehouse.rooms.keyless.passes.jwks-uri=" + RunningGatehouse.SITE + "/jwks.json",
                "gatehouse.rooms.keyless.passes.algorithms=ES256",
                "gatehouse.rooms.many.title=Many",
                "gatehouse.rooms.many.aws-api.enabled=true",
                "gatehouse.rooms.shop.aws-api.enabled=true",
                "gatehouse.aws-keys.AKIAEXAMPLEPANEL.secret=" + RunningGatehouse.SECRET,
                "gatehouse.aws-keys.AKIAEXAMPLEPANEL.rooms=shop",
                "gatehouse.rooms.small.most-waiting=1",
                "gatehouse.rooms.hall.capacity=1",
                "gatehouse.rooms.hall.lanes.access.weight=1",
                "gatehouse.rooms.hall.lanes.access.offered=true",
                "gatehouse.rooms.shop.notices=email",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.from=shop@shop.example",
                "gatehouse.rooms.many.capacity=100",
                "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                "gatehouse.api-clients.nightly.scopes=rooms.write",
                "gatehouse.operator-provider.issuer=" + RunningGatehouse.SITE,
                "gatehouse.operator-provider.client-id=gatehouse",
                "gatehouse.operator-provider.secret=" + RunningGatehouse.SECRET,
                "gatehouse.operator-provider.roles.owner=it",
                "gatehouse.operators.vera.password=" + Desk.HASH,
                "gatehouse.operators.vera.role=viewer",
                "gatehouse.operators.fay.password=" + Desk.HASH,
                "gatehouse.operators.alice.password=" + Desk.HASH);
        settings = settings.site("hall", "hall");
        for (var preset : SitePreset.values()) {
            settings = settings.site(
                    nameOf(preset), "many", "preset=" + preset, "entry=" + RunningGatehouse.SITE + "/", "device=true");
        }
        return settings;
    }

    /** To a visitor behind another one. */
    private void offers(String language) {
        gatehouse.reopens("hall");
        gatehouse.browser().opens("/rooms/hall/enter");
        opens("/rooms/hall/enter?ui_locales=" + language);
        opens("/rooms/hall/access?ui_locales=" + language);
    }

    private void isAdded(boolean retired) {
        var added = gatehouse.bean(AddedRooms.class).kept();
        added.replace("fair", added.find("fair"), new Addition(Map.of("title", "Fair"), retired));
    }

    /** A sale that nobody has set up yet, with warnings. */
    private void looksASaleOver() {
        var added = gatehouse.bean(AddedRooms.class).kept();
        added.find("spring").ifPresent(room -> added.remove("spring", room));
        operatorAt("/panel/sale");
        types("#room", "spring");
        types("#title", "Spring sale");
        types("#dates-0-zone", "UTC");
        chromium.asks("document.getElementById('dates-0-lobby').value = '2999-11-27T09:00'");
        chromium.asks("document.getElementById('dates-0-doors').value = '2999-11-27T10:00'");
        types("#stock", "1000");
        types("#lobbyWork", "0");
        types("#lanes-0-lane", "members");
        types("#lanes-0-weight", "3");
        presses("button[name=step]");
        sees("button[value=make]");
    }

    private void isAddedAsSite() {
        var added = gatehouse.bean(AddedSites.class).kept();
        var settings = Map.of(
                "room", "many", "redirect-uris[0]", "https://fair.example/cb", "secret", RunningGatehouse.SECRET);
        added.replace("fair", added.find("fair"), new Addition(settings, false));
    }

    private void isInvited() {
        var added = gatehouse.bean(AddedOperators.class);
        var now = gatehouse.bean(Clock.class).instant();
        var nina = AddedOperator.of("viewer", "operator alice", now)
                .withLink(added.fingerprint(NINAS_LINK), now.plus(Duration.ofHours(1)));
        added.kept().replace("nina", added.kept().find("nina"), nina.kept());
    }

    private void opensLink() {
        isInvited();
        opens("/panel/sign-in"); // from the page itself a link would be no new page
        opens("/panel/sign-in/invitation#" + NINAS_LINK);
        sees("#password");
    }

    private String annasLink() {
        var master = gatehouse.bean(MasterKey.class);
        var anna = master.fingerprint("notice-address", "anna@example.com");
        return anna + master.fingerprint("notice-stop", anna);
    }

    private static String nameOf(SitePreset preset) {
        return preset.label().replace('_', '-');
    }

    Stream<Page> whileWaiting() {
        return Stream.of(
                page("You are next", this::joins),
                page("You are in line", this::joinsBehindAnother),
                page("You are in line", () -> without(this::joinsBehindAnother)),
                page("You are in line", () -> {
                    joinsBehindAnother();
                    presses("#freeze");
                    presses("summary");
                }),
                page("The line is paused", () -> {
                    pauses();
                    joinsBehindAnother();
                }),
                page("You are in line", () -> {
                    isSaid();
                    joinsBehindAnother();
                }),
                page("The doors are not open yet", () -> {
                    follows(Mode.SCHEDULED, 1);
                    joins();
                }),
                page("The doors are not open yet", () -> {
                    follows(Mode.SCHEDULED, 1);
                    without(this::joins);
                }),
                page("The doors are not open yet", this::joinsADraw),
                page("Your receipt", () -> {
                    joinsADraw();
                    opens("/rooms/shop/receipt");
                }),
                page("Your receipt", () -> {
                    joinsADraw();
                    opens("/rooms/shop/receipt");
                    copiesWhatIsQuoted();
                }),
                page("Your receipt", () -> {
                    joinsADraw();
                    gatehouse.pass(Duration.ofHours(1));
                    gatehouse.tick();
                    gatehouse.tick();
                    opens("/rooms/shop/receipt");
                    sees("#onward");
                }),
                page("What became of your receipt?", () -> opens("/rooms/shop/receipt/find")),
                page("Tell me when it is my turn", () -> {
                    joinsBehindAnother();
                    opens("/rooms/shop/notice");
                }),
                page("A line for access needs", () -> offers("en")),
                page("طابور لذوي الاحتياجات الخاصة", () -> offers("ar")),
                page("Your request is noted", () -> asksToBeTold("anna@example.com")),
                page("We cannot tell you there", () -> asksToBeTold("anna@localhost")),
                page("Report a wrong text", () -> {
                    joinsBehindAnother();
                    assertThat(chromium.asks("document.querySelector('nav a').target"))
                            .isEqualTo("_blank");
                    opens(chromium.asks("document.querySelector('nav a').getAttribute('href')"));
                }),
                page("الإبلاغ عن نص خاطئ", () -> opens("/waiting-page/wrong-text?ui_locales=ar")),
                page("No more messages?", () -> opens("/rooms/shop/notice/stop/" + annasLink())),
                page("You get no more messages", () -> {
                    opens("/rooms/shop/notice/stop/" + annasLink());
                    presses("button");
                    sees("h1");
                }),
                page("Past draws", () -> {
                    isDrawn();
                    readsPastDraws("");
                    sees("section");
                }),
                page("القرعات السابقة", () -> readsPastDraws("?ui_locales=ar")),
                page("ما مصير إيصالك؟", () -> opens("/rooms/shop/receipt/find?ui_locales=ar")),
                page("We do not know this receipt", () -> {
                    opens("/rooms/shop/receipt/find");
                    types("#pasted", "gatehouse1/shop");
                    presses("main button");
                }),
                page("You have looked very often", () -> {
                    opens("/rooms/shop/receipt/find");
                    chromium.asks(
                            "Promise.all([...Array(30)].map(() => fetch('/rooms/shop/receipt/find', { method: 'POST',"
                                    + " body: new URLSearchParams({ receipt: '1' }) }))).then(() => 'sent')");
                    types("#pasted", "gatehouse1/shop");
                    presses("main button");
                }),
                page("It is closed at the moment", () -> {
                    joins();
                    follows(Mode.CLOSED, 2);
                    opens(WAIT);
                }),
                page("The doors have closed", () -> {
                    joins();
                    follows(Mode.SCHEDULED, -2);
                    opens(WAIT);
                }),
                page("All are taken at the moment", () -> {
                    gatehouse.browser().opens(Login.authorize());
                    gatehouse.letIn("shop", 1);
                    sells(1);
                    joins();
                }),
                page("Sold out", () -> {
                    joins();
                    sells(0);
                    opens(WAIT);
                }),
                page("It is your turn", this::isCalled),
                page("It is your turn", () -> without(this::isCalled)),
                page("One moment, the next free place is yours", this::isReady),
                page("Your turn went by", this::lapses),
                page("One of the next turns is yours", () -> {
                    lapses();
                    pauses();
                    presses("#return button");
                }),
                page("You are in", () -> endsBy(Act.CLAIM)),
                page("Your visit is complete", () -> endsBy(Act.COMPLETE)),
                page("Your visit has ended", () -> endsBy(Act.ABANDON)),
                page("Your time has run out", () -> endsBy(Act.EXPIRE)),
                page("You have left the line", () -> {
                    joins();
                    presses("summary");
                    presses("#leave button");
                }),
                page("The line has started anew", () -> {
                    without(this::joins); // or the board of before would be good for a second more
                    gatehouse.reopens("shop");
                    showsOnTheBoard(gatehouse.room("shop"));
                    opens(WAIT);
                }),
                page("We cannot find your place", () -> opens(WAIT)));
    }

    Stream<Page> messages() {
        return Stream.of(
                page("This is a waiting room", () -> opens("/")),
                page("There is nothing here", () -> opens("/nowhere")),
                page("There is nothing here", () -> opens("/rooms/shop/continue")),
                page("There is nothing here", () -> opens("/token")),
                page("There is no receipt here", () -> opens("/rooms/shop/receipt")),
                page("Please allow cookies", () -> opens("/rooms/shop/enter?cookie=set")),
                page("We do not know this pass", () -> opens("/rooms/shop/enter?pass=open-sesame")),
                page("Do you have an access code?", () -> opens("/rooms/shop/code")),
                page("Your pass has expired", () -> shows(pass -> pass.expirationTime(Date.from(Instant.EPOCH)))),
                page("Your pass is not good yet", () -> shows(pass -> pass.notBeforeTime(inAnHour()))),
                page("Your pass is in use elsewhere", () -> {
                    gatehouse.browser().opens(pass(pass -> pass.jwtID("one")));
                    shows(pass -> pass.jwtID("one"));
                }),
                page("We cannot check your pass just now", () -> opens(ShopPass.link("keyless", ES256))),
                page("Too many wrong codes", () -> {
                    // Chromium comes from there by the name localhost.
                    var there = gatehouse.issuer().replace("localhost", "[::1]");
                    for (var n = 0; n < 100; n++) {
                        gatehouse.browser().gets(there + ShopPass.link("shop", "GUESS" + (1000 + n)));
                    }
                    opens(ShopPass.link("shop", "GUESS999"));
                    gatehouse.elapse(Duration.ofMinutes(15));
                }),
                page("We do not know this site", () -> opens(Login.authorize("client_id", "nobody"))),
                page("Your place is in use elsewhere", () -> {
                    isCalled();
                    var room = gatehouse.room("shop");
                    Stream.of("one", "another", "a third")
                            .forEach(browser ->
                                    room.claim(room.at(Position.of(1)).orElseThrow(), browser));
                    opens("/rooms/shop/enter");
                }),
                page("Carry your place to another browser", () -> {
                    joins();
                    opens("/rooms/shop/move?request=" + "R".repeat(22) + ".shop");
                }),
                page("Wait here from now on?", () -> opens(givenAway())),
                page("This place has moved", () -> {
                    joins();
                    var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();
                    gatehouse.room("shop").move(PlaceProof.of(place), "another");
                    opens(WAIT);
                }),
                page("This link works no more", () -> opens("/rooms/shop/move?link=of-yesterday")),
                page("This browser has a place already", () -> {
                    var link = givenAway();
                    joins();
                    opens(link);
                }),
                page("This place stays here", () -> {
                    isAdmitted();
                    opens("/rooms/shop/move");
                }),
                page("There is no such waiting room", () -> opens("/rooms/nowhere/wait")),
                page("This did not end your visit", () -> opens("/logout?client_id=nobody")),
                page(
                        "This link cannot lead you back",
                        () -> opens(Login.authorize("redirect_uri", "https://else.example/"))),
                page("That did not work", () -> opens("/?" + "more-than-the-server-reads".repeat(3_000))),
                page("One moment, please", () -> {
                    joins();
                    stores().takeAway();
                    opens(WAIT);
                    presses("#by-itself input"); // or it would be another page soon
                }),
                page(
                        "One moment, please",
                        () -> without(() -> {
                            entersWhereOneMayWithoutWork();
                            chromium.driver().manage().deleteAllCookies();
                            entersWhereOneMayWithoutWork();
                        })),
                page(
                        "One moment more, please",
                        () -> without(() -> {
                            entersWhereOneMayWithoutWork();
                            chromium.driver().manage().deleteAllCookies();
                            entersWhereOneMayWithoutWork();
                            presses("button"); // too soon
                            isAt("One moment more, please"); // before scripts run again, which would go on from there
                        })),
                page("The line is full", () -> {
                    gatehouse.browser().opens("/rooms/small/enter");
                    gatehouse.tick();
                    opens("/rooms/small/enter");
                }),
                page("It is closed at the moment", () -> {
                    follows(Mode.SCHEDULED, 3);
                    opens("/rooms/shop/enter");
                }),
                page("Sold out", () -> {
                    sells(0);
                    opens("/rooms/shop/enter");
                }),
                page("Something went wrong", () -> {
                    joins();
                    stores().breakLine(new IllegalStateException("broken by a test"));
                    opens(WAIT);
                }),
                page("You are in", () -> opens("/rooms/many/enter")),
                page("Go on to the site", () -> {
                    isAdmitted();
                    without(() -> opens(Login.authorize("response_mode", "form_post")));
                }),
                page("Log in again", () -> {
                    goesIn();
                    opens(Login.authorize("prompt", "login"));
                }),
                page("We stopped going in circles", () -> {
                    var loops = gatehouse.bean(LoopGuard.class);
                    var place = isAdmitted();
                    while (loops.admits(place.id())) {}
                    opens("/rooms/shop/enter");
                }),
                page("End your visit?", () -> {
                    isAdmitted();
                    opens("/logout?client_id=shop");
                }),
                page("Your visit has ended", () -> {
                    isAdmitted();
                    opens("/logout?client_id=shop");
                    presses("button");
                }),
                page("You are not inside", () -> opens("/logout")));
    }

    Stream<Page> forDevices() {
        return Stream.of(
                page("Let a device in", () -> opens("/device")),
                page("We do not know this code", () -> opens("/device?user_code=BCDF-GHJK")),
                page("Is this your device?", () -> opens("/device?user_code=" + userCode())),
                page("Go on at your device", () -> opens("/device/done")),
                page("One moment, please", () -> {
                    guesses("127.0.0.1");
                    guesses("[::1]");
                    opens("/device?user_code=BCDF-GHJK");
                    gatehouse.elapse(Duration.ofMinutes(16));
                }));
    }

    Stream<Page> atThePanel() {
        return Stream.of(
                page("Sign in", () -> opens("/panel")),
                page("Sign in", () -> {
                    signsIn("/panel", "a wrong password");
                    sees(".trouble");
                }),
                page("Sign in", () -> opens("/panel/sign-in/provider/return?code=guessed")),
                page("Sign in", () -> chromium.driver().get(withoutOperators.issuer() + "/panel")),
                page("Your sign-in", () -> operatorAt("/panel/account")),
                page("Set up your app", this::isOfferedAnApp),
                page("Add a passkey or security key", () -> {
                    signsIn("fay", "/panel/account", Desk.PASSWORD);
                    isAt("Your sign-in");
                    types("#proof", Desk.PASSWORD);
                    presses("[formaction$='/security-key/offer']");
                }),
                page("Your recovery codes", this::setsAnAppUp),
                page("Your sign-in", () -> {
                    setsAnAppUp();
                    opens("/panel/account");
                    types("#proof", "wrong");
                    presses("main button");
                    sees(".trouble");
                }),
                page("Operators", () -> {
                    setsAnAppUp();
                    presses(".who button");
                    isAt("Sign in");
                    operatorAt("/panel/operators");
                    presses("summary");
                }),
                page("New operator", () -> operatorAt("/panel/operators/new")),
                page("New operator", () -> {
                    operatorAt("/panel/operators/new");
                    types("#operator", "a b");
                    types("#proof", Desk.PASSWORD);
                    presses("main form button");
                    sees("#operator-fault");
                }),
                page("Link for otto", () -> {
                    operatorAt("/panel/operators/new");
                    var added = gatehouse.bean(AddedOperators.class).kept();
                    added.find("otto").ifPresent(otto -> added.remove("otto", otto));
                    types("#operator", "otto");
                    types("#proof", Desk.PASSWORD);
                    presses("main form button");
                }),
                page("nina", () -> {
                    isInvited();
                    operatorAt("/panel/operators/nina");
                }),
                page("alice", () -> operatorAt("/panel/operators/alice")),
                page("Set your password", () -> opens("/panel/sign-in/invitation")),
                page("Set your password", this::opensLink),
                page("Set your password", () -> {
                    opensLink();
                    types("#password", "short");
                    types("#again", "other");
                    types("#code", "1");
                    presses("main button");
                    sees("#again-fault");
                }),
                page("Your password", () -> {
                    usesLink();
                    opens("/panel/account/password");
                    types("#current", Invitations.PASSWORD);
                    types("#password", "short");
                    types("#again", "short");
                    types("#proof", "1");
                    presses("main form button");
                    sees("#password-fault");
                }),
                page("API clients", () -> operatorAt("/panel/clients")),
                page("New API client", () -> {
                    operatorAt("/panel/clients/new");
                    types("#client", "a b");
                    types("#proof", Desk.PASSWORD);
                    presses("main form button");
                    sees("#client-fault");
                }),
                page("Secret of robot", this::addsAnApiClient),
                page("robot", () -> {
                    addsAnApiClient();
                    isAt("Secret of robot");
                    operatorAt("/panel/clients/robot");
                }),
                page("Ledger of the house", () -> operatorAt("/panel/operators/ledger")),
                page("Your code", () -> {
                    setsAnAppUp();
                    presses(".who button");
                    isAt("Sign in");
                    signsIn("fay", "/panel", Desk.PASSWORD);
                }),
                page("Rooms", () -> operatorAt("/panel")),
                page("Rooms", () -> {
                    pauses();
                    operatorAt("/panel");
                }),
                page("Rooms", () -> {
                    operatorAt("/panel/sites");
                    damages();
                    opens("/panel");
                }),
                page("Rooms", () -> {
                    operatorAt("/panel");
                    stores().takeAway();
                    sees(".stale");
                }),
                page("Calendar", () -> {
                    follows(Mode.SCHEDULED, -2);
                    operatorAt("/panel/calendar");
                    sees("[aria-labelledby=over] [data-room=shop]");
                }),
                page("Calendar", () -> {
                    draws(30, "drand round 123456");
                    pauses();
                    viewerAt("/panel/calendar");
                    sees("[aria-labelledby=to-come] [data-room=shop]");
                }),
                page("Shop", () -> operatorAt(SHOP)),
                page("Many", () -> operatorAt("/panel/rooms/many")),
                page("Shop", () -> {
                    gatehouse.letIn("shop", 2);
                    operatorAt(SHOP);
                    sees("form[action$='/take-back']");
                }),
                page("Shop", () -> {
                    operatorAt(SHOP);
                    presses("form[action$='/pause'] button");
                    sees(".notice");
                }),
                page("Shop", () -> {
                    operatorAt(SHOP);
                    types("#rate", "fast");
                    presses("form[action$='/settings'] button");
                    sees(".trouble:not([hidden])");
                }),
                page("Shop", () -> {
                    operatorAt(SHOP);
                    pauses();
                    sees("#changed:not([hidden])");
                }),
                page("Schedule of Shop", () -> {
                    follows(Mode.SCHEDULED, 1);
                    operatorAt(SHOP + "/schedule");
                }),
                page("Schedule of Shop", () -> {
                    operatorAt(SHOP + "/schedule");
                    types("#dates-0-zone", "Mars");
                    chromium.asks("document.getElementById('dates-0-doors').value = '2999-11-27T10:00'");
                    presses("form[action$='/schedule'] > fieldset > button");
                    sees(".trouble");
                }),
                page("Number 1", () -> {
                    joins();
                    operatorAt(SHOP + "/place?number=1");
                }),
                page("Number 1", () -> {
                    isAdmitted();
                    operatorAt(SHOP + "/place?number=1");
                }),
                page("Words to the visitors of Shop", () -> operatorAt(SHOP + "/words")),
                page("Words to the visitors of Shop", () -> {
                    isSaid();
                    operatorAt(SHOP + "/words");
                    presses("details.card:last-of-type > summary");
                    types("[name='texts.en']", "nonsense");
                    presses("form[action$='/words'] button");
                    sees(".trouble:not([hidden])");
                }),
                page("Branding of Shop", () -> {
                    operatorAt(SHOP + "/looks");
                    types("[name='light.accent']", "#77aaff");
                    assertThat(chromium.asks("document.querySelector('[data-contrast]').textContent"))
                            .contains("Text on the page: 16.26, enough.", "Buttons and links: 2.33, too little.");
                    presses("#looks button:not([formaction])");
                    sees(".trouble:not([hidden])");
                }),
                page("Draw of Shop", () -> operatorAt(SHOP + "/draw")),
                page("Draw of Shop", () -> {
                    awaitsValue();
                    operatorAt(SHOP + "/draw");
                    sees("#publicValue");
                }),
                page("Draw with this value?", () -> {
                    awaitsValue();
                    operatorAt(SHOP + "/draw");
                    types("#publicValue", "8a3f".repeat(40));
                    presses("form[action$='/value'] button");
                    sees("pre");
                }),
                page("Draw of Shop", () -> {
                    awaitsValue();
                    operatorAt(SHOP + "/draw");
                    types("#publicValue", "8a3f");
                    presses("form[action$='/value'] button");
                    sees("pre");
                    presses("button.danger");
                    sees(".notice");
                }),
                page("Access codes of Shop", () -> {
                    operatorAt(SHOP + "/codes");
                    types("#list", "press");
                    types("#csv", "a".repeat(64) + ",2199-11-28T18:00:00Z");
                    presses("form[action$='/codes'] button");
                    sees(".trouble");
                }),
                page("Access codes of Shop", () -> {
                    gatehouse
                            .bean(Passes.class)
                            .addCodes(
                                    new RoomId("shop"),
                                    "press",
                                    Map.of("a".repeat(64), inAnHour().toInstant()));
                    operatorAt(SHOP + "/codes");
                    sees("[data-list=press]");
                }),
                page("Access codes of Many", () -> operatorAt("/panel/rooms/many/codes")),
                page("Ledger of Shop", () -> {
                    pauses();
                    operatorAt(SHOP + "/ledger");
                    presses("summary");
                }),
                page("Ledger of Shop", () -> operatorAt(SHOP + "/ledger?kind=act&opening=first")),
                page("History of Shop", () -> {
                    // Minutes of other tests are no rows then, each of which costs axe.
                    gatehouse.pass(Duration.ofHours(1));
                    pauses();
                    gatehouse.pass(Duration.ofMinutes(1));
                    operatorAt(SHOP + "/history");
                    sees(".figures");
                }),
                page("Simulation of Shop", () -> {
                    pauses();
                    gatehouse.pass(Duration.ofMinutes(1));
                    gatehouse.tick();
                    viewerAt(SHOP + "/simulation");
                    presses("form.simulation button");
                    sees("#outcome");
                }),
                page("Simulation of Shop", () -> {
                    viewerAt(SHOP + "/simulation?of=planned");
                    types("#visitors", "2000");
                    types("#capacity", "100");
                    types("#siteCapacity", "20");
                    presses("form.simulation button");
                    sees(".warnings");
                }),
                page("Simulation of Shop", () -> {
                    viewerAt(SHOP + "/simulation?of=planned");
                    types("#rate", "fast");
                    presses("form.simulation button");
                    sees(".fault");
                }),
                page("Report of Shop", () -> {
                    pauses();
                    var opening = gatehouse.room("shop").snapshot().opening();
                    operatorAt(SHOP + "/openings/" + opening + "/report");
                }),
                page("Preview of Shop", () -> {
                    operatorAt(SHOP + "/words");
                    types("[name='always.en']", "Late");
                    presses("button[formaction]");
                    sees("iframe");
                }),
                page("Preview of Shop", () -> {
                    isSaid();
                    operatorAt(SHOP + "/preview/now?state=TURN&language=de&theme=dark&width=1280");
                }),
                page("Find a visitor", () -> {
                    joins();
                    operatorAt(SHOP + "/find");
                    types("#what", "1");
                    presses("main form button");
                    sees("#says");
                }),
                page("Find a visitor", () -> {
                    operatorAt(SHOP + "/find");
                    types("#what", "nonsense");
                    presses("main form button");
                    sees(".trouble");
                }),
                page("Pause rooms?", () -> operatorAt("/panel/bulk/pause?room=shop&room=many")),
                page("Pause rooms", () -> {
                    operatorAt("/panel/bulk/pause?room=shop");
                    presses("main form button");
                }),
                page("Say it in rooms", () -> operatorAt("/panel/bulk/say?room=shop")),
                page("Say it in rooms?", () -> {
                    operatorAt("/panel/bulk/say?room=shop");
                    types("[name='text.en']", "Deliveries are late");
                    presses("main form button");
                    sees("#sum");
                }),
                page("Say it in rooms", () -> {
                    operatorAt("/panel/bulk/say");
                    presses("main form button");
                    sees(".fault");
                }),
                page("Undo what was said in rooms?", () -> {
                    operatorAt("/panel/bulk/say");
                    presses("button[formaction*='/undo/']");
                    sees("#sum");
                }),
                page("Give rooms the same branding", () -> operatorAt("/panel/bulk/branding")),
                page(
                        "Free slots that are kept by visits that are over?",
                        () -> operatorAt("/panel/bulk/free-kept-slots")),
                page("Copy a room", () -> {
                    operatorAt("/panel/bulk/copy?room=shop");
                    types("#name", "Not a name");
                    presses("main form button");
                    sees(".fault");
                }),
                page("Copy a room?", () -> {
                    operatorAt("/panel/bulk/copy?room=shop");
                    types("#name", "spring-2");
                    presses("main form button");
                    sees("#sum");
                }),
                page("Set up a sale", () -> operatorAt("/panel/sale")),
                page("Set up a sale", () -> {
                    operatorAt("/panel/sale");
                    types("#stock", "many");
                    presses("button[name=step]");
                    sees("#stock-fault");
                }),
                page("Is this the sale?", this::looksASaleOver),
                page("What comes next for Spring sale", () -> {
                    looksASaleOver();
                    presses("button[value=make]");
                    sees("form[action$='/rehearsal']");
                }),
                page("What comes next for Shop", () -> operatorAt(SHOP + "/sale")),
                page("Entrants by network", () -> {
                    joinsADraw();
                    operatorAt(SHOP + "/entrants");
                    sees(".facts");
                    assertThat(chromium.asks("document.querySelector('.who').textContent"))
                            .contains("alice");
                }),
                page("New room", () -> operatorAt("/panel/new-room")),
                page("New room", () -> {
                    operatorAt("/panel/new-room");
                    types("#room", "expo");
                    types("#rate", "fast");
                    presses("main form button");
                    sees(".trouble:not([hidden])");
                }),
                page("Definition of Shop", () -> operatorAt(SHOP + "/definition")),
                page("Definition of Fair", () -> {
                    isAdded(false);
                    operatorAt("/panel/rooms/fair/definition");
                }),
                page("Definition of Fair", () -> {
                    isAdded(true);
                    operatorAt("/panel/rooms/fair/definition");
                }),
                page("Back to the configured settings?", () -> {
                    follows(Mode.SCHEDULED, 1);
                    operatorAt(SHOP + "/settings/reset");
                }),
                page("Start Shop anew?", () -> operatorAt(SHOP + "/new-opening")),
                page("Start Shop anew?", () -> {
                    operatorAt("/panel/sites");
                    damages();
                    opens(SHOP + "/new-opening");
                }),
                page("Sites", () -> operatorAt("/panel/sites")),
                page("New site", () -> operatorAt("/panel/new-site")),
                page("New site", () -> {
                    operatorAt("/panel/new-site");
                    types("#site", "fair");
                    types("#redirectUris", "nonsense");
                    presses("main form button");
                    sees(".trouble:not([hidden])");
                }),
                page("Definition of shop", () -> operatorAt("/panel/sites/shop/definition")),
                page("Definition of fair", () -> {
                    isAddedAsSite();
                    operatorAt("/panel/sites/fair/definition");
                }),
                page("Secret of fair", () -> {
                    isAddedAsSite();
                    operatorAt("/panel/sites/fair/definition");
                    presses("form[action$='/secret'] button");
                }),
                page("Check of fair", () -> {
                    isAddedAsSite();
                    operatorAt("/panel/sites/fair/setup");
                    presses("form[action$='/check'] button");
                }),
                page("New AWS key", this::makesAnAwsKey),
                page("AWS keys", () -> {
                    makesAnAwsKey();
                    opens("/panel/aws-keys");
                    presses("summary");
                }),
                page("AWS keys", () -> {
                    operatorAt("/panel/aws-keys");
                    presses("form[action$='/aws-keys'] button");
                    sees(".trouble");
                }),
                page("AWS keys", () -> viewerAt("/panel/aws-keys")),
                page("Shop", () -> viewerAt(SHOP)),
                page("Your role does not allow this", () -> {
                    viewerAt("/panel/sites");
                    opens(SHOP + "/new-opening");
                }),
                page("Unknown room", () -> {
                    operatorAt("/panel");
                    opens("/panel/rooms/nowhere");
                }),
                page("Shop", () -> operatorAt(SHOP + "/place?number=99")),
                page("There is nothing here", () -> {
                    operatorAt("/panel");
                    opens("/panel/nowhere");
                }),
                page("The store is away", () -> {
                    operatorAt("/panel/sites");
                    stores().takeAway();
                    opens(SHOP);
                }),
                page("The line is damaged", () -> {
                    operatorAt("/panel/sites");
                    damages();
                    opens(SHOP);
                }));
    }

    Stream<Page> setups() {
        return Stream.of(SitePreset.values())
                .map(EveryPageTest::nameOf)
                .map(site -> page("Setup of " + site, () -> operatorAt("/panel/sites/" + site + "/setup")));
    }

    @BeforeEach
    void begin() {
        stores().bringBack();
        gatehouse.reopens("shop");
        gatehouse
                .room("shop")
                .change(before ->
                        new RoomSettings(before.rate(), before.capacity(), false, Mode.QUEUEING, Schedule.NONE));
        gatehouse.tick();
        gatehouse.bean(SecondFactors.class).takeAway("fay");
        chromium.tell("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        chromium.tell("Network.clearBrowserCookies", Map.of());
    }

    /**
     * The style sheets change nothing but colours when it is dark, so axe is asked of nothing else then, and
     * where most of the page is seen. By width they change where and how large things are, so axe is asked of
     * that where the page is narrow; and of everything where that has parts that the wide page has not.
     */
    @ParameterizedTest
    @MethodSource({"whileWaiting", "messages", "forDevices", "atThePanel", "setups"})
    void givenAPage_whenSeenInAnyThemeAndWidth_thenItIsAccessible(Page page) {
        page.way.run();
        patiently().untilAsserted(() -> assertThat(chromium.asks("document.querySelector('h1').innerText"))
                .isEqualTo(page.headline));

        var isOfThePanel = chromium.asks("location.pathname").startsWith("/panel");
        chromium.shows("light", 1280);
        assertThat(chromium.violations()).as(page + " light 1280").isEmpty();
        isWide(1280);
        var parts = chromium.asks(PARTS);
        var narrow = isOfThePanel ? 390 : 320;
        chromium.shows("light", narrow);
        assertThat(chromium.asks(PARTS).equals(parts) ? chromium.violationsOfLayout() : chromium.violations())
                .as(page + " light " + narrow)
                .isEmpty();
        isWide(narrow);
        chromium.shows("dark", 1280);
        assertThat(chromium.violationsOfColour()).as(page + " dark").isEmpty();
        if (isOfThePanel) {
            assertThat(Integer.parseInt(chromium.asks(FILLED_BUTTONS)))
                    .as(page + ": one primary button at most")
                    .isLessThanOrEqualTo(1);
            assertThat(TabWalk.faults(chromium)).as(page + " by the keyboard").isEmpty();
            chromium.shows("dark", 320);
            isWide(320);
            assertThat(GermanPanel.missing(chromium.asks("document.documentElement.outerHTML")))
                    .as(page + " in German")
                    .isEmpty();
            assertThat(GermanPanel.missingInScripts(
                            Stream.of(chromium.asks(WRITTEN_BY_SCRIPTS).split("\n"))))
                    .as(page + ", what scripts write, in German")
                    .isEmpty();
        }
    }

    private void isWide(int width) {
        assertThat(chromium.asks("document.documentElement.scrollWidth"))
                .as("how wide the page is at " + width)
                .isEqualTo(String.valueOf(width));
    }

    /**
     * The whole of a first visit, to a page that reads the board no second time: what a crowd's first minute
     * costs a site's line, request for request, and compressed; in the language of the longest texts.
     */
    @Test
    void givenAFirstVisit_whenThePageHasBegunItsWork_thenItHasTakenFourRequestsAndFifteenKilobytes() {
        chromium.tell("Network.clearBrowserCache", Map.of());
        var script = chromium.driver()
                .executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of("source", "window.setTimeout = function () {}"));
        gatehouse.browser().opens(Login.authorize());
        gatehouse.tick();
        opens(Login.authorize("ui_locales", "ru"));
        sees("#choices:not([hidden])");
        chromium.tell("Page.removeScriptToEvaluateOnNewDocument", script);

        var taken = "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))";
        assertThat(chromium.asks(taken + ".map(e => e.name.replace(/[?].*/, '').replace(/.*\\//, '')).sort().join()"))
                .isEqualTo("ru.json,wait,waiting-page.css,waiting-page.js");
        assertThat(Long.parseLong(chromium.asks(taken + ".reduce((sum, e) => sum + e.encodedBodySize, 0)")))
                .isBetween(10_000L, 15_000L);
        assertThat(chromium.asks("document.querySelector('link[rel=icon]').href"))
                .as("which the headless shell does not fetch")
                .startsWith("data:");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void givenAVisitorInAnotherTimeZone_whenAPageNamesAMoment_thenItIsToldInTheVisitorsOwn() {
        inKathmandu(() -> {
            follows(Mode.SCHEDULED, 5);
            joins();

            patiently().untilAsserted(() -> assertThat(chromium.asks("document.querySelector('main').innerText"))
                    .contains("GMT+5:45")
                    .doesNotContain("UTC"));
        });
    }

    @Test
    void givenAVisitorInAnotherTimeZone_whenPastDrawsAreRead_thenTheirMomentsAreInTheVisitorsOwn() {
        inKathmandu(() -> {
            isDrawn();
            readsPastDraws("");

            patiently().untilAsserted(() -> assertThat(chromium.asks("document.querySelector('h2').innerText"))
                    .endsWith("GMT+5:45"));
        });
    }

    private void inKathmandu(Runnable reads) {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Kathmandu"));
        try {
            reads.run();
        } finally {
            chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", ""));
        }
    }

    /** Windows' contrast themes take the colours of all that does not ask for its own. */
    @Test
    void givenForcedColours_whenAVisitorWaits_thenTheBarIsFramedAndKeepsItsOwn() {
        joinsBehindAnother();
        chromium.shows("forced", 320);
        sees("#progress:not([hidden])");

        var bar = "getComputedStyle(document.getElementById('bar')).";
        assertThat(chromium.asks(bar + "borderTopWidth")).isEqualTo("1px");
        assertThat(chromium.asks(bar + "forcedColorAdjust")).isEqualTo("none");
        assertThat(chromium.violations()).isEmpty();
    }

    /** Every headline of the text files stands in a list, so that no page is forgotten. */
    @Test
    void givenTheTexts_whenComparedWithTheLists_thenEachPageIsThere() throws java.io.IOException {
        var headlines = new TreeSet<String>();
        for (var file : List.of("texts", "messages")) {
            try (var texts =
                    EveryPageTest.class.getResourceAsStream("/META-INF/resources/waiting-page/" + file + "/en.json")) {
                var all = new JsonMapper().readTree(texts);
                (all.has("texts") ? all.path("texts") : all).properties().forEach(text -> {
                    if (text.getKey().endsWith(".headline")) {
                        headlines.add(text.getValue().asString());
                    }
                });
            }
        }
        headlines.remove("One moment"); // before the script has read the board

        assertThat(Stream.of(whileWaiting(), messages(), forDevices()).flatMap(pages -> pages.map(Page::headline)))
                .containsAll(headlines);
    }

    private void shows(UnaryOperator<JWTClaimsSet.Builder> change) {
        opens(pass(change));
    }

    private String pass(UnaryOperator<JWTClaimsSet.Builder> change) {
        return ShopPass.link("shop", ShopPass.of(change.apply(ShopPass.claims(gatehouse, "shop"))));
    }

    private Date inAnHour() {
        return Date.from(gatehouse.clock().instant().plus(Duration.ofHours(1)));
    }

    private static Page page(String headline, Runnable way) {
        return new Page(headline, way);
    }

    private LineLock stores() {
        return gatehouse.bean(LineLock.class);
    }

    private void damages() {
        var room = gatehouse.room("shop");
        stores().breakLine(new DamagedLineException(room.id(), room.snapshot().opening(), "a test", null));
    }

    /**
     * With doors that open so many hours from now, a lobby an hour before, and a close an hour after that
     * ends the line.
     */
    private void follows(Mode mode, int hours) {
        var doors = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusHours(hours);
        var opening = new ScheduledDate(
                ZoneId.of("UTC"),
                doors.minusHours(1),
                doors,
                Optional.of(doors.plusHours(1)),
                AtClose.END,
                Optional.empty());
        isSet(mode, new Schedule(List.of(opening)));
    }

    /** The doors' time has come, and the draw waits for what drand will say. */
    private void awaitsValue() {
        draws(0, "drand round 123456");
        gatehouse.tick();
    }

    private void readsPastDraws(String query) {
        gatehouse.room("shop").change(settings -> settings.tellingPastDraws(true));
        gatehouse.tick();
        gatehouse.elapse(Duration.ofSeconds(6)); // a reading of the ledger that came too early is over
        opens("/rooms/shop/draws" + query);
    }

    private void isDrawn() {
        joinsADraw();
        gatehouse.pass(Duration.ofHours(1));
        Stream.of(1, 2, 3).forEach(tick -> gatehouse.tick());
    }

    private void joinsADraw() {
        draws(1, Draw.RECEIPTS);
        gatehouse.tick();
        joins();
        sees("a[href$='/receipt']");
    }

    /** The lobby has been open for a minute, and the doors open so many hours after that. */
    private void draws(int hours, String source) {
        var lobby = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES)
                .minusMinutes(1);
        var opening = new ScheduledDate(
                ZoneId.of("UTC"), lobby, lobby.plusHours(hours), Optional.empty(), AtClose.LET_IN, Optional.of(source));
        isSet(Mode.SCHEDULED, new Schedule(List.of(opening)));
    }

    private void sells(long stock) {
        gatehouse.room("shop").change(before -> before.admitting(Optional.of(new Stock(stock, Stock.USUALLY))));
        gatehouse.tick();
    }

    private void isSaid() {
        var room = gatehouse.room("shop");
        var text = "Deliveries are late. [More about it](https://shop.example/news)\nWe are sorry.";
        var message = new Words.Message(Severity.WARNING, Map.of("en", text));
        var logo =
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 1'><path fill='#c05' d='M0 0h3v1H0z'/></svg>";
        var looks = new Branding(
                "Fine shop",
                "https://shop.example/help",
                "https://shop.example/imprint",
                Map.of(
                        "light", Map.of("page", "#ffe9f0", "ink", "#2a0a18", "accent", "#a3003f"),
                        "dark", Map.of("page", "#000000", "card", "#1c0010", "accent", "#ff8ab0")),
                Optional.of(new Logo(Base64.getEncoder().encodeToString(logo.getBytes(UTF_8)))),
                Optional.of(new Logo(Base64.getEncoder()
                        .encodeToString(logo.replace("#c05", "#ff8ab0").getBytes(UTF_8)))));
        var words = new Words(Map.of(Occasion.ALWAYS, message), Map.of(), looks);
        var edition = gatehouse.bean(Editions.class).keep(room.id(), words);
        room.change(settings -> settings.saying(edition));
        gatehouse.tick();
    }

    private void isSet(Mode mode, Schedule schedule) {
        gatehouse
                .room("shop")
                .change(before ->
                        new RoomSettings(before.rate(), before.capacity(), before.isPaused(), mode, schedule));
        gatehouse.tick();
    }

    private void pauses() {
        act("pause");
        gatehouse.tick();
    }

    /** As an API client does it. */
    private void act(String word) {
        var token = Login.post(
                gatehouse.issuer() + "/token",
                Login.basic("nightly", RunningGatehouse.SECRET),
                Map.of("grant_type", "client_credentials", "scope", "rooms.write"));
        var done = Login.post(
                gatehouse.issuer() + "/panel/api/rooms/shop/" + word, "Bearer " + token.text("access_token"), "");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
    }

    /** A tick is left out while another one is under way. */
    private void showsOnTheBoard(WaitingRoom room) {
        var boards = gatehouse.bean(Boards.class);
        patiently().until(() -> {
            gatehouse.tick();
            return boards.progress(room, Optional.empty()).opening()
                    == room.snapshot().opening();
        });
    }

    private void joins() {
        opens(Login.authorize());
    }

    /** The link by which somebody else carries their place to this browser. */
    private String givenAway() {
        var other = gatehouse.browser();
        other.opens(Login.authorize());
        var page = other.opens("/rooms/shop/move").body();
        return page.replaceFirst("(?s).*href=\"http://[^/\"]+(/rooms/shop/move[^\"]+)\".*", "$1");
    }

    private void joinsBehindAnother() {
        gatehouse.browser().opens(Login.authorize());
        gatehouse.tick();
        joins();
    }

    private void asksToBeTold(String address) {
        joinsBehindAnother();
        opens("/rooms/shop/notice");
        types("#email", address);
        presses("button");
        sees("a.button.quiet, #onward");
    }

    private void entersWhereOneMayWithoutWork() {
        chromium.driver().get(withoutOperators.issuer() + "/rooms/shop/enter");
    }

    private void isCalled() {
        joins();
        gatehouse.letIn("shop", 1);
        opens(WAIT);
    }

    private void lapses() {
        isCalled();
        gatehouse.pass(Duration.ofMinutes(11));
        opens(WAIT);
    }

    /** Comes after the slot was handed on to the next visitor, who is inside. */
    private void isReady() {
        gatehouse.reopens("hall");
        var login = Login.authorize("client_id", "hall");
        var room = gatehouse.room("hall");
        gatehouse.browser().opens(login);
        opens(login);
        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();
        gatehouse.pass(Duration.ofSeconds(46));
        gatehouse.browser().opens(login);
        chromium.driver().navigate().refresh();
        presses("#continue button");
    }

    private Place isAdmitted() {
        isCalled();
        var room = gatehouse.room("shop");
        return room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.CLAIM).orElseThrow();
    }

    /** By this browser, which is then one of those that the admission serves; the site itself is not there. */
    private void goesIn() {
        isCalled();
        presses("#continue button");
        patiently()
                .until(() ->
                        gatehouse.room("shop").at(Position.of(1)).orElseThrow().stage() == Stage.ADMITTED);
        patiently().until(() -> chromium.asks("location.protocol").equals("chrome-error:"));
    }

    private void endsBy(Act act) {
        gatehouse.room("shop").apply(isAdmitted().id(), act);
        opens(WAIT);
    }

    private String userCode() {
        return Login.post(
                        gatehouse.issuer() + "/device_authorization",
                        Login.basic("generic", RunningGatehouse.SECRET),
                        Map.of("scope", "openid"))
                .text("user_code");
    }

    /** Until nothing more is looked at from there; who knows where the browser comes from. */
    private void guesses(String host) {
        var guesser = gatehouse.browser();
        var address = gatehouse.issuer().replace("localhost", host) + "/device?user_code=BCDF-GHJK";
        while (guesser.gets(address).status() != 429) {}
    }

    private void viewerAt(String screen) {
        isSeenBy("vera", screen);
    }

    private void operatorAt(String screen) {
        isSeenBy("alice", screen);
    }

    /** Signs in once for all pages: a sign-in for each page would be more than the panel takes from one address. */
    private void isSeenBy(String name, String screen) {
        chromium.tell("Network.setCookies", Map.of("cookies", signedIn.getOrDefault(name, List.of())));
        opens(screen);
        if (chromium.driver().getCurrentUrl().contains("/panel/sign-in")) {
            signsIn(name, "/panel", Desk.PASSWORD);
            sees(".who");
            var cookies = chromium.driver().manage().getCookies().stream();
            signedIn.put(
                    name,
                    cookies.map(cookie -> Map.of(
                                    "name", cookie.getName(), "value", cookie.getValue(), "url", gatehouse.issuer()))
                            .toList());
            opens(screen);
        }
        sees(".who");
    }

    private void makesAnAwsKey() {
        operatorAt("/panel/aws-keys");
        presses("input[value=shop]");
        presses("form[action$='/aws-keys'] button");
        sees("#secret");
    }

    private void addsAnApiClient() {
        operatorAt("/panel/clients/new");
        var added = gatehouse.bean(AddedClients.class).kept();
        added.find("robot").ifPresent(robot -> added.remove("robot", robot));
        types("#client", "robot");
        presses("input[value='rooms.read']");
        types("#proof", Desk.PASSWORD);
        presses("main form button");
    }

    /** An invited person uses the link, and is signed in. */
    private void usesLink() {
        opensLink();
        isAt("Set your password");
        var app = new AuthenticatorApp(
                chromium.driver().findElement(By.cssSelector(".facts code")).getText());
        types("#password", Invitations.PASSWORD);
        types("#again", Invitations.PASSWORD);
        types("#code", app.code(gatehouse.bean(Clock.class).instant()));
        presses("main form button");
        isAt("Your recovery codes");
    }

    private AuthenticatorApp isOfferedAnApp() {
        signsIn("fay", "/panel/account", Desk.PASSWORD);
        isAt("Your sign-in");
        types("#proof", Desk.PASSWORD);
        presses("main button");
        isAt("Set up your app");
        return new AuthenticatorApp(
                chromium.driver().findElement(By.cssSelector(".facts code")).getText());
    }

    private void setsAnAppUp() {
        var app = isOfferedAnApp();
        types("#code", app.code(gatehouse.bean(Clock.class).instant()));
        presses("main button");
        isAt("Your recovery codes");
    }

    private void signsIn(String screen, String password) {
        signsIn("alice", screen, password);
    }

    private void signsIn(String name, String screen, String password) {
        opens("/panel/sign-in?return=" + screen);
        types("#name", name);
        types("#password", password);
        presses("button");
    }

    private void opens(String path) {
        chromium.driver().get(gatehouse.issuer() + path);
    }

    private void presses(String button) {
        steadily(() -> {
            chromium.driver().findElement(By.cssSelector(button)).click();
            return true;
        });
    }

    private void types(String field, String text) {
        var input = chromium.driver().findElement(By.cssSelector(field));
        input.clear();
        input.sendKeys(text);
    }

    /** What a script shows after a while. */
    private void sees(String element) {
        patiently().atMost(Duration.ofMinutes(1)).until(() -> !chromium.driver()
                .findElements(By.cssSelector(element))
                .isEmpty());
    }

    private void isAt(String headline) {
        patiently().until(() -> chromium.driver()
                .findElement(By.tagName("h1"))
                .getText()
                .equals(headline));
    }

    /** Presses the button for that, and reads what a paste would insert. */
    private void copiesWhatIsQuoted() {
        chromium.tell(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
        presses("#copy");
        patiently().until(() -> chromium.asks("document.getElementById('copied').textContent")
                .equals("Copied"));
        var pasted = chromium.driver()
                .executeAsyncScript("navigator.clipboard.readText().then(arguments[0], e => arguments[0]('' + e))");
        chromium.tell("Browser.resetPermissions", Map.of());
        assertThat(pasted).isEqualTo(chromium.asks("document.getElementById('quoted').textContent"));
    }

    /** Goes there where no script runs. */
    private void without(Runnable way) {
        chromium.tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        way.run();
        chromium.tell("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }

    /** What is usual waits a tenth of a second before it looks, and between looks. */
    private static ConditionFactory patiently() {
        return await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsInstanceOf(WebDriverException.class);
    }
}
