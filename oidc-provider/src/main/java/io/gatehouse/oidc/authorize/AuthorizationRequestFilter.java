package io.gatehouse.oidc.authorize;

import io.gatehouse.browser.Navigation;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.client.SiteRefusals.Reason;
import io.gatehouse.oidc.http.Parameters;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.page.PageWriter;
import io.gatehouse.site.Sites;
import io.gatehouse.web.Query;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.util.MultiValueMap;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before everything at {@code /authorize}: finds out whose request it is, answers what is wrong with
 * it, and turns a POST into a GET, because a POST from another site comes without the place cookie
 * (SameSite=Lax).
 */
@FilterRegistration(enabled = false) // it stands in the chain of the provider
public final class AuthorizationRequestFilter extends OncePerRequestFilter {

    /** Requests of 16 KB have to work; the rest is for names and encoding. */
    private static final int LONGEST = 17 * 1024;

    private final Sites sites;
    private final AuthorizationResponses responses;
    private final OwnJwts hints;
    private final PageWriter pages;
    private final SiteRefusals refusals;
    private final PushedRequests pushed;

    AuthorizationRequestFilter(
            Sites sites,
            AuthorizationResponses responses,
            OwnJwts hints,
            PageWriter pages,
            SiteRefusals refusals,
            PushedRequests pushed) {
        this.pushed = pushed;
        this.sites = sites;
        this.refusals = refusals;
        this.responses = responses;
        this.hints = hints;
        this.pages = pages;
    }

    /** Compares the path that requests are dispatched by: that of the URI may be encoded or prefixed oddly. */
    public static boolean isMeantBy(HttpServletRequest request) {
        return request.getServletPath().equals(Paths.AUTHORIZE);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !isMeantBy(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest http, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (http.getQueryString() != null && isTooLong(http.getQueryString())) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_REQUEST_URI_TOO_LONG, response);
            return;
        }
        if (Navigation.isPrefetch(http)) {
            Navigation.refuse(response);
            return;
        }
        var read = read(http, response);
        if (read.isEmpty()) {
            return;
        }
        var request = read.get();
        var refusal = AuthorizationRequestRules.refusal(request, hints).or(() -> notPushed(request));
        if (refusal.isPresent()) {
            responses.error(request.asRefused(), refusal.get(), http, response);
        } else if (http.getMethod().equals("POST")) {
            asGet(Parameters.of(http), http, response);
        } else {
            http.setAttribute(AuthorizationRequest.ATTRIBUTE, request);
            chain.doFilter(http, response);
        }
    }

    /**
     * The request, as sent or as pushed before. Of a pushed one nothing else in the query counts (RFC 9126
     * section 4). Empty when the visitor has been told what is wrong.
     */
    private Optional<AuthorizationRequest> read(HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var sent = Parameters.of(http);
        var site = single(sent, "client_id").flatMap(sites::byClientId);
        if (site.isEmpty()) {
            refusals.count(
                    Reason.UNKNOWN_CLIENT,
                    Optional.empty(),
                    single(sent, "client_id").orElse(""));
            refuse("unknown-site", "client_id is not registered here", http, response);
            return Optional.empty();
        }
        var pushedAs = single(sent, "request_uri").filter(uri -> PushedRequests.isOne(uri, site.get()));
        var parameters = pushedAs.isEmpty() ? Optional.of(sent) : pushed.find(pushedAs.get(), site.get());
        if (parameters.isEmpty()) {
            refuse("bad-request", "request_uri is unknown, was answered before, or has expired", http, response);
            return Optional.empty();
        }
        var redirectUri = parameters.flatMap(all -> single(all, "redirect_uri")).filter(site.get()::hasRedirectUri);
        if (redirectUri.isEmpty()) {
            refusals.count(
                    Reason.UNKNOWN_REDIRECT_URI,
                    Optional.of(site.get().clientId()),
                    single(parameters.get(), "redirect_uri").orElse(""));
            refuse("unknown-address", "redirect_uri is not registered for this client", http, response);
            return Optional.empty();
        }
        return Optional.of(new AuthorizationRequest(site.get(), redirectUri.get(), parameters.get(), pushedAs));
    }

    private static Optional<AuthorizationRequestRules.Refusal> notPushed(AuthorizationRequest request) {
        return request.site().mustPushRequests() && request.pushedAs().isEmpty()
                ? Optional.of(new AuthorizationRequestRules.Refusal(
                        "invalid_request", "this site must push its requests (RFC 9126)"))
                : Optional.empty();
    }

    private void refuse(String message, String why, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        pages.write(pages.message(message, http).forDevelopers(why), HttpServletResponse.SC_BAD_REQUEST, response);
    }

    private void asGet(MultiValueMap<String, String> parameters, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var query = Query.of(parameters.toSingleValueMap());
        if (isTooLong(query)) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, response);
            return;
        }
        PageWriter.seeOther(Paths.AUTHORIZE + "?" + query, response);
    }

    /** The suffix that we append does not make a request too long. */
    private static boolean isTooLong(String query) {
        var own = query.endsWith(ParkingFilter.COOKIE_SET) ? ParkingFilter.COOKIE_SET.length() : 0;
        return query.length() - own > LONGEST;
    }

    private static Optional<String> single(MultiValueMap<String, String> parameters, String name) {
        var values = parameters.getOrDefault(name, List.of());
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }
}
