package io.gatehouse.waitingpage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.htmlunit.BrowserVersion;
import org.htmlunit.CollectingAlertHandler;
import org.htmlunit.ScriptException;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.DefaultJavaScriptErrorListener;

/** Somebody who waits in HtmlUnit, a browser that knows classic scripts and XMLHttpRequest and little more. */
final class Visitor implements AutoCloseable {

    private static final long PATIENCE = 60_000_000_000L;

    final List<String> scriptErrors = new CopyOnWriteArrayList<>();
    private final WebClient browser;

    Visitor(String language) {
        BrowserVersion version = new BrowserVersion.BrowserVersionBuilder(BrowserVersion.CHROME)
                .setBrowserLanguage(language)
                .setAcceptLanguageHeader(language)
                .build();
        browser = new WebClient(version);
        browser.setAlertHandler(new CollectingAlertHandler());
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        browser.setJavaScriptErrorListener(new DefaultJavaScriptErrorListener() {
            @Override
            public void scriptException(HtmlPage page, ScriptException broken) {
                scriptErrors.add(broken.getMessage());
            }
        });
    }

    static Visitor speaking(String language) {
        return new Visitor(language);
    }

    WebClient browser() {
        return browser;
    }

    Visitor opens(String address) {
        try {
            browser.getPage(address);
            return this;
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    HtmlPage page() {
        return (HtmlPage) browser.getCurrentWindow().getEnclosedPage();
    }

    String title() {
        return looks(HtmlPage::getTitleText);
    }

    String reads(String id) {
        return looks(page -> {
            DomElement element = page.getElementById(id);
            return element == null ? "" : element.getTextContent();
        });
    }

    boolean sees(String id) {
        return looks(page -> {
            DomElement element = page.getElementById(id);
            return element != null && element.isDisplayed();
        });
    }

    String attribute(String id, String name) {
        return looks(page -> page.getElementById(id).getAttribute(name));
    }

    /**
     * HtmlUnit runs a page's scripts on a thread of its own, each under the page's lock: what is looked at
     * under it is as one script has left it, and no other has begun to change.
     */
    private <T> T looks(Function<HtmlPage, T> look) {
        HtmlPage page = page();
        synchronized (page) {
            return look.apply(page);
        }
    }

    void presses(String selector) {
        try {
            looks(page -> (DomElement) page.querySelector(selector)).click();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    Object runs(String script) {
        return page().executeJavaScript(script).getJavaScriptResult();
    }

    /** What the page shows as minutes and seconds. */
    long secondsLeft() {
        String[] shown = reads("figure").split(":", -1);
        return 60 * Long.parseLong(shown[0]) + Long.parseLong(shown[1]);
    }

    /**
     * Puts the page's clock a minute forward and stops it there, once the page shows a time: from then on
     * only {@link #passes} moves it, while its timers run on. Whoever counts seconds does not depend on the
     * machine's pace.
     */
    void stopsItsClock() {
        long shown;
        synchronized (page()) {
            shown = secondsLeft();
            runs("window.stands = Date.now() + 60000; Date.now = function () { return window.stands; };");
        }
        waitsUntil("a minute less", () -> secondsLeft() <= shown - 60);
    }

    /** Puts the page's stopped clock forward. */
    void passes(long seconds) {
        runs("window.stands += 1000 * " + seconds);
    }

    /** Lets the page's timers run until something holds, or fails the test when patience ends. */
    void waitsUntil(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE;
        while (!looks(page -> holds.getAsBoolean())) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "Waited for: " + what + "\n" + looks(HtmlPage::asNormalizedText) + scriptErrors);
            }
            browser.waitForBackgroundJavaScript(50);
        }
    }

    void waitsFor(String headline) {
        waitsUntil(headline, () -> reads("headline").equals(headline));
    }

    @Override
    public void close() {
        browser.close();
    }
}
