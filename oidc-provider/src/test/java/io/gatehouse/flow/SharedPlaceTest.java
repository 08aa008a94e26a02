package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One admission serves a bounded number of browsers, whoever has copied its cookie; and one visitor as they please. */
class SharedPlaceTest {

    private static final String COOKIE = "gatehouse-place-shop";
    private static final String IN_USE = "Your place is in use elsewhere";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=1",
                    "gatehouse.rooms.any.capacity=1",
                    "gatehouse.rooms.any.browsers=0",
                    "gatehouse.rooms.hand.title=Hand")
            .site("blog", "shop")
            .site("any", "any")
            .site("hand", "hand")
            .site("tv", "shop", "device=true")
            .starts();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLines() {
        gatehouse.reopens("shop");
        gatehouse.reopens("any");
    }

    @Test
    void givenAPlaceCookie_whenAHundredClientsUseIt_thenThreeAreServedAndTheOthersAreTold() {
        isIn(browser, "shop");

        var copies = Stream.generate(this::copy).limit(99).toList();
        var answers = copies.stream().map(copy -> copy.opens(Login.authorize())).toList();

        assertThat(answers.stream().filter(answer -> !answer.parameter("code").isEmpty()))
                .hasSize(2);
        assertThat(answers.stream().filter(answer -> answer.body().contains(IN_USE)))
                .hasSize(97)
                .allSatisfy(page -> assertThat(page.body()).contains("Take a new place"));
        isIn(browser, "shop");
    }

    @Test
    void givenAPlaceThatIsInUseElsewhere_whenItIsClaimedByTheButton_thenThatIsToldToo() {
        var wait = browser.opens(Login.authorize("client_id", "hand"));
        var cookie = browser.cookie("gatehouse-place-hand");
        var copies = Stream.generate(() -> gatehouse.browser().withCookie("gatehouse-place-hand", cookie))
                .limit(3)
                .toList();
        gatehouse.letIn("hand", 1);

        var answers = copies.stream().map(copy -> takesTurn(copy, wait)).toList();
        var last = takesTurn(browser, wait);

        assertThat(answers).noneMatch(answer -> answer.body().contains(IN_USE));
        assertThat(last.body()).contains(IN_USE);
    }

    @Test
    void givenABrowserWithAPlaceThatIsInUseElsewhere_whenItTakesANewOne_thenItIsInLineAndTheOthersStayIn() {
        isIn(browser, "shop");
        isIn(copy(), "shop");
        isIn(copy(), "shop");
        var fourth = copy();
        fourth.opens(Login.authorize());

        var wait = fourth.submits("/rooms/shop/anew", Map.of("request", ""));

        assertThat(wait.url()).contains("/rooms/shop/wait");
        assertThat(gatehouse.room("shop").at(Position.of(2)).orElseThrow().stage())
                .isEqualTo(Stage.WAITING);
        isIn(browser, "shop");
    }

    @Test
    void givenAVisitorInside_whenTheyAskForANewPlaceAllTheSame_thenTheyKeepTheirs() {
        isIn(browser, "shop");
        var before = browser.cookie(COOKIE);

        browser.submits("/rooms/shop/anew", Map.of("request", ""));

        assertThat(browser.cookie(COOKIE)).isEqualTo(before);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    @Test
    void givenAVisitorWithTabsAndSitesAndARestart_whenTheyComeAgainAndAgain_thenTheyAreOneBrowser() {
        isIn(browser, "shop");
        isIn(browser, "blog");
        isIn(browser.closesAndComesBack(), "shop");
        browser.opens("/rooms/shop/enter");
        isIn(browser, "blog");

        assertThat(browsers()).hasSize(1);
    }

    @Test
    void givenTenTabsOfOneBrowser_whenTheyEnterAtOnce_thenAllAreInAndTheyAreOneBrowser() {
        var tabs = Stream.generate(gatehouse::browser).limit(10).toList();

        var pages = atOnce(tabs, tab -> tab.gets(Login.authorize()));
        while (pages.stream().anyMatch(page -> page.header("location").startsWith("/"))) {
            var before = pages.iterator();
            pages = atOnce(tabs, tab -> goesOn(tab, before.next()));
        }

        assertThat(pages).noneMatch(page -> page.body().contains(IN_USE));
        assertThat(browsers()).hasSize(1);
        tabs.forEach(
                tab -> assertThat(tab.gets("/rooms/shop/admitted").status()).isEqualTo(204));
    }

    @Test
    void givenTenTabsOfOneBrowserInLine_whenTheyTakeTheTurnAtOnce_thenAllAreInAndTheyAreOneBrowser() {
        gatehouse.reopens("hand");
        var wait = browser.opens(Login.authorize("client_id", "hand"));
        var tabs = Stream.generate(gatehouse::browser).limit(9).collect(Collectors.toCollection(ArrayList::new));
        tabs.add(browser);
        share(tabs);
        gatehouse.letIn("hand", 1);

        var pages =
                atOnce(tabs, tab -> tab.posts("/rooms/hand/continue", Map.of("request", wait.parameter("request"))));

        assertThat(pages).noneMatch(page -> page.body().contains(IN_USE));
        assertThat(browsers("hand")).hasSize(1);
    }

    @Test
    void givenACopiedPlaceCookie_whenASiteAsksSilently_thenItsBrowserIsNotLoggedIn() {
        isIn(browser, "shop");

        var silent = copy().opens(Login.authorize("prompt", "none"));

        assertThat(silent.parameter("error")).isEqualTo("login_required");
        assertThat(browsers()).hasSize(1);
    }

    @Test
    void givenACopiedPlaceCookie_whenAServerInFrontOfASiteAsks_thenTheAnswerIsNoUntilTheBrowserHasBeenCounted() {
        isIn(browser, "shop");
        var copy = copy();

        var before = copy.gets("/rooms/shop/admitted").status();
        copy.opens("/rooms/shop/enter");
        var counted = copy.gets("/rooms/shop/admitted").status();

        assertThat(List.of(before, counted)).containsExactly(401, 204);
        assertThat(browsers()).hasSize(2);
    }

    /** The place is bound while it waits, when nobody counts yet: each device counts when it goes in. */
    @Test
    void givenManyDevicesOfOnePlace_whenItIsLetIn_thenAsManyGoInAsMayUseIt() {
        isIn(browser, "shop");
        var answers = Stream.generate(this::letsADeviceIn).limit(4).toList();

        assertThat(answers.stream().map(Login.Answer::status)).containsExactly(200, 200, 400, 400);
        assertThat(answers.get(3).text("error")).isEqualTo("access_denied");
        isIn(browser, "shop");
    }

    @Test
    void givenARoomThatDoesNotCount_whenManyClientsUseAPlaceCookie_thenAllAreServedAndNoneIsNoted() {
        isIn(browser, "any");

        for (var many = 0; many < 5; many++) {
            isIn(gatehouse.browser().withCookie("gatehouse-place-any", browser.cookie("gatehouse-place-any")), "any");
        }

        var admission = gatehouse.room("any").at(Position.of(1)).orElseThrow().admission();
        assertThat(admission.map(Admission::browsers).orElseThrow()).isEmpty();
    }

    private Login.Answer letsADeviceIn() {
        var codes = Login.deviceCodes(gatehouse, "tv");
        browser.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        return Login.poll(gatehouse, "tv", codes);
    }

    private static Browser.Page takesTurn(Browser browser, Browser.Page wait) {
        return browser.submits("/rooms/hand/continue", Map.of("request", wait.parameter("request")));
    }

    /** Each tab asks before any of them is answered; the last answer's cookies stay, since they have one jar. */
    private static List<Browser.Page> atOnce(List<Browser> tabs, Function<Browser, Browser.Page> step) {
        var pages = tabs.stream().map(step).toList();
        share(tabs);
        return pages;
    }

    private static void share(List<Browser> tabs) {
        var last = tabs.get(tabs.size() - 1);
        Stream.of("place-shop", "try-shop", "place-hand", "try-hand", "session", "browser", "try")
                .map(kind -> "gatehouse-" + kind)
                .filter(name -> !last.cookie(name).isEmpty())
                .forEach(name -> tabs.forEach(tab -> tab.withCookie(name, last.cookie(name))));
    }

    /** One step, unless it leads out of Gatehouse. */
    private static Browser.Page goesOn(Browser tab, Browser.Page page) {
        var next = page.header("location");
        return next.startsWith("/") ? tab.gets(next) : page;
    }

    private Browser copy() {
        return gatehouse.browser().withCookie(COOKIE, browser.cookie(COOKIE));
    }

    private static List<String> browsers() {
        return browsers("shop");
    }

    private static List<String> browsers(String room) {
        return gatehouse
                .room(room)
                .at(Position.of(1))
                .flatMap(Place::admission)
                .orElseThrow()
                .browsers();
    }

    private static void isIn(Browser browser, String site) {
        assertThat(Login.authorizeCode(browser, site)).isNotEmpty();
    }
}
