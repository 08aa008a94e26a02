package io.gatehouse.albexample.story;

import static io.gatehouse.testing.Chromium.steadily;

import io.gatehouse.testing.Chromium;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;

/** A visitor with a real browser. */
final class ChromiumVisitor extends Visitor {

    private static final int BLOCKED = 2;
    private static final Duration MOMENT = Duration.ofMillis(200);

    private final Chromium chromium;
    private final ChromeDriver browser;
    private final String firstTab;
    private final boolean scripts;

    ChromiumVisitor(boolean scripts) {
        this(scripts, scripts ? Map.of() : Map.of("profile.managed_default_content_settings.javascript", BLOCKED));
    }

    /** A browser that keeps no cookies at all. */
    static ChromiumVisitor withoutCookies() {
        return new ChromiumVisitor(true, Map.of("profile.managed_default_content_settings.cookies", BLOCKED));
    }

    /** A browser whose profile outlasts it: opened there again, it is the same browser. */
    static ChromiumVisitor at(Path profile) {
        return new ChromiumVisitor(true, Map.of(), "--user-data-dir=" + profile.toAbsolutePath());
    }

    private ChromiumVisitor(boolean scripts, Map<String, Object> preferences, String... more) {
        this.scripts = scripts;
        chromium = Chromium.browser(preferences, more);
        browser = chromium.driver();
        firstTab = browser.getWindowHandle();
    }

    @Override
    void opens(String url) {
        steadily(() -> {
            browser.get(url);
            return browser;
        });
    }

    @Override
    void opensInNewTab(String url) {
        browser.switchTo().newWindow(WindowType.TAB);
        opens(url);
    }

    @Override
    void returnsToFirstTab() {
        browser.switchTo().window(firstTab);
    }

    @Override
    void reloads() {
        steadily(() -> {
            browser.navigate().refresh();
            return browser;
        });
    }

    @Override
    void goesBack() {
        browser.navigate().back();
    }

    @Override
    String address() {
        return steadily(browser::getCurrentUrl);
    }

    @Override
    String text() {
        return steadily(() -> browser.findElement(By.tagName("body")).getText());
    }

    @Override
    boolean sees(String selector) {
        return steadily(() -> {
            List<WebElement> found = browser.findElements(By.cssSelector(selector));
            return !found.isEmpty() && found.get(0).isDisplayed();
        });
    }

    @Override
    String reads(String selector) {
        return steadily(
                () -> browser.findElement(By.cssSelector(selector)).getText().strip());
    }

    @Override
    void clicks(String selector) {
        steadily(() -> {
            List<WebElement> found = browser.findElements(By.cssSelector(selector));
            found.stream().limit(1).forEach(WebElement::click);
            return found;
        });
    }

    /** Runs this in the page until it calls its last argument, and gives back what it says to it. */
    String runs(String script) {
        return String.valueOf(browser.executeAsyncScript(script));
    }

    /** Looks through a window of this size, in CSS pixels, from now on. */
    void looksThrough(int width, int height) {
        chromium.tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What is in the window, as PNG. */
    byte[] photograph() {
        Object picture =
                chromium.tell("Page.captureScreenshot", Map.of("format", "png")).get("data");
        return Base64.getDecoder().decode(String.valueOf(picture));
    }

    /** The browser's own clock runs meanwhile. Without scripts the visitor presses "Check now" instead of waiting. */
    @Override
    void waitsAMoment() {
        if (!scripts) {
            clicks(".plain .button");
        }
        LockSupport.parkNanos(MOMENT.toNanos());
    }

    @Override
    public void close() {
        chromium.close();
    }
}
