package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import org.htmlunit.WaitingRefreshHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The experiment behind the page's refresh: a meta refresh within {@code noscript} is followed by a browser
 * without scripts and passed over by one with scripts, in HtmlUnit as in Chromium ({@code ChromiumTest} asks
 * there).
 */
class NoScriptRefreshTest {

    static final String REFRESHING =
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Before</title>"
                    + "<noscript><meta http-equiv=\"refresh\" content=\"1;url=/waiting-page/message.html\"></noscript>"
                    + "</head><body></body></html>";

    private final StubRoom room = new StubRoom();
    private final Visitor visitor = Visitor.speaking("en");

    @AfterEach
    void closeAll() {
        visitor.close();
        room.close();
    }

    @Test
    void givenNoScripts_whenARefreshStandsInNoscript_thenItIsFollowed() {
        room.extraPage = REFRESHING;
        visitor.browser().getOptions().setJavaScriptEnabled(false);
        visitor.browser().setRefreshHandler(new WaitingRefreshHandler(2));

        visitor.opens(room.address("/extra"));

        assertThat(visitor.title()).isEqualTo("Waiting room");
    }

    @Test
    void givenScripts_whenARefreshStandsInNoscript_thenItIsPassedOver() {
        room.extraPage = REFRESHING;
        visitor.browser().setRefreshHandler(new WaitingRefreshHandler(2));

        visitor.opens(room.address("/extra"));
        visitor.browser().waitForBackgroundJavaScript(1500);

        assertThat(visitor.title()).isEqualTo("Before");
    }

    @Test
    void givenNoScripts_whenTheStaticPageIsOpened_thenItSaysThatThePlaceIsSafe() {
        visitor.browser().getOptions().setJavaScriptEnabled(false);

        visitor.opens(room.page());

        assertThat(visitor.page().asNormalizedText())
                .contains("needs JavaScript")
                .contains("Your place is safe");
        assertThat(room.asked("/board")).isZero();
    }
}
