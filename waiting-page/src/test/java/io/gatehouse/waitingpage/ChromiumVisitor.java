package io.gatehouse.waitingpage;

import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.Chromium;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;
import org.awaitility.core.ConditionTimeoutException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;

/**
 * Somebody who waits in Chromium. What the driver has no word for (no scripts, dark, narrow) it is told in
 * the browser's DevTools protocol.
 */
final class ChromiumVisitor implements AutoCloseable {

    private final Chromium chromium;
    private final ChromeDriver browser;

    ChromiumVisitor(Chromium chromium) {
        this.chromium = chromium;
        browser = chromium.driver();
    }

    ChromiumVisitor opens(String address) {
        browser.get(address);
        return this;
    }

    /** Does this in a second tab of the same browser, which stays open, and comes back to the first. */
    void inAnotherTab(Runnable does) {
        var first = browser.getWindowHandle();
        browser.switchTo().newWindow(WindowType.TAB);
        does.run();
        browser.switchTo().window(first);
    }

    /** The same visitor, whose pages have axe from their beginning. */
    ChromiumVisitor withAxe() {
        chromium.carriesAxe();
        return this;
    }

    ChromiumVisitor withoutScripts() {
        tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        return this;
    }

    ChromiumVisitor wide(int width, int height) {
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    ChromiumVisitor theme(String theme) {
        tell(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", theme),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        return this;
    }

    ChromiumVisitor zone(String zone) {
        tell("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
        return this;
    }

    ChromiumVisitor language(String language) {
        tell("Emulation.setUserAgentOverride", Map.of("userAgent", "Mozilla/5.0 Chrome", "acceptLanguage", language));
        return this;
    }

    /**
     * Answers as the browser's user does when a page asks whether it may show notifications.
     *
     * @param answer {@code granted} or {@code denied}
     */
    ChromiumVisitor answersNotifications(String answer) {
        tell("Browser.setPermission", Map.of("permission", Map.of("name", "notifications"), "setting", answer));
        return this;
    }

    /** Runs this before each page's own scripts. */
    ChromiumVisitor prepares(String script) {
        tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
        return this;
    }

    /** What an expression gives, as text; in the tab even when the page itself may run no scripts. */
    String asks(String expression) {
        return chromium.asks(expression);
    }

    String reads(String id) {
        return asks("(document.getElementById('" + id + "') || {}).textContent || ''");
    }

    void waitsFor(String headline) {
        waitsUntil(headline, () -> reads("headline").equals(headline));
    }

    /** While one page becomes another, nothing holds. */
    void waitsUntil(String what, BooleanSupplier holds) {
        try {
            await(what)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(WebDriverException.class)
                    .until(holds::getAsBoolean);
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(
                    late.getMessage() + ", saw " + asks("document.body?.innerText") + complaints(), late);
        }
    }

    /** A real key, as from a keyboard. */
    void presses(Keys key) {
        new Actions(browser).sendKeys(key).perform();
    }

    String violations() {
        return chromium.violations();
    }

    List<String> complaints() {
        return chromium.complaints();
    }

    /** Takes a picture of what the tab shows, and keeps it. */
    BufferedImage screenshot(Path file) {
        Object image = tell("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .get("data");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(String.valueOf(image)));
            return ImageIO.read(file.toFile());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private Map<String, Object> tell(String command, Map<String, Object> parameters) {
        return browser.executeCdpCommand(command, parameters);
    }

    @Override
    public void close() {
        chromium.close();
    }
}
