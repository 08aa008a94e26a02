package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.htmlunit.HttpMethod;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.util.NameValuePair;
import org.htmlunit.util.WebConnectionWrapper;

/**
 * A visitor with a browser without scripts, who goes wherever site and Gatehouse lead, and remembers the way.
 * Gatehouse is on localhost and sites are on 127.0.0.1, so that their cookies do not mix.
 */
final class WebVisitor implements AutoCloseable {

    /** One response on the way. */
    record Hop(String url, int status, String location) {}

    /**
     * Sites do not send a Safari cookies that are Secure over plain http, which HtmlUnit would not give back
     * either.
     */
    private static final String SAFARI =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15";

    private final WebClient client = new WebClient();
    private final List<Hop> way = new ArrayList<>();
    private final String gatehouse;

    /** @param gatehouse where it is for a browser: its issuer */
    WebVisitor(String gatehouse) {
        this.gatehouse = gatehouse;
        client.getOptions().setJavaScriptEnabled(false);
        client.getOptions().setCssEnabled(false);
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
        client.addRequestHeader("User-Agent", SAFARI);
        client.setRefreshHandler((page, url, seconds) -> {}); // the tests say when
        client.setWebConnection(new WebConnectionWrapper(client) {
            @Override
            public WebResponse getResponse(WebRequest request) throws IOException {
                var response = super.getResponse(request);
                var location = response.getResponseHeaderValue("Location");
                way.add(new Hop(
                        request.getUrl().toString(), response.getStatusCode(), location == null ? "" : location));
                return response;
            }
        });
    }

    /** The same visitor, whose browser believes any certificate. */
    WebVisitor trustingAll() {
        client.getOptions().setUseInsecureSSL(true);
        return this;
    }

    /** Goes there and follows every redirect to the page where it ends. */
    Page opens(String address) {
        try {
            return client.getPage(address);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Sends a form to a page of a site, with scripts running, and goes wherever they lead. */
    Page sendsWithScripts(String address, String field, String value) {
        client.getOptions().setJavaScriptEnabled(true);
        try {
            sends(address, field, value);
            client.waitForBackgroundJavaScript(Duration.ofSeconds(30).toMillis());
            return client.getCurrentWindow().getEnclosedPage();
        } finally {
            client.getOptions().setJavaScriptEnabled(false);
        }
    }

    /** Sends a form from a page of the same site, and follows every redirect. */
    Page sends(String address, String field, String value) {
        try {
            var form = new WebRequest(URI.create(address).toURL(), HttpMethod.POST);
            form.setRequestParameters(List.of(new NameValuePair(field, value)));
            form.setAdditionalHeader("Sec-Fetch-Site", "same-origin");
            return client.getPage(form);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Its cookies for a host, as they are sent back. */
    String cookiesOf(String site) {
        var host = URI.create(site).getHost();
        return client.getCookieManager().getCookies().stream()
                .filter(cookie -> cookie.getDomain().equals(host))
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** As a script of a page does, without a navigation. */
    Page fetches(String address) {
        client.addRequestHeader("X-Requested-With", "XMLHttpRequest");
        try {
            return opens(address);
        } finally {
            client.removeRequestHeader("X-Requested-With");
        }
    }

    /** The cookies of a site have run out: it knows nothing of this visitor any more. */
    void losesCookiesOf(String site) {
        var host = URI.create(site).getHost();
        var cookies = client.getCookieManager();
        List.copyOf(cookies.getCookies()).stream()
                .filter(cookie -> cookie.getDomain().equals(host))
                .forEach(cookies::removeCookie);
    }

    /** Looks at the waiting page again and presses <em>Continue</em>. */
    Page continues(Page waiting) {
        return presses(opens(waiting.getUrl().toString()), "continue");
    }

    /** Presses a button of the waiting page. */
    Page presses(Page waiting, String act) {
        assertThat(waits(waiting)).as("waits at " + waiting.getUrl()).isTrue();
        try {
            return ((HtmlPage) waiting)
                    .getHtmlElementById(act)
                    .getElementsByTagName("button")
                    .get(0)
                    .click();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Presses the only button of a page of Gatehouse. */
    Page confirms(Page page) {
        assertThat(page.getUrl().toString()).startsWith(gatehouse + "/");
        return sends((HtmlPage) page);
    }

    /** Presses the only button of a page. */
    Page sends(HtmlPage page) {
        try {
            var buttons = page.getDocumentElement().getElementsByTagName("button");
            assertThat(buttons).hasSize(1);
            return buttons.get(0).click();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Sends the form of a page of another site. A browser leaves cookies that are SameSite=Lax out of such a
     * request and puts them into the GET of a redirect; HtmlUnit does not know that.
     */
    Page sendsAcrossSites(HtmlForm form) {
        var cookies = List.copyOf(client.getCookieManager().getCookies());
        client.getCookieManager().clearCookies();
        client.getOptions().setRedirectEnabled(false);
        try {
            client.getPage(form.getWebRequest(null));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        client.getOptions().setRedirectEnabled(true);
        cookies.forEach(client.getCookieManager()::addCookie);
        var answer = last();
        assertThat(answer.status()).isEqualTo(303);
        return opens(URI.create(answer.url()).resolve(answer.location()).toString());
    }

    /** Whether this is a room's waiting page. */
    boolean waits(Page page) {
        var url = page.getUrl().toString();
        return url.startsWith(gatehouse + "/rooms/") && url.contains("/wait?");
    }

    /** The responses so far, in order. */
    List<Hop> way() {
        return List.copyOf(way);
    }

    /** How many different logins the site has asked Gatehouse for. */
    long logins() {
        return way.stream()
                .map(Hop::url)
                .filter(url -> url.startsWith(gatehouse + "/authorize?"))
                .map(url -> url.replaceFirst("&gatehouse-(proof|cookie)=.*", ""))
                .distinct()
                .count();
    }

    /** How many pages of Gatehouse they have seen. */
    long pagesOfGatehouse() {
        return way.stream()
                .filter(hop -> hop.url().startsWith(gatehouse))
                .filter(hop -> hop.status() / 100 != 3)
                .count();
    }

    /** The last response. */
    Hop last() {
        return way.get(way.size() - 1);
    }

    static String text(Page page) {
        return page.getWebResponse().getContentAsString();
    }

    @Override
    public void close() {
        client.close();
    }
}
