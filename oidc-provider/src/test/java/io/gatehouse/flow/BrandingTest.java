package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser.Page;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.page.WaitingPage;
import io.gatehouse.room.RoomId;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** How a room's pages look: told by the API, seen on the pages. */
class BrandingTest {

    private static final String DEEP = "<svg xmlns=\"http://www.w3.org/2000/svg\">"
            + "<g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g>"
            + "<g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g>"
            + "</g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g>"
            + "</g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g></g>"
            + "</svg>";

    private static final String SVG = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\">%s</svg>";

    /** One pixel. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.rate=1/1d",
                    Operator.SETTING,
                    "gatehouse.api-clients.nightly.secret=" + SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write")
            .starts()
            .standing();

    private static final String TOKEN = Login.post(
                    gatehouse.issuer() + "/token",
                    Login.basic("nightly", SECRET),
                    Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
            .text("access_token");

    private final Browser browser = gatehouse.browser();

    @AfterEach
    void looksAsOurs() {
        sends("looks", "{}");
        sends("words", "{}");
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenLooks_whenTheyAreKept_thenEveryPageOfTheRoomHasThemWithinATick() {
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.tick();
        var wait = browser.opens(Login.authorize());
        var before = wait.body();

        var answer = sends(
                "looks",
                "{\"name\":\"Söhne &"
                        + " Co\",\"help\":\"https://shop.example/help?a=1&b=2\",\"imprint\":\"https://shop.example/who\","
                        + "\"colours\":{\"light\":{\"accent\":\"#0044cc\"}},\"logo\":\"" + PNG + "\"}");
        gatehouse.tick();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(lastAct())
                .contains("\"help\":\"https://shop.example/help?a=1&b=2\"", "{\"light\":{\"accent\":\"#0044cc\"}}")
                .contains("{\"sha256\":\"")
                .doesNotContain(PNG);
        var looks = "/rooms/shop/looks/" + edition();
        assertThat(before)
                .doesNotContain("/looks/", "https:")
                .contains("<nav><a href=\"/waiting-page/wrong-text?ui_locales=en\"", ">Report a wrong text</a></nav>");
        assertThat(browser.gets(wait.url()).body())
                .contains(
                        "href=\"" + looks + "\"",
                        ">Söhne &amp; Co</p>",
                        " - Söhne &amp; Co</title>",
                        "<div class=\"foot\"><nav><a href=\"https://shop.example/help?a=1&amp;b=2\" rel=\"noopener\""
                                + " target=\"_blank\">Help</a><a href=\"https://shop.example/help?a=1&amp;b=2\""
                                + " rel=\"noopener\" target=\"_blank\">Report a wrong text</a><a"
                                + " href=\"https://shop.example/who\" rel=\"noopener\""
                                + " target=\"_blank\">Imprint</a></nav></div>");
        var plain = gatehouse.browser();
        assertThat(plain.sends(plain.request("/rooms/shop/enter?cookie=set")
                                .setHeader("Accept-Language", "de")
                                .build())
                        .body())
                .contains("href=\"" + looks + "\"", ">Söhne &amp; Co</p>", ">Hilfe</a>", ">Impressum</a>");
    }

    @Test
    void givenColoursOfOneTheme_whenTheStyleSheetIsRead_thenItChangesThatOneAndTheLogoLoadsAndRunsNothing() {
        sends(
                "looks",
                "{\"colours\":{\"dark\":{\"accent\":\"#FFCC00\"}},\"logo\":\""
                        + base64(SVG.formatted("<path d='M0 0h4v4'/>")) + "\"}");
        gatehouse.tick();

        var sheet = browser.gets("/rooms/shop/looks/" + edition());
        var logo = browser.gets("/rooms/shop/looks/" + edition() + "/logo");
        var other = browser.gets("/rooms/shop/looks/another");

        assertThat(sheet.header("Content-Type")).startsWith("text/css");
        assertThat(sheet.header("Cache-Control")).contains("public", "immutable");
        assertThat(sheet.body())
                .startsWith("@media (prefers-color-scheme:dark){:root{--page:#0f1318;")
                .contains("--accent:#ffcc00", "--on-accent:#000000", "url(" + edition() + "/logo)")
                .contains("--waves:url(data:image/svg+xml;base64,")
                .doesNotContain("not all");
        assertThat(logo.header("Content-Type")).isEqualTo("image/svg+xml");
        assertThat(logo.header("Content-Security-Policy"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; sandbox");
        assertThat(logo.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(logo.body()).contains("M0 0h4v4");
        assertThat(other.header("Cache-Control")).isEqualTo("no-store");
        assertThat(other.body()).isEqualTo(sheet.body());
        assertThat(browser.gets("/rooms/shop/looks/another/logo").status()).isEqualTo(404);
    }

    @Test
    void givenALogoForDarkScreens_whenPagesAreLit_thenEachThemeHasItsOwnAndBothLoadNothing() {
        sends("looks", "{\"logo\":\"" + PNG + "\",\"darkLogo\":\"" + base64(SVG.formatted("")) + "\"}");
        gatehouse.tick();

        var looks = "/rooms/shop/looks/" + edition();
        var sheet = browser.gets(looks).body();
        var dark = browser.gets(looks + "/logo/dark");

        assertThat(sheet)
                .startsWith(".room::before{")
                .containsSubsequence(
                        "url(" + edition() + "/logo)",
                        "@media (prefers-color-scheme:dark){.room::before{",
                        "url(" + edition() + "/logo/dark)");
        assertThat(browser.gets(looks + "/logo").header("Content-Type")).isEqualTo("image/png");
        assertThat(dark.header("Content-Type")).isEqualTo("image/svg+xml");
        assertThat(dark.header("Content-Security-Policy"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; sandbox");
        assertThat(lastAct()).contains("\"darkLogo\":{\"sha256\":\"", ", one for dark screens, image/svg+xml");
        var largest = base64(SVG.formatted("<path d=\"" + "M0 0".repeat(8_160) + "\"/>"));
        assertThat(sends("looks", "{\"logo\":\"" + largest + "\",\"darkLogo\":\"" + largest + "\"}")
                        .status())
                .as("both of 32 KB")
                .isEqualTo(200);
        sends("looks", "{\"logo\":\"" + PNG + "\"}");
        gatehouse.tick();
        assertThat(browser.gets("/rooms/shop/looks/" + edition()).body()).doesNotContain("dark");
        assertThat(browser.gets("/rooms/shop/looks/" + edition() + "/logo/dark").status())
                .isEqualTo(404);
    }

    @Test
    void givenLooksAndWords_whenOneOfThemIsChanged_thenTheOtherStays() {
        sends("looks", "{\"name\":\"Fine shop\",\"logo\":\"" + PNG + "\"}");
        sends("words", "{\"messages\":{\"always\":{\"text\":{\"en\":\"Hello\"}}}}");

        assertThat(send("looks", "GET", "", "").body())
                .isEqualTo("{\"name\":\"Fine shop\",\"help\":\"\",\"imprint\":\"\",\"colours\":{},\"logo\":\"" + PNG
                        + "\",\"darkLogo\":null}");
        sends("looks", "{}");
        assertThat(send("words", "GET", "", "").body()).contains("Hello");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"colours\":{\"light\":{\"accent\":\"#77aaff\"}}} | accent #77aaff on card #ffffff (light) has a"
                        + " contrast of 2.33, 4.5 is needed",
                "{\"colours\":{\"dark\":{\"ink\":\"#000000\"}}} | ink #000000 on card #181e26 (dark)",
                "{\"colours\":{\"light\":{\"page\":\"#333333\"}}} | ink #18212b on page #333333",
                "{\"colours\":{\"light\":{\"accent\":\"red\"}}} | a colour is written like #0b6150",
                "{\"colours\":{\"light\":{\"accent\":\"#000000}body{display:none\"}}} | a colour is written like"
                        + " #0b6150",
                "{\"colours\":{\"light\":{\"rule\":\"#000000\"}}} | colours are [page, card, ink, accent]",
                "{\"colours\":{\"sepia\":{}}} | members are",
                "{\"name\":\"a\\nb\"} | name must be",
                "{\"name\":\" \"} | name must have 1 to 60 characters",
                "{\"name\":\"Fine \\u202Epohs\"} | marks that turn its direction",
                "{\"help\":\"http://shop.example/\"} | help must be an https:// address",
                "{\"imprint\":\"javascript:alert(1)\"} | imprint must be an https:// address",
                "{\"imprint\":\"https://a@b.example/\"} | imprint must be an https:// address",
                "{\"logo\":\"%%%\"} | a logo is written in Base64",
                "{\"logo\":\"iVBORw0KGgoAAAANSUhEUg==\"} | PNG that is damaged",
                "{\"logo\":7} | logo must be a text",
                "{\"darkLogo\":\"%%%\"} | a logo is written in Base64",
                "{\"background\":\"#000000\"} | members are"
            })
    void givenLooksThatCannotBe_whenTheyAreSent_thenItIsSaidWhyAndNothingChanges(String body, String why) {
        refuses(body, why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g onload='alert(1)'/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><foreignObject/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><image href='https://elsewhere.example/x.png'/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:x=\"http://www.w3.org/1999/xlink\"><a"
                        + " x:href='javascript:alert(1)'/></svg>",
                "<?xml-stylesheet href='https://elsewhere.example/'?><svg xmlns=\"http://www.w3.org/2000/svg\"/>",
                "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg"
                        + " xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>@import url(https://elsewhere.example/)</style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>p{fill:u\\72l(https://elsewhere.example/)}</style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style><![CDATA[p{fill:url(//elsewhere.example/)}]]></style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>p{fill:u<![CDATA[rl(//elsewhere.example/)]]>}</style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>p{fill:u<!-- -->rl(//elsewhere.example/)}</style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>p{fill:u&#114;l(//elsewhere.example/)}</style></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id='a'/><use href='#a'/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"url(https://elsewhere.example/)\"/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><path style=\"fill:URL( 'https://elsewhere.example/')\"/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><use href='#a'><set attributeName='href'"
                        + " to='javascript:alert(1)'/></use></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><iframe xmlns=\"http://www.w3.org/1999/xhtml\"/></svg>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><path xmlns=\"http://www.w3.org/1999/xhtml\"/></svg>",
                DEEP,
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>",
                "<svg/>",
                "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>",
                "GIF89a",
                ""
            })
    void givenALogoThatIsMoreThanAPicture_whenItIsSent_thenItIsRefused(String file) {
        refuses("{\"logo\":\"" + base64(file) + "\"}", "logo");
    }

    @Test
    void givenALogoThatIsTooLarge_whenItIsSent_thenItIsSaidHowLargeItMayBe() {
        refuses("{\"logo\":\"" + base64(SVG.formatted(" ".repeat(32 * 1024))) + "\"}", "32768 bytes or fewer");
    }

    private static void refuses(String body, String why) {
        sends("looks", "{\"name\":\"Before\"}");
        var before = send("looks", "GET", "", "").header("ETag");

        var answer = sends("looks", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(JsonMapper.shared().readTree(answer.body()).path("detail").asString())
                .contains(why);
        assertThat(send("looks", "GET", "", "").header("ETag")).isEqualTo(before);
    }

    private static String base64(String file) {
        return Base64.getEncoder().encodeToString(file.getBytes(UTF_8));
    }

    private static Page sends(String what, String body) {
        return send(what, "PUT", send(what, "GET", "", "").header("ETag"), body);
    }

    private static Page send(String what, String method, String ifMatch, String body) {
        var api = gatehouse.browser();
        var request = api.request(gatehouse.issuer() + "/panel/api/rooms/shop/" + what)
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!ifMatch.isEmpty()) {
            request.header("If-Match", ifMatch);
        }
        return api.sends(request.build());
    }

    @Test
    void givenADraft_whenItIsPreviewed_thenEveryStateSaysAndLooksSoAndNothingOfItIsLive() {
        var operator = new Operator(gatehouse);
        sends("looks", "{\"colours\":{\"dark\":{\"accent\":\"#ff8ab0\"}}}");
        var screen = operator.submits(
                "/panel/rooms/shop/words/preview",
                Map.of(
                        "always.en",
                        "<b>Late</b>",
                        "always.de",
                        "Etwas später",
                        "texts.en",
                        "WAITING.headline = Hang on"));
        var draft = screen.url().replaceFirst(".*/preview/", "");
        var preview = "/panel/rooms/shop/preview/" + draft;

