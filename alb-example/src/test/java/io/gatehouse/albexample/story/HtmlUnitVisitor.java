package io.gatehouse.albexample.story;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.htmlunit.BrowserVersion;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebWindow;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;

/** A visitor whose browser is HtmlUnit, with scripts or without. */
final class HtmlUnitVisitor extends Visitor {

    private final WebClient browser = new WebClient(BrowserVersion.CHROME);
    private WebWindow tab;

    HtmlUnitVisitor(boolean scripts) {
        browser.getOptions().setJavaScriptEnabled(scripts);
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        browser.getOptions().setThrowExceptionOnScriptError(true);
        browser.setRefreshHandler((page, url, seconds) -> {});
        tab = browser.getCurrentWindow();
    }

    @Override
    void opens(String url) {
        try {
            browser.getPage(tab, new WebRequest(URI.create(url).toURL()));
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    @Override
    void opensInNewTab(String url) {
        try {
            tab = browser.openWindow(URI.create(url).toURL(), "");
        } catch (MalformedURLException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    void returnsToFirstTab() {
        tab = browser.getTopLevelWindows().get(0);
    }

    @Override
    void reloads() {
        opens(address());
    }

    @Override
    void goesBack() {
        try {
            tab.getHistory().back();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    @Override
    String address() {
        return page().getUrl().toString();
    }

    @Override
    String text() {
        return looks(page -> page instanceof HtmlPage html
                ? html.asNormalizedText()
                : page.getWebResponse().getContentAsString());
    }

    @Override
    boolean sees(String selector) {
        return looks(
                page -> find(selector, page).filter(HtmlUnitVisitor::isShown).isPresent());
    }

    private static boolean isShown(DomNode node) {
        for (DomNode each = node; each != null; each = each.getParentNode()) {
            if (each instanceof DomElement element && element.hasAttribute("hidden")) {
                return false;
            }
        }
        return true;
    }

    @Override
    String reads(String selector) {
        return looks(page -> find(selector, page).orElseThrow().getTextContent().strip());
    }

    @Override
    void clicks(String selector) {
        DomNode node = looks(page -> find(selector, page))
                .orElseThrow(() -> new AssertionError("No " + selector + " at " + address() + ":\n" + text()));
        try {
            ((DomElement) node).click();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Without scripts the page asks to be loaded again after some seconds; here they pass at once. */
    @Override
    void waitsAMoment() {
        if (browser.getOptions().isJavaScriptEnabled()) {
            browser.waitForBackgroundJavaScript(300);
        } else {
            looks(page -> find("meta[http-equiv=refresh]", page)).ifPresent(refresh -> reloads());
        }
    }

    /**
     * HtmlUnit runs a page's scripts on a thread of its own, each under the page's lock: what is looked at
     * under it is as one script has left it, and no other has begun to change.
     */
    private <T> T looks(Function<Page, T> look) {
        Page page = page();
        synchronized (page) {
            return look.apply(page);
        }
    }

    private static Optional<DomNode> find(String selector, Page page) {
        return page instanceof HtmlPage html ? Optional.ofNullable(html.querySelector(selector)) : Optional.empty();
    }

    private Page page() {
        return tab.getEnclosedPage();
    }

    @Override
    public void close() {
        browser.close();
    }
}
