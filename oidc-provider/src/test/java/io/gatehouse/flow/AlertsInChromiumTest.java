package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.panel.Desk;
import io.gatehouse.testing.Chromium;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;

/** The same alerts where a browser is open at the panel: each is shown there as a notification, once. */
@Tag("browser")
class AlertsInChromiumTest extends AlertsTest {

    /** A notification counts when the browser says that it is shown. */
    static final String WRITES_DOWN =
            """
            var Shown = window.Notification;
            window.Notification = class extends Shown {
              constructor(title, options) {
                super(title, options);
                this.addEventListener('show', () => {
                  var shown = JSON.parse(localStorage.getItem('shown') || '[]');
                  shown.push([title, options.body, options.tag].join('|'));
                  localStorage.setItem('shown', JSON.stringify(shown));
                });
              }
            };
            """;

    @AutoClose
    private final Chromium chromium = Chromium.browser(Map.of());

    @BeforeAll
    void listens() {
        chromium.tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WRITES_DOWN));
    }

    private String watched = "";

    /** What was on before is no news to it. */
    @Override
    void watches(RunningGatehouse gatehouse) {
        watched = gatehouse.issuer();
        chromium.tell("Browser.grantPermissions", Map.of("origin", watched, "permissions", List.of("notifications")));
        signsIn();
        chromium.asks("localStorage.clear()");
        eventually("localStorage.getItem('gatehouse-alerts') !== null");
    }

    /** Hours have gone by in a moment, and with them the sign-in. */
    @Override
    void isNotified(String subject) {
        signsIn();
        var shown = "JSON.parse(localStorage.getItem('shown') || '[]').filter(one => one.startsWith('" + subject
                + "|')).length";
        eventually(shown + " > 0");
        assertThat(chromium.asks(shown)).isEqualTo("1");
    }

    private void signsIn() {
        chromium.driver().manage().deleteAllCookies();
        chromium.driver().get(watched + "/panel/sign-in");
        chromium.driver().findElement(By.name("name")).sendKeys("alice");
        chromium.driver().findElement(By.name("password")).sendKeys(Desk.PASSWORD);
        chromium.driver().findElement(By.cssSelector("form button")).click();
        eventually("document.querySelector('h1').innerText === 'Rooms'");
    }

    private void eventually(String fact) {
        await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> assertThat(chromium.asks(fact)).as(fact).isEqualTo("true"));
    }
}