        assertThat(screen.body())
                .contains(">You are in line</option>", ">Your turn went by</option>")
                .doesNotContainPattern(">[A-Z_]{4,}</option>");
        assertThat(screen.body()).contains("Nothing of this is live.", "src=\"" + preview + "/page?state=WAITING&amp;");
        for (var state : WaitingPage.STATES) {
            for (var theme : List.of("light", "dark")) {
                var look = "/page?state=" + state + "&theme=" + theme;
                var english = operator.opens(preview + look);
                assertThat(english.body())
                        .contains(
                                "<body class=\"" + state + "\">", "&lt;b&gt;Late&lt;/b&gt;", "/" + theme + "/looks.css")
                        .doesNotContain("<script", "http-equiv=\"refresh\"", "href=\"/waiting-page/waiting-page");
                assertThat(operator.opens(preview + look + "&language=de").body())
                        .contains("Etwas später", "lang=\"de\"");
            }
        }
        var page = operator.opens(preview + "/page");
        assertThat(page.body()).contains("<h1 id=\"headline\">Hang on</h1>");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'self'", "form-action 'none'")
                .doesNotContain("script-src");
        assertThat(operator.opens(preview + "/light/page.css").body())
                .contains("@media not all {")
                .doesNotContain("prefers-color-scheme");
        assertThat(operator.opens(preview + "/dark/looks.css").body())
                .startsWith("@media all{")
                .contains("#ff8ab0");
        assertThat(operator.opens("/panel/rooms/shop/words?draft=" + draft).body())
                .contains("Etwas später");
        assertThat(operator.opens("/panel/rooms/shop/words").body()).doesNotContain("Etwas später");
        assertThat(operator.opens("/panel/rooms/shop/preview/now/page").body()).doesNotContain("Late", "Hang on");
    }

    @Test
    void givenADraftOfLooks_whenItIsPreviewed_thenItsLogoIsThereAndStaysWithTheForm() {
        var operator = new Operator(gatehouse);
        var screen = operator.submits(
                "/panel/rooms/shop/looks/preview",
                Map.of(
                        "name",
                        "Fine shop",
                        "logo",
                        "data:image/png;base64," + PNG,
                        "dark-logo",
                        base64(SVG.formatted(""))));
        var draft = screen.url().replaceFirst(".*/preview/", "");
        var preview = "/panel/rooms/shop/preview/" + draft;

        assertThat(operator.opens(preview + "/page").body()).contains(">Fine shop</p>");
        assertThat(operator.opens(preview + "/light/looks.css").body()).contains("url(" + draft + "/logo)");
        assertThat(operator.opens(preview + "/light/" + draft + "/logo").header("Content-Type"))
                .isEqualTo("image/png");
        assertThat(operator.opens(preview + "/dark/" + draft + "/logo/dark").header("Content-Type"))
                .isEqualTo("image/svg+xml");
        assertThat(operator.opens("/panel/rooms/shop/looks?draft=" + draft).body())
                .contains(PNG, base64(SVG.formatted("")), "value=\"Fine shop\"");
    }

    @Test
    void givenNonsense_whenItIsPreviewed_thenThatIsSaid() {
        var operator = new Operator(gatehouse);
        var preview = "/panel/rooms/shop/preview/";
        var refused = operator.submits("/panel/rooms/shop/words/preview", Map.of("texts.en", "nonsense"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("a text is a line like", "Words to the visitors of");
        assertThat(operator.opens(preview + "now?state=ASLEEP").status()).isEqualTo(400);
        assertThat(operator.opens(preview + "now/page?theme=pink").status()).isEqualTo(400);
        assertThat(operator.opens(preview + "gone").status()).isEqualTo(404);
    }

    /** The last entry of the ledger that tells of an act. */
    private static String lastAct() {
        var acts = new Ledgers.Sought(Optional.of("act"), Optional.empty(), Optional.empty(), Optional.empty());
        var last = gatehouse.bean(Ledgers.class).page(new RoomId("shop"), acts, Long.MAX_VALUE, 1);
        return last.entries().get(0).line();
    }

    private static String edition() {
        return JsonMapper.shared()
                .readTree(gatehouse.browser().gets("/rooms/shop/board").body())
                .path("words")
                .asString();
    }
}
