package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** WordPress with OpenID Connect Generic, as its {@link WordPress} double behaves. */
class WordPressTest extends SiteContract {

    private static final String POSTING = "posting";

    private final Map<String, WordPress> sites = new HashMap<>();
    private RunningGatehouse gatehouse;

    @BeforeAll
    void start() {
        sites.put("patient", new WordPress("patient", patience(), "GET"));
        sites.put("hasty", new WordPress("hasty", patience(), "GET"));
        sites.put("stubborn", new WordPress("stubborn", patience(), "GET"));
        sites.put(POSTING, new WordPress(POSTING, patience(), "POST"));
        var settings =
                new ArrayList<>(settings(POSTING, "wordpress", site(POSTING).redirectUri()));
        for (var temper : Temper.values()) {
            var site = site(temper.site());
            var entry = "entry=" + site.at("/wp-login.php?redirect_to=%2Fsale");
            settings.addAll(settings(temper, "wordpress", site.redirectUri(), entry));
        }
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        sites.values().forEach(site -> site.logsInAt(gatehouse));
    }

    @AfterAll
    void stop() {
        sites.values().forEach(WordPress::close);
        gatehouse.close();
    }

    @Override
    protected RunningGatehouse gatehouse() {
        return gatehouse;
    }

    @Override
    protected String page(Temper temper, String path) {
        return site(temper.site()).at(path);
    }

    /** As it is shipped. */
    @Override
    protected Duration patience() {
        return Duration.ofMinutes(3);
    }

    /** The double goes by our clock. */
    @Override
    protected void waitsLongerThanTheSite() {
        gatehouse.pass(patience().plusSeconds(1));
    }

    /** The plugin cannot tell the page along with the login; the entry names one. */
    @Override
    protected String afterReentry(String path) {
        return "/sale";
    }

    @Override
    protected void assertTooLate(Page page) {
        assertThat(page.getUrl().toString()).contains("/wp-login.php?login-error=invalid-state");
        assertThat(WebVisitor.text(page)).contains("type=\"password\"");
    }

    /** Section 7, test 18; the redirect URI with a query is that of all tests here. */
    @Test
    void givenUserInfoByPost_whenAVisitorComes_thenTheyAreIn() {
        gatehouse.letIn("shop", 1);

        assertInside(visitor().opens(site(POSTING).at("/deep/link")), "/deep/link");
    }

    /** Section 7, test 18: an error would end on a password form. */
    @Test
    void givenAVisitorInLine_whenTheyLeave_thenTheyStayOnAPageOfOurs() {
        var wait = visitor().opens(page(Temper.PATIENT, "/deep/link"));

        var left = visitor().presses(wait, "leave");

        assertStaysWithUs(left);
        gatehouse.letIn("shop", 1);
        assertStaysWithUs(visitor().opens(left.getUrl().toString()));
    }

    /** Section 7, test 18: the line is closed and another one opened. */
    @Test
    void givenAVisitorInLine_whenTheLineIsOpenedAnew_thenTheyStayOnAPageOfOurs() {
        var wait = visitor().opens(page(Temper.PATIENT, "/deep/link"));
        emptyTheLine();

        assertStaysWithUs(visitor().opens(wait.getUrl().toString()));
    }

    private void assertStaysWithUs(Page page) {
        assertThat(page.getUrl().toString()).startsWith(gatehouse.issuer());
        assertThat(visitor().way())
                .extracting(WebVisitor.Hop::url)
                .noneMatch(url -> url.startsWith(site("patient").redirectUri()));
    }

    private WordPress site(String name) {
        return Objects.requireNonNull(sites.get(name), name);
    }
}
