package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.factor.AuthenticatorApp;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.testing.Chromium;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Protocol;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Transport;

/** Where operators come in with a second factor only, and viewers without. */
class SecondFactorDemandTest {

    private static final String STEP = "/panel/sign-in/second-factor";
    private static final Pattern SECRET = Pattern.compile("<code>([A-Z2-7]{32})</code>");
    private static final Pattern OFFER = Pattern.compile("name=\"offer\" value=\"([^\"]+)\"");
    private static final String BY_PASSKEY = "[action$='/sign-in/passkey'] button";
    private static final String REMOVAL = "[formaction*='/security-key/removal']";
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.panel.second-factor-from=operator",
            "gatehouse.operators.vera.password=" + Desk.HASH,
            "gatehouse.operators.vera.role=viewer",
            "gatehouse.operators.oscar.password=" + Desk.HASH,
            "gatehouse.operators.oscar.role=operator",
            "gatehouse.operators.olga.password=" + Desk.HASH,
            "gatehouse.operators.olga.role=operator");

    @Test
    void givenARoleThatNeedsNone_whenItsOperatorSignsIn_thenThePasswordIsEnough() {
        var vera = gatehouse.browser();

        assertThat(signsIn(vera, "vera").header("Location")).isEqualTo("/panel/rooms/shop");
        assertThat(vera.gets("/panel/rooms/shop").status()).isEqualTo(200);
    }

    @Test
    void givenARoleThatNeedsOne_whenItsOperatorSignsInFirst_thenTheySetItUpAndHaveSeenNothingBefore() {
        try (var acts = new Acts()) {
            var oscar = gatehouse.browser();
            assertThat(signsIn(oscar, "oscar").header("Location")).isEqualTo(STEP);
            assertNobody(oscar);
            var page = oscar.gets(STEP);
            assertThat(page.body()).contains("Set up your app", "<svg").doesNotContain("Sign out", "name=\"csrf\"");
            var app = new AuthenticatorApp(found(SECRET, page));

            var wrong = confirms(oscar, page, app.wrong(gatehouse.clock().instant()));
            assertThat(wrong.status()).isEqualTo(403);
            assertThat(wrong.body()).contains("not of this key");
            assertNobody(oscar);
            var codes = confirms(oscar, wrong, app.code(gatehouse.clock().instant()));

            assertThat(codes.body()).contains("Your recovery codes", "href=\"/panel/rooms/shop\"");
            assertThat(oscar.gets("/panel/rooms/shop").body()).contains("oscar, operator");
            assertThat(acts.lines()).containsExactly("operator oscar: second factor set up; signed in with it");
            assertThat(acts.warnings()).isEqualTo(acts.lines());
            assertThat(oscar.gets("/panel/account").body()).doesNotContain("Switch it off");
            var off = oscar.posts(
                    "/panel/account/second-factor/off",
                    Map.of("csrf", found(CSRF, oscar.gets("/panel/account")), "proof", "anything"));
            assertThat(off.body()).contains("your role comes in with a second factor only");
        }
    }

    /** The password is believed for a first second factor only: whoever comes second proves the first. */
    @Test
    void givenTwoWhoHaveThePassword_whenBothSetOneUp_thenTheFirstIsInAndTheSecondIsNot() {
        var olga = gatehouse.browser();
        var thief = gatehouse.browser();
        signsIn(olga, "olga");
        signsIn(thief, "olga");
        var hers = olga.gets(STEP);
        var theirs = thief.gets(STEP);
        confirms(olga, hers, code(hers));

        var late = confirms(thief, theirs, code(theirs));

        assertThat(late.status()).isEqualTo(403);
        assertNobody(thief);
        assertThat(thief.gets(STEP).body()).contains("Your code").doesNotContain("<svg");
        assertThat(confirms(thief, hers, code(hers)).status()).isEqualTo(403);
        assertThat(olga.gets("/panel").status()).isEqualTo(200);
    }

    /** The key is Chromium's own virtual one, which signs as any other does. */
    @Test
    @Tag("browser")
    void givenASecurityKey_whenItsOwnerAddsIt_thenItOpensOnceForEachChallengeAndForNobodyElse() {
        try (var chromium = new Chromium("--hide-scrollbars")) {
            var driver = chromium.driver();
            driver.addVirtualAuthenticator(new VirtualAuthenticatorOptions().setTransport(Transport.USB));
            types(driver, Map.of("#name", "vera", "#password", Desk.PASSWORD), "/panel/sign-in?return=/panel/account");
            isAt(driver, "Your sign-in");
            driver.findElement(By.id("proof")).sendKeys(Desk.PASSWORD);
            press(driver, "[formaction$='/security-key/offer']");
            isAt(driver, "Add a passkey or security key");
            driver.findElement(By.id("name")).sendKeys("blue key");
            press(driver, "main button");
            isAt(driver, "Your recovery codes");
            press(driver, ".who button");

            types(driver, Map.of("#name", "vera", "#password", Desk.PASSWORD), "/panel/sign-in");
            isAt(driver, "Your code");
            assertNobody(gatehouse.browser());
            press(driver, "button[data-key-only]");
            isAt(driver, "Rooms");

            var factors = gatehouse.bean(SecondFactors.class);
            var answer = answerOf(chromium);
            assertThat(driver.findElement(By.className("facts")).getText()).contains("blue key", "none", "10");
            assertThat(factors.prove("olga", answer).isGood()).isFalse();
            assertThat(factors.prove("vera", answer).isGood()).isTrue();
            assertThat(factors.prove("vera", answer).isGood()).isFalse();
            var altered = answerOf(chromium).replaceFirst("(\"signature\":\".{20})..", "$1AA");
            assertThat(factors.prove("vera", altered).isGood()).isFalse();
            assertThat(factors.prove("vera", "{}").isGood()).isFalse();
            driver.navigate().refresh();
            press(driver, "[formaction$='/recovery-codes']");
            isAt(driver, "Your recovery codes");
            losesOne(driver, factors);
            factors.takeAway("vera");
        }
    }

    /** The passkey is Chromium's own virtual one: it is found without a name, and checks its owner. */
    @Test
    @Tag("browser")
    void givenAPasskey_whenItsOwnerSignsInByItAlone_thenTheyAreInAndAKeyThatHasNotCheckedThemOpensNothing() {
        try (var chromium = new Chromium("--hide-scrollbars")) {
            var driver = chromium.driver();
            var phone = driver.addVirtualAuthenticator(new VirtualAuthenticatorOptions()
                    .setProtocol(Protocol.CTAP2)
                    .setTransport(Transport.INTERNAL)
                    .setHasResidentKey(true)
                    .setHasUserVerification(true)
                    .setIsUserVerified(true));
            types(driver, Map.of("#name", "vera", "#password", Desk.PASSWORD), "/panel/sign-in?return=/panel/account");
            isAt(driver, "Your sign-in");
            driver.findElement(By.id("proof")).sendKeys(Desk.PASSWORD);
            press(driver, "[formaction$='/security-key/offer']");
            isAt(driver, "Add a passkey or security key");
            driver.findElement(By.id("name")).sendKeys("phone");
            press(driver, "main button");
            isAt(driver, "Your recovery codes");
            driver.get(gatehouse.issuer() + "/panel/account");
            assertThat(driver.findElement(By.className("facts")).getText()).contains("phone", "not used yet");
            press(driver, ".who button");
            isAt(driver, "Sign in");

            phone.setUserVerified(false);
            press(driver, BY_PASSKEY);
            await().ignoreExceptionsInstanceOf(WebDriverException.class)
                    .until(() -> driver.findElement(By.cssSelector("[data-key-trouble]"))
                            .isDisplayed());
            phone.setUserVerified(true);
            driver.get(gatehouse.issuer() + "/panel/account");
            isAt(driver, "Sign in");
            press(driver, BY_PASSKEY);
            isAt(driver, "Your sign-in");

            assertThat(driver.findElement(By.className("facts")).getText())
                    .contains("phone", "used")
                    .doesNotContain("not used yet");
            press(driver, ".who button");
            types(driver, Map.of("#name", "vera", "#password", Desk.PASSWORD), "/panel/sign-in");
            isAt(driver, "Your code");
            press(driver, "button[data-key-only]");
            isAt(driver, "Rooms");
            gatehouse.bean(SecondFactors.class).takeAway("vera");
        }
    }

    /** A key may go where there is something else, and ends what rested on it; one that is all there is may not. */
    private static void losesOne(ChromeDriver driver, SecondFactors factors) {
        driver.get(gatehouse.issuer() + "/panel/account");
        assertThat(driver.findElements(By.cssSelector(REMOVAL))).isEmpty();
        var blue = factors.summary("vera").orElseThrow().securityKeys().get(0);
        assertThat(factors.removeKey("vera", blue.id())).isEmpty();
        press(driver, "main button");
        isAt(driver, "Set up your app");
        var app = new AuthenticatorApp(
                driver.findElement(By.cssSelector(".facts code")).getText());
        driver.findElement(By.id("code")).sendKeys(app.code(gatehouse.clock().instant()));
        press(driver, "main button");
        isAt(driver, "Your recovery codes");
        driver.get(gatehouse.issuer() + "/panel/account");
        var before = factors.stamp("vera");

        press(driver, REMOVAL + "[formaction*='" + blue.id() + "']");
        await().until(() -> !factors.stamp("vera").equals(before));
        isAt(driver, "Your sign-in");

        assertThat(driver.findElement(By.className("facts")).getText())
                .contains("yes")
                .doesNotContain("blue key");
        assertThat(factors.removeKey("vera", blue.id())).isEmpty();
    }

    /** What the key answers when the page asks it, and which is not sent. */
    private static String answerOf(Chromium chromium) {
        chromium.driver().get(gatehouse.issuer() + "/panel/account");
        chromium.asks("HTMLFormElement.prototype.submit = function () { window.sent = this.lastElementChild.value; }");
        press(chromium.driver(), "[formaction$='/recovery-codes']");
        await().until(() -> !"null".equals(chromium.asks("window.sent || null")));
        return chromium.asks("window.sent");
    }

    private static void types(ChromeDriver driver, Map<String, String> fields, String path) {
        driver.get(gatehouse.issuer() + path);
        fields.forEach(
                (field, text) -> driver.findElement(By.cssSelector(field)).sendKeys(text));
        press(driver, "main button");
    }

    private static void press(ChromeDriver driver, String button) {
        Chromium.steadily(() -> {
            driver.findElement(By.cssSelector(button)).click();
            return true;
        });
    }

    private static void isAt(ChromeDriver driver, String headline) {
        await().ignoreExceptionsInstanceOf(WebDriverException.class)
                .alias(headline)
                .until(() -> driver.findElement(By.tagName("h1")).getText().equals(headline));
    }

    private static Browser.Page signsIn(Browser browser, String name) {
        return browser.posts(
                "/panel/sign-in", Map.of("name", name, "password", Desk.PASSWORD, "return", "/panel/rooms/shop"));
    }

    private static Browser.Page confirms(Browser browser, Browser.Page page, String code) {
        return browser.posts(STEP + "/app", Map.of("offer", found(OFFER, page), "code", code));
    }

    private static String code(Browser.Page page) {
        return new AuthenticatorApp(found(SECRET, page)).code(gatehouse.clock().instant());
    }

    private static String found(Pattern what, Browser.Page page) {
        return what.matcher(page.body())
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError(page.body()))
                .group(1);
    }

    private static void assertNobody(Browser browser) {
        assertThat(browser.gets("/panel").status()).isEqualTo(303);
        assertThat(browser.gets("/panel/api/rooms").status()).isEqualTo(401);
    }
}
