package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser.Page;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What operators say in a room: by the API, and on the pages that its visitors see. */
class WordsTest {

    private static final String WORDS = "/panel/api/rooms/shop/words";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.rate=1/1d",
                    "gatehouse.api-clients.nightly.secret=" + SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @AfterEach
    void nothingIsSaid() {
        says("{}");
        gatehouse
                .room("shop")
                .change(settings -> gatehouse.room("shop").configuration().configured());
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenAMessage_whenItIsSaid_thenEveryPageOfTheRoomHasItWithinATickAndCachesMayKeepIt() {
        var wait = waits();

        var answer = says(
                """
                {"messages":{"always":{"severity":"warning","text":{"en":"Shipping is <b>late</b>, see https://shop.example/news."}}}}""");
        gatehouse.tick();
        var page = browser.gets(wait.url()).body();
        var edition = edition();
        var words = browser.gets("/rooms/shop/words/" + edition + "/en");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(page)
                .contains(
                        "<div role=\"status\" id=\"words\"><div class=\"message WARNING\" dir=\"ltr\" lang=\"en\"><p><strong>Important</strong></p>"
                                + "<p>Shipping is &lt;b&gt;late&lt;/b&gt;, see <a href=\"https://shop.example/news\" rel=\"noopener\" target=\"_blank\">"
                                + "https://shop.example/news</a>.</p></div></div>",
                        "data-words=\"{&quot;edition&quot;:&quot;" + edition);
        for (var other : List.of("/rooms/shop/wait", "/rooms/shop/enter?cookie=set")) {
            assertThat(gatehouse.browser().opens(other).body()).contains("<p>Shipping is");
        }
        assertThat(words.header("Cache-Control")).contains("public", "immutable");
        assertThat(words.body()).contains("\"edition\":\"" + edition + "\"", "https://shop.example/news");
    }

    @Test
    void givenAMessageInOneLanguage_whenAnotherIsSpoken_thenItIsToldInItsOwnAndSaysWhich() {
        says("{\"messages\":{\"always\":{\"text\":{\"de\":\"Guten Morgen\"}}}}");
        gatehouse.tick();

        assertThat(browser.opens("/rooms/shop/wait").body())
                .contains(
                        "<html lang=\"en\"", "<div class=\"message INFO\" dir=\"ltr\" lang=\"de\"><p>Guten Morgen</p>");
    }

    @Test
    void givenMessagesForOccasions_whenTheseCome_thenEachIsShownAndGoesByItself() {
        says(
                """
                {"messages":{"paused":{"text":{"en":"Back at noon"}},"closed":{"text":{"en":"See you tomorrow"}}}}""");
        var wait = waits();
        var open = browser.gets(wait.url()).body();

        gatehouse.room("shop").change(settings -> settings.paused(true));
        gatehouse.tick();
        var paused = browser.gets(wait.url()).body();
        gatehouse.room("shop").change(settings -> settings.paused(false).open(Mode.CLOSED, Schedule.NONE));
        gatehouse.tick();
        var closed = browser.gets(wait.url()).body();
        var newcomer = gatehouse.browser().opens("/rooms/shop/enter").body();

        assertThat(shown(open)).isEmpty();
        assertThat(shown(paused)).contains("Back at noon").doesNotContain("tomorrow");
        assertThat(shown(closed)).contains("See you tomorrow").doesNotContain("noon");
        assertThat(newcomer).contains("<p>See you tomorrow</p>").doesNotContain("noon");
    }

    @Test
    void givenATextInPlaceOfThePages_whenItIsSaid_thenPagesInThatLanguageHaveItAndOthersTheirOwn() {
        var wait = waits();
        says("{\"texts\":{\"en\":{\"PAUSED.headline\":\"Hold on & relax\",\"next-kept\":\"Kept for {kept}.\"}}}");
        gatehouse.room("shop").change(settings -> settings.paused(true));
        gatehouse.tick();

        var english = browser.gets(wait.url()).body();
        var german = browser.sends(
                browser.request(wait.url()).setHeader("Accept-Language", "de").build());

        assertThat(english)
                .contains("<h1 id=\"headline\">Hold on &amp; relax</h1>", ">Kept for 24 hours.</p>")
                .contains("PAUSED.headline&quot;:&quot;Hold on &amp; relax");
        assertThat(german.body()).contains("<html lang=\"de\"").doesNotContain("Hold on");
    }

    @Test
    void givenWordsThatAreTakenBack_whenATickHasPassed_thenPagesAreAsBeforeAndTheirNameIsUnknown() {
        says("{\"messages\":{\"always\":{\"text\":{\"en\":\"Hello\"}}}}");
        gatehouse.tick();
        var edition = edition();

        says("{}");
        gatehouse.tick();

        assertThat(browser.opens("/rooms/shop/wait").body())
                .contains("<div role=\"status\" id=\"words\"></div>")
                .doesNotContain("data-words");
        var old = browser.gets("/rooms/shop/words/" + edition + "/en");
        assertThat(old.status()).isEqualTo(404);
        assertThat(old.header("Cache-Control")).isEqualTo("no-store");
    }

    /** As a node of the former release does in the middle of an upgrade: no cache is to keep what it cannot read. */
    @Test
    void givenWordsThatALaterReleaseHasWritten_whenTheyAreAskedFor_thenNothingIsSaidAndNoCacheKeepsThat() {
        gatehouse
                .bean(ExpiringStore.class)
                .put(
                        "words/shop/later",
                        "{\"messages\":[]}".getBytes(UTF_8),
                        ExpiringStore.FOREVER,
                        gatehouse.clock().instant());
        gatehouse.room("shop").change(settings -> settings.saying(Optional.of("later")));
        gatehouse.tick();

        var words = browser.gets("/rooms/shop/words/later/en");
        var looks = browser.gets("/rooms/shop/looks/later");

        assertThat(edition()).isEqualTo("later");
        assertThat(words.status()).isEqualTo(404);
        assertThat(words.header("Cache-Control")).isEqualTo("no-store");
        assertThat(looks.status()).isEqualTo(200);
        assertThat(looks.header("Cache-Control")).isEqualTo("no-store");
        assertThat(browser.opens("/rooms/shop/wait").body()).contains("<div role=\"status\" id=\"words\"></div>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"messages\":{\"always\":{\"text\":{\"xx\":\"Hello\"}}}} | a language is one of [ar, ",
                "{\"messages\":{\"always\":{\"text\":{\"en\":\" \"}}}} | must have 1 to 1000 characters",
                "{\"messages\":{\"always\":{\"text\":{}}}} | in one language at least",
                "{\"messages\":{\"always\":{\"text\":{\"en\":\"a\\u0007\"}}}} | plain text",
                "{\"messages\":{\"always\":{\"text\":{\"en\":\"\\uE000own\\uE000\"}}}} | plain text",
                "{\"messages\":{\"always\":{\"severity\":\"fatal\",\"text\":{\"en\":\"a\"}}}} | severity is one of [info, warning]",
                "{\"messages\":{\"never\":{}}} | members are",
                "{\"texts\":{\"en\":{\"nothing\":\"a\"}}} | no text of that key",
                "{\"texts\":{\"en\":{\"WAITING.state\":\"a\"}}} | no text of that key",
                "{\"texts\":{\"en\":{\"stale\":\"{place}\"}}} | knows no {place}",
                "{\"texts\":{\"en\":{\"stale\":7}}} | must be a text",
                "{\"texts\":[]} | must be a JSON object"
            })
    void givenWordsThatCannotBeSaid_whenTheyAreSent_thenItIsSaidWhyAndNothingChanges(String body, String why) {
        says("{\"messages\":{\"always\":{\"text\":{\"en\":\"Hello\"}}}}");
        var before = send("GET", "", "").header("ETag");

        var answer = says(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(why);
        assertThat(send("GET", "", "").header("ETag")).isEqualTo(before);
    }

    @Test
    void givenTwoWhoHaveLooked_whenBothWrite_thenTheSecondIsToldSoAndTheFirstIsSaid() {
        var seen = send("GET", "", "").header("ETag");

        var first = send("PUT", seen, "{\"messages\":{\"always\":{\"text\":{\"en\":\"One\"}}}}");
        var second = send("PUT", seen, "{\"messages\":{\"always\":{\"text\":{\"en\":\"Two\"}}}}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(412);
        assertThat(send("GET", "", "").body()).contains("One").doesNotContain("Two");
    }

    private Page waits() {
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.tick();
        return browser.opens(Login.authorize());
    }

    private static Page says(String words) {
        return send("PUT", send("GET", "", "").header("ETag"), words);
    }

    private static Page send(String method, String ifMatch, String body) {
        var api = gatehouse.browser();
        var request = api.request(gatehouse.issuer() + WORDS)
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!ifMatch.isEmpty()) {
            request.header("If-Match", ifMatch);
        }
        return api.sends(request.build());
    }

    private static String token() {
        return Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
                .text("access_token");
    }

    private static String edition() {
        return JsonMapper.shared()
                .readTree(gatehouse.browser().gets("/rooms/shop/board").body())
                .path("words")
                .asString();
    }

    /** What the page shows of it, without what it carries for its script. */
    private static String shown(String page) {
        var words = Pattern.compile("id=\"words\">(.*)</div>").matcher(page);
        return words.find() ? words.group(1) : "";
    }
}
