package io.gatehouse.oidc.logout;

import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.logout.LogoutRequests.Logout;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.EntryUrls;
import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * OpenID Connect RP-Initiated Logout 1.0: ends the admission, gives its slot to the next in line, tells the
 * sites, and only then leads on (section 3). A hint that names this browser's visitor is enough. Without one,
 * or with another visitor's, the visitor is asked, because anyone can link here (section 2).
 *
 * <p>A faulty request gets a page of ours, ends nothing and leads nowhere (section 4). A request that names
 * no site is no fault: it means all visits of this browser, and leads nowhere either.
 */
@Controller
class LogoutEndpoint {

    private static final int LONGEST = 17 * 1024;
    private static final List<String> PARAMETERS =
            List.of("id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales");

    /** A visit of this browser's. */
    private record Visit(RoomId room, Place place, String subject) {

        String session() {
            return Admissions.session(subject, place);
        }
    }

    private final LogoutRequests requests;
    private final Admissions admissions;
    private final LogoutNotices notices;
    private final PlaceCookies cookies;
    private final EntryUrls entries;
    private final PageWriter pages;
    private final Issuer issuer;

    LogoutEndpoint(
            LogoutRequests requests,
            Admissions admissions,
            LogoutNotices notices,
            PlaceCookies cookies,
            EntryUrls entries,
            PageWriter pages,
            Issuer issuer) {
        this.requests = requests;
        this.admissions = admissions;
        this.notices = notices;
        this.cookies = cookies;
        this.entries = entries;
        this.pages = pages;
        this.issuer = issuer;
    }

    @GetMapping(Paths.LOGOUT)
    void get(HttpServletRequest http, HttpServletResponse response) throws IOException {
        if (http.getMethod().equals("HEAD") || Navigation.isPrefetch(http)) {
            Navigation.refuse(response);
            return;
        }
        logOut(false, http, response);
    }

    /** A POST from another site comes without the place cookie, so it is repeated as a GET of ours. */
    @PostMapping(Paths.LOGOUT)
    void post(HttpServletRequest http, HttpServletResponse response) throws IOException {
        if ("yes".equals(http.getParameter("sure")) && !Navigation.isFromElsewhere(http, issuer)) {
            logOut(true, http, response);
            return;
        }
        var query = Query.of(fields(http));
        if (query.length() > LONGEST) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, response);
            return;
        }
        PageWriter.seeOther(Query.append(Paths.LOGOUT, query), response);
    }

    /** Asks first unless the visitor is sure, or the hint names the visitor of each visit. */
    private void logOut(boolean isSure, HttpServletRequest http, HttpServletResponse response) throws IOException {
        var logout = requests.read(http);
        if (logout.refusal().isPresent()) {
            refuse(logout.refusal().get(), http, response);
            return;
        }
        var visits = visits(logout, http);
        var hinted = logout.subject();
        if (isSure || visits.stream().allMatch(visit -> hinted.equals(Optional.of(visit.subject)))) {
            end(visits);
            leave(logout, visits, http, response);
        } else {
            ask(http, response);
        }
    }

    private void refuse(String why, HttpServletRequest http, HttpServletResponse response) throws IOException {
        pages.write(
                pages.message("logout-refused", http).forDevelopers(why), HttpServletResponse.SC_BAD_REQUEST, response);
    }

    private List<Visit> visits(Logout logout, HttpServletRequest http) {
        return logout.site().map(site -> List.of(site.room())).orElseGet(admissions::rooms).stream()
                .map(room -> visit(room, http))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Visit> visit(RoomId room, HttpServletRequest http) {
        return cookies.read(http, room)
                .flatMap(cookie -> admissions.admitted(room, cookie))
                .map(place -> new Visit(room, place, admissions.subject(room, place)));
    }

    private void end(List<Visit> visits) {
        visits.forEach(visit -> admissions.apply(visit.room, visit.place.id(), Act.COMPLETE));
        notices.settle(visits.stream().map(Visit::session).toList());
    }

    private void ask(HttpServletRequest http, HttpServletResponse response) throws IOException {
        var fields = new LinkedHashMap<>(fields(http));
        fields.put("sure", "yes");
        pages.write(
                pages.message("logout", http).form("logout-yes", Paths.LOGOUT, fields),
                HttpServletResponse.SC_OK,
                response);
    }

    /** A browser that was not inside is sent on as any other (section 3), but not told that a visit has ended. */
    private void leave(Logout logout, List<Visit> ended, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        if (logout.redirectUri().isPresent()) {
            var uri = logout.redirectUri().get();
            var state =
                    logout.state().map(text -> Query.of(Map.of("state", text))).orElse("");
            PageWriter.seeOther(Query.append(uri, state), response);
            return;
        }
        var page = pages.message(ended.isEmpty() ? "not-inside" : "logged-out", http);
        logout.site()
                .flatMap(site -> entries.entry(site, Optional.empty()))
                .ifPresent(entry -> page.link("back", URI.create(entry)));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    private static Map<String, String> fields(HttpServletRequest http) {
        var fields = new LinkedHashMap<String, String>();
        PARAMETERS.forEach(name -> LogoutRequests.parameter(http, name).ifPresent(value -> fields.put(name, value)));
        return fields;
    }
}
