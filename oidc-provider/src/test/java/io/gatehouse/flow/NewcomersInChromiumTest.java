package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;

/** What only a real browser can tell of the pages before the line: that the work is done without a click. */
@Tag("browser")
class NewcomersInChromiumTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.window=1d",
                    "gatehouse.limits.free-places=1",
                    "gatehouse.limits.places=2")
            .starts();

    @AutoClose
    private final Chromium chromium =
            new Chromium("--hide-scrollbars", "--host-resolver-rules=MAP localhost 127.0.0.1");

    @BeforeEach
    void oneHasComeAlready() {
        gatehouse.reopens("shop");
        gatehouse.elapse(Duration.ofDays(1));
        gatehouse.browser().opens("/rooms/shop/enter");
        var next = gatehouse.browser().opens("/rooms/shop/enter");
        assertThat(NewcomerPage.isOne(next.body())).as("the next has to work").isTrue();
    }

    @Test
    void givenABrowserThatIsAskedForWork_whenItRunsScripts_thenItIsInLineWithoutAClick() {
        opens(Login.authorize());

        isAt("/rooms/shop/wait");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void givenABrowserThatIsAskedForWork_whenItRunsNoScripts_thenItsButtonLeadsOnAfterTenSeconds() throws IOException {
        chromium.tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        opens("/rooms/shop/enter");
        photographed("work");
        gatehouse.clock().advance(Duration.ofSeconds(10));

        chromium.tell("Runtime.evaluate", Map.of("expression", "document.querySelector('button').click()"));

        isAt("/rooms/shop/wait");
    }

    @Test
    void givenTheCalmPage_whenTheVisitorTurnsItOff_thenItDoesNotGoOnByItselfAndElseItDoes() throws IOException {
        opens("/rooms/shop/enter");
        isAt("/rooms/shop/wait");
        chromium.driver().manage().deleteAllCookies();
        opens("/rooms/shop/enter");
        photographed("calm");
        assertThat(chromium.driver().findElement(By.id("by-itself")).isDisplayed())
                .isTrue();

        gatehouse.elapse(Duration.ofDays(1));
        chromium.driver().findElement(By.cssSelector("#by-itself input")).click();
        chromium.driver().executeScript("document.querySelector('#by-itself input').setAttribute('data-after', '0')");
        assertThat(chromium.driver().getCurrentUrl()).contains("/rooms/shop/enter");
        chromium.driver().findElement(By.cssSelector("#by-itself input")).click();

        isAt("/rooms/shop/wait");
        assertThat(chromium.complaints()).noneMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    private void opens(String path) {
        chromium.driver().get(gatehouse.issuer() + path);
    }

    private void isAt(String path) {
        await(path)
                .pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .until(() -> chromium.driver().getCurrentUrl().contains(path));
    }

    /** The pictures lie in target, for whoever changes the page. */
    private void photographed(String name) throws IOException {
        for (var width : List.of(320, 1280)) {
            for (var theme : List.of("light", "dark")) {
                chromium.tell(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", width, "height", 640, "deviceScaleFactor", 1, "mobile", false));
                chromium.tell(
                        "Emulation.setEmulatedMedia",
                        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
                var picture = chromium.tell("Page.captureScreenshot", Map.of("format", "png"))
                        .get("data");
                var file = Path.of("target/screenshots/" + name + "-" + width + "-" + theme + ".png");
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.write(file, Base64.getDecoder().decode(String.valueOf(picture)));
            }
        }
    }
}
