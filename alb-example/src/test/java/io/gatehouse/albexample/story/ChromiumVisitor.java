package io.gatehouse.albexample.story;

import io.gatehouse.testing.FreePorts;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A visitor with a real browser: Debian's chromium and chromium-driver. */
final class ChromiumVisitor extends Visitor {

    /** Selenium warns once a browser that it does not know Chromium's newest debugging protocol; we do not use it. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private static final int BLOCKED = 2;
    private static final Duration BLINK = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int STARTS = 3;

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
        ChromeOptions options = new ChromeOptions();
        options.setBinary(installed("/usr/bin/chromium", "chromium"));
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage", // a container has little of it, and a page without any is lost
                "--disable-background-networking",
                "--lang=en");
        options.addArguments(more);
        options.setExperimentalOption("prefs", preferences);
        browser = started(options);
        browser.manage().timeouts().pageLoadTimeout(LONGEST).scriptTimeout(LONGEST);
        firstTab = browser.getWindowHandle();
    }

    /** On a busy machine the driver may give up before Chromium has said where it listens: then both start anew. */
    private static ChromeDriver started(ChromeOptions options) {
        for (int start = 1; ; start++) {
            ChromeDriverService service = new ChromeDriverService.Builder()
                    .usingDriverExecutable(installed("/usr/bin/chromedriver", "chromium-driver"))
                    .usingPort(FreePorts.next())
                    .withTimeout(LONGEST)
                    .build();
            try {
                return new ChromeDriver(service, options);
            } catch (WebDriverException notStarted) {
                service.stop();
                if (start == STARTS) {
                    throw notStarted;
                }
            }
        }
    }

    private static File installed(String path, String name) {
        File file = new File(path);
        if (!file.canExecute()) {
            throw new IllegalStateException("There is no " + path + ": apt-get install " + name);
        }
        return file;
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

    /** The browser's own clock runs meanwhile. Without scripts the visitor presses "Check now" instead of waiting. */
    @Override
    void waitsAMoment() {
        if (!scripts) {
            clicks(".plain .button");
        }
        LockSupport.parkNanos(4 * BLINK.toNanos());
    }

    /**
     * Between finding and reading an element the page may have become another, or none for a moment: then it is
     * looked at again. The driver has many names for that, one of them {@code unknown error: Node with given id does
     * not belong to the document}; so whatever it says is believed only when it goes on saying it.
     */
    private static <T> T steadily(Supplier<T> look) {
        long limit = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return look.get();
            } catch (WebDriverException betweenTwoPages) {
                if (System.nanoTime() > limit) {
                    throw betweenTwoPages;
                }
                LockSupport.parkNanos(BLINK.toNanos());
            }
        }
    }

    @Override
    public void close() {
        try {
            browser.quit();
        } catch (WebDriverException alreadyGone) {
            SELENIUM.log(Level.FINE, "The browser had ended before it was closed", alreadyGone);
        }
    }
}
