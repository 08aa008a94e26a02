package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.Crowd;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A visitor carries the place from the computer to the telephone. Visitors are let in by hand. */
class MoveTest {

    private static final String COOKIE = "gatehouse-place-shop";
    private static final String MOVE = "/rooms/shop/move";
    private static final Pattern LINK = Pattern.compile("id=\"carried\" dir=\"ltr\" href=\"([^\"]+)\"");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.other.title=Other",
                    "gatehouse.rooms.laned.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.laned.lanes.members.weight=3",
                    "gatehouse.rooms.graced.capacity=1",
                    "gatehouse.rooms.graced.admission-ttl=10m",
                    "gatehouse.rooms.graced.grace=5m")
            .site("blog", "shop")
            .site("graced", "graced")
            .starts()
            .standing();

    private final Browser computer = gatehouse.browser();
    private final Browser telephone = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
    }

    @Test
    void givenAVisitorInLine_whenTheyCarryTheirPlaceToTheTelephone_thenItIsThereAndTheComputerIsToldKindly() {
        var wait = computer.opens(Login.authorize("client_id", "blog"));
        var before = place(1);

        var page = computer.opens(MOVE + "?request=" + wait.parameter("request"));
        assertThat(page.body())
                .contains("Carry your place to another browser", "It works once, for 10 minutes.", "Your number 1")
                .contains("<svg role=\"img\"");
        var asked = telephone.opens(link(page));
        assertThat(asked.body()).contains("Wait here from now on?", "number 1", ">Yes, wait here</button>");
        var there = takes(telephone, asked);

        assertThat(there.url()).contains("/rooms/shop/wait");
        assertThat(there.body()).contains("class=\"NEXT\"");
        assertThat(place(1))
                .usingRecursiveComparison()
                .ignoringFields("moved", "until")
                .isEqualTo(before);
        assertThat(computer.gets(wait.url()).body())
                .contains("This place has moved", "safe there", "Take a new place")
                .contains("href=\"/rooms/shop/enter?request=" + wait.parameter("request") + "\"");
        assertThat(computer.gets("/rooms/shop/place").body()).contains("\"stage\":\"LEFT\"");
        assertThat(telephone.gets("/rooms/shop/place").body()).contains("\"stage\":\"WAITING\"");
    }

    @Test
    void givenAPlaceThatHasMoved_whenItIsCalled_thenTheTelephoneGoesInToTheSiteOfTheComputerAndTheComputerDoesNot() {
        var wait = computer.opens(Login.authorize("client_id", "blog"));
        var there = moves(computer, wait.parameter("request"), telephone);
        gatehouse.letIn("shop", 1);

        var refused = continues(computer, wait);
        var entered = continues(telephone, there);

        assertThat(refused.body()).contains("This place has moved");
        assertThat(entered.isOutside()).isTrue();
        assertThat(entered.url())
                .as("the request stays with the browser that brought it")
                .doesNotContain("code=");
        assertThat(Login.authorizeCode(telephone, "blog")).isNotEmpty();
        assertThat(computer.opens(Login.authorize("prompt", "none")).parameter("error"))
                .isEqualTo("login_required");
        assertThat(computer.gets("/rooms/shop/admitted").status()).isEqualTo(401);
        assertThat(computer.opens("/logout").body()).contains("You are not inside");
        assertThat(place(1).stage()).isEqualTo(Stage.ADMITTED);
    }

    @Test
    void givenAPlaceThatHasMoved_whenTheComputerComesAgain_thenItTakesANewPlaceAtTheEnd() {
        var old = computer.opens(Login.authorize());
        moves(computer, "", telephone);
        gatehouse.browser().opens(Login.authorize());

        computer.submits("/rooms/shop/leave", Map.of("request", old.parameter("request")));
        computer.opens(Login.authorize());

        assertThat(place(1).stage())
                .as("what the computer does is no business of it")
                .isEqualTo(Stage.WAITING);
        assertThat(computer.gets("/rooms/shop/place").body()).contains("\"position\":3");
        assertThat(telephone.gets("/rooms/shop/place").body()).contains("\"position\":1");
    }

    @Test
    void givenAVisitorInALane_whenTheyCarryTheirPlace_thenBothPagesShowTheNumberInTheLane() {
        var claims = ShopPass.claims(gatehouse, "laned").claim("exempt", null).claim("lane", "members");
        computer.opens(ShopPass.link("laned", ShopPass.of(claims)));
        var shown = computer.gets("/rooms/laned/place").body();

        var page = computer.opens("/rooms/laned/move");

        assertThat(shown).contains("\"lane\":1", "\"position\":1,");
        assertThat(page.body()).contains("Your number 1 goes with it");
        assertThat(telephone.opens(link(page)).body()).contains("The place with number 1 comes");
    }

    @Test
    void givenALink_whenItIsLookedAt_thenNothingMoves() {
        computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));

        for (var looks = 0; looks < 3; looks++) {
            telephone.opens(link);
            telephone.sends(telephone
                    .request(link)
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .build());
        }

        assertThat(place(1).moves()).isZero();
        assertThat(takes(telephone, telephone.opens(link)).url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenOneLink_whenTenBrowsersTakeThePlaceAtOnce_thenOneHasItAndTheOthersAreTold() throws Exception {
        computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));
        Iterator<Browser> browsers = Stream.generate(gatehouse::browser)
                .limit(10)
                .peek(browser -> browser.opens(link))
                .toList()
                .iterator();

        var answers = Crowd.of(10, () -> takes(next(browsers), link));

        assertThat(answers.stream().filter(page -> page.url().contains("/rooms/shop/wait")))
                .hasSize(1);
        assertThat(answers.stream().filter(page -> page.body().contains("This link works no more")))
                .hasSize(9)
                .allSatisfy(page -> assertThat(page.status()).isEqualTo(410));
        assertThat(place(1).moves()).isEqualTo(1);
    }

    private static Browser next(Iterator<Browser> browsers) {
        synchronized (browsers) {
            return browsers.next();
        }
    }

    @Test
    void givenATelephoneThatHasNotHeardTheAnswer_whenItAsksAgain_thenItGetsThePlace() {
        computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));
        telephone.opens(link);
        var deaf = gatehouse.browser();
        Stream.of("gatehouse-try", "gatehouse-try-shop").forEach(name -> deaf.withCookie(name, telephone.cookie(name)));
        takes(deaf, link);

        var again = takes(telephone, link);

        assertThat(again.url()).contains("/rooms/shop/wait");
        assertThat(telephone.gets("/rooms/shop/place").body()).contains("\"position\":1");
        assertThat(takes(telephone, link).url()).as("once more").contains("/rooms/shop/wait");
        assertThat(telephone.opens(link).url()).as("the link itself").contains("/rooms/shop/wait");
    }

    @Test
    void givenALinkThatIsOverUsedOrNone_whenItIsOpened_thenThatIsToldAndNothingMoves() {
        computer.opens(Login.authorize());
        var used = link(computer.opens(MOVE));
        moves(computer, "", telephone);
        var over = link(telephone.opens(MOVE));
        gatehouse.elapse(Duration.ofMinutes(11));

        for (var link : new String[] {used, over, MOVE + "?link=made-up", over.replace("/shop/", "/other/")}) {
            var stranger = gatehouse.browser();
            assertThat(stranger.opens(link).body()).contains("This link works no more");
            assertThat(takes(stranger, link).status()).isEqualTo(410);
        }
        assertThat(place(1).moves()).isEqualTo(1);
    }

    @Test
    void givenAVisitorInside_whenTheirPlaceIsToMove_thenItStays() {
        var wait = computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));
        telephone.opens(link);
        gatehouse.letIn("shop", 1);
        continues(computer, wait);

        assertThat(computer.opens(MOVE).body()).contains("This place stays here");
        assertThat(telephone.opens(link).body()).contains("This link works no more");
        assertThat(takes(telephone, link).status()).isEqualTo(410);
        assertThat(Login.authorizeCode(computer, "shop")).isNotEmpty();
    }

    @Test
    void givenATelephoneThatHasAPlace_whenItOpensTheLink_thenItKeepsItsOwnUntilItLeaves() {
        computer.opens(Login.authorize());
        telephone.opens(Login.authorize());
        var link = link(computer.opens(MOVE));

        assertThat(telephone.opens(link).body()).contains("This browser has a place already");
        assertThat(takes(telephone, link).body()).contains("This browser has a place already");
        telephone.submits("/rooms/shop/leave", Map.of("request", ""));

        assertThat(takes(telephone, telephone.opens(link)).url()).contains("/rooms/shop/wait");
        assertThat(telephone.gets("/rooms/shop/place").body()).contains("\"position\":1");
    }

    @Test
    void givenATelephoneWhoseVisitHasJustEnded_whenItTakesAPlaceInTheGrace_thenItIsThere() {
        Login.authorizeCode(telephone, "graced");
        gatehouse.clock().advance(Duration.ofMinutes(9));
        computer.opens(Login.authorize("client_id", "graced"));
        gatehouse.clock().advance(Duration.ofMinutes(2));
        var link = link(computer.opens("/rooms/graced/move"));

        assertThat(telephone.opens(link).body()).contains("Wait here from now on?");
        telephone.submits("/rooms/graced/move", Map.of("link", linkIn(link), "request", ""));

        assertThat(telephone.gets("/rooms/graced/place").body()).contains("\"position\":2");
        assertThat(computer.gets("/rooms/graced/place").body()).contains("\"stage\":\"LEFT\"");
    }

    @Test
    void givenABrowserWithoutAPlace_whenItAsksForALink_thenItIsShownWhereItStands() {
        assertThat(telephone.opens(MOVE).body()).contains("We cannot find your place");
        assertThat(telephone.opens("/rooms/nowhere/move").status()).isEqualTo(404);
    }

    @Test
    void givenABrowserThatKeepsNoCookies_whenItTakesThePlace_thenItIsToldAndThePlaceStays() {
        computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));
        var forgetful = gatehouse.browser().blockingCookies();

        assertThat(takes(forgetful, forgetful.opens(link)).body()).contains("Please allow cookies");
        assertThat(place(1).moves()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void givenAnotherSite_whenItSendsTheForm_thenNothingMoves(String where) {
        computer.opens(Login.authorize());
        var link = link(computer.opens(MOVE));
        telephone.opens(link);

        var answer = telephone.sends(telephone
                .request(MOVE)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", where)
                .POST(HttpRequest.BodyPublishers.ofString(Browser.form(Map.of("link", linkIn(link)))))
                .build());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(place(1).moves()).isZero();
    }

    /** It is kept for a quarter of an hour, and proves no more than that the browser keeps cookies. */
    @Test
    void givenAPlaceThatHasMoved_whenTheCookieFromBeforeItComes_thenItTakesAPlaceOfItsOwn() {
        computer.opens(Login.authorize());
        var probe = computer.cookie("gatehouse-try-shop");
        moves(computer, "", telephone);

        var replayed = gatehouse.browser().withCookie("gatehouse-try-shop", probe);
        replayed.opens(Login.authorize());

        assertThat(replayed.gets("/rooms/shop/place").body()).contains("\"position\":2");
        assertThat(replayed.cookie(COOKIE)).isNotEmpty();
    }

    @Test
    void givenAPassForOneBrowser_whenThePlaceHasMoved_thenItIsGoodThereAndNowhereElse() {
        gatehouse.room("shop").change(settings -> settings.paused(true));
        gatehouse.tick();
        var pass = ShopPass.link("shop", ShopPass.of(ShopPass.claims(gatehouse, "shop")));
        computer.opens(pass);
        moves(computer, "", telephone);
        gatehouse.room("shop").change(settings -> settings.paused(false));
        gatehouse.tick();

        assertThat(computer.opens(pass).status()).isEqualTo(403);
        assertThat(telephone.opens(pass).body()).contains("You are in");
        assertThat(place(1).stage()).isEqualTo(Stage.ADMITTED);
    }

    /** Asks for a link in one browser and takes the place in another. */
    private static Browser.Page moves(Browser from, String request, Browser to) {
        return takes(to, to.opens(link(from.opens(MOVE + "?request=" + request))));
    }

    private static Browser.Page takes(Browser browser, Browser.Page asked) {
        return takes(browser, asked.url());
    }

    private static Browser.Page takes(Browser browser, String link) {
        var room = link.contains("/other/") ? "other" : "shop";
        var parameters = Browser.parameters(link);
        return browser.submits(
                "/rooms/" + room + "/move",
                Map.of("link", linkIn(link), "request", parameters.getOrDefault("request", "")));
    }

    private static String linkIn(String address) {
        return Browser.parameters(address).getOrDefault("link", "");
    }

    private static String link(Browser.Page page) {
        var found = LINK.matcher(page.body());
        assertThat(found.find()).as(page.body()).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    private static Browser.Page continues(Browser browser, Browser.Page wait) {
        return browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }

    private static Place place(long position) {
        return gatehouse.room("shop").at(Position.of(position)).orElseThrow();
    }
}
