package io.gatehouse.testing;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * Debian's Chromium and its driver, which Selenium drives; nothing is fetched. The headless shell has the
 * engine of the browser and takes a quarter less CPU.
 */
public final class Chromium implements AutoCloseable {

    /** Selenium warns once a browser that it does not know Chromium's newest debugging protocol; we do not use it. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    /**
     * By default axe decides nothing about the contrast of text in a box with a large pseudo-element, and
     * what is undecided is no violation. The pattern of visitors' pages is such an element.
     */
    private static final String DECIDED = "checks: {'color-contrast': {options: {ignorePseudo: true}}}, ";

    /** The expression behind {@link #violations}, for a page that has axe; its value is a promise. */
    public static final String VIOLATIONS =
            violations("runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],"
                    + " rules: {'meta-refresh': {enabled: !document.querySelector('a[href*=\"refresh=off\"]')}}");

    private static final String OF_COLOUR = "'color-contrast', 'link-in-text-block'";

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int STARTS = 3;

    private final ChromeDriver driver;
    private boolean bringsAxe;

    /**
     * Starts the headless shell: Chromium's engine without the browser around it.
     *
     * @param arguments of its command line, beside the usual ones
     */
    public Chromium(String... arguments) {
        // Debian's command in /usr/bin is a script: if the driver ends the script, the shell keeps running.
        this(installed("/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell"), Map.of(), arguments);
    }

    /**
     * Starts the whole browser. The shell lacks notifications, content settings, a lasting profile, the
     * back/forward cache, hidden tabs and requests for favicons.
     *
     * @param preferences as in its own file Preferences
     * @param arguments of its command line, beside the usual ones
     */
    public static Chromium browser(Map<String, Object> preferences, String... arguments) {
        var headless = Stream.concat(Stream.of("--headless=new"), Stream.of(arguments));
        return new Chromium(installed("/usr/bin/chromium", "chromium"), preferences, headless.toArray(String[]::new));
    }

    private Chromium(File binary, Map<String, Object> preferences, String... arguments) {
        var options = new ChromeOptions();
        options.setBinary(binary);
        options.addArguments(
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage", // a container has little of it, and a page without any is lost
                "--disable-background-networking",
                "--lang=en");
        options.addArguments(arguments);
        options.setExperimentalOption("prefs", preferences);
        // The shell would write its log beside its binary.
        options.setExperimentalOption("excludeSwitches", List.of("enable-logging"));
        options.setCapability(ChromeOptions.LOGGING_PREFS, Map.of(LogType.BROWSER, "SEVERE"));
        driver = started(options);
        driver.manage().timeouts().pageLoadTimeout(LONGEST).scriptTimeout(LONGEST);
    }

    /** On a busy machine the driver may give up before Chromium has said where it listens: then both start anew. */
    private static ChromeDriver started(ChromeOptions options) {
        for (var start = 1; ; start++) {
            var service = new ChromeDriverService.Builder()
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
        var file = new File(path);
        if (!file.canExecute()) {
            throw new IllegalStateException("There is no " + path + ": apt-get install " + name);
        }
        return file;
    }

    public ChromeDriver driver() {
        return driver;
    }

    /** Sends a command of the DevTools protocol; answers its result. */
    public Map<String, Object> tell(String command, Map<String, Object> parameters) {
        return driver.executeCdpCommand(command, parameters);
    }

    /**
     * Shows pages in this theme, in a window of this width.
     *
     * @param theme {@code light}, {@code dark}, or {@code forced} for the colours of a contrast theme
     * @param width in CSS pixels
     */
    public void shows(String theme, int width) {
        var feature = theme.equals("forced")
                ? Map.of("name", "forced-colors", "value", "active")
                : Map.of("name", "prefers-color-scheme", "value", theme);
        tell("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /**
     * What the browser has complained of since it was asked last: broken scripts, refused styles, violated
     * policies.
     */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** What an expression gives, as text; in the tab even when the page itself may run no scripts. */
    public String asks(String expression) {
        var answer = driver.executeCdpCommand(
                "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.containsKey("exceptionDetails")) {
            throw new AssertionError(answer.get("exceptionDetails"));
        }
        return String.valueOf(((Map<?, ?>) Objects.requireNonNull(answer.get("result"))).get("value"));
    }

    /**
     * What axe-core finds wrong with the page by the rules of WCAG 2.2, AA, and by good practice; else empty.
     * It knows no refresh that can be stopped, which WCAG allows (2.2.1), and is not asked about one.
     */
    public String violations() {
        addAxe();
        return asks(VIOLATIONS);
    }

    /** The same by those rules alone that look at colours. */
    public String violationsOfColour() {
        addAxe();
        return asks(violations("runOnly: [" + OF_COLOUR + "]"));
    }

    /** The same by those rules alone that look at where and how large things are, and at colours. */
    public String violationsOfLayout() {
        addAxe();
        return asks(violations("runOnly: [" + OF_COLOUR + ", 'scrollable-region-focusable', 'target-size']"));
    }

    /** Adds axe to each page that opens from now on, so that {@link #VIOLATIONS} can be asked of it. */
    public void carriesAxe() {
        tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", axe()));
        bringsAxe = true;
    }

    /**
     * From the first time on each page that opens brings axe along, as a function that is not called until
     * axe is asked: sending it to each page costs more than asking it. A page that runs no scripts brings
     * none.
     */
    private void addAxe() {
        if (!bringsAxe) {
            tell(
                    "Page.addScriptToEvaluateOnNewDocument",
                    Map.of("source", "var addAxe = function () {" + axe() + "};"));
            bringsAxe = true;
        }
        if (asks("window.axe || window.addAxe && addAxe(), typeof axe").equals("undefined")) {
            asks(axe());
        }
    }

    private static String violations(String options) {
        return "axe.run({resultTypes: ['violations'], preload: false, " + DECIDED + options
                + "}).then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.html + n.failureSummary)).join('; '))";
    }

    private static String axe() {
        var path = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
        try (var script = Objects.requireNonNull(Chromium.class.getResourceAsStream(path), path)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8) + ";0";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Between finding and reading an element the page may have changed, or be gone for a moment: then the
     * test looks again. The driver has many names for that, one of them {@code unknown error: Node with given
     * id does not belong to the document}; so an error counts only if it persists.
     */
    public static <T> T steadily(Supplier<T> look) {
        return await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .until(look::get, seen -> true);
    }

    @Override
    public void close() {
        try {
            driver.quit();
        } catch (WebDriverException alreadyGone) {
            SELENIUM.log(Level.FINE, "The browser had ended before it was closed", alreadyGone);
        }
    }
}
