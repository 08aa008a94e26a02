package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.setting.Issuer;
import io.gatehouse.visitor.Navigation;
import io.gatehouse.visitor.PageWriter;
import io.gatehouse.visitor.PlaceCookies;
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
import org.springframework.web.util.UriUtils;

/**
 * OpenID Connect RP-Initiated Logout 1.0: ends the admission and gives its slot to the next in line. A hint that names
 * this browser's visitor is enough; without one the visitor is asked, since anyone can link here.
 */
@Controller
class LogoutEndpoint {

    private static final String PATH = "/logout";
    private static final int LONGEST = 17 * 1024;
    private static final List<String> PARAMETERS =
            List.of("id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales");

    /**
     * A request that makes sense.
     *
     * @param subject whom the hint names
     */
    private record Logout(Site site, Optional<String> subject, Optional<String> redirectUri, Optional<String> state) {}

    private final Sites sites;
    private final IdTokenHints hints;
    private final Admissions admissions;
    private final PlaceCookies cookies;
    private final Entries entries;
    private final PageWriter pages;
    private final Issuer issuer;

    LogoutEndpoint(
            Sites sites,
            IdTokenHints hints,
            Admissions admissions,
            PlaceCookies cookies,
            Entries entries,
            PageWriter pages,
            Issuer issuer) {
        this.sites = sites;
        this.hints = hints;
        this.admissions = admissions;
        this.cookies = cookies;
        this.entries = entries;
        this.pages = pages;
        this.issuer = issuer;
    }

    @GetMapping(PATH)
    void get(HttpServletRequest http, HttpServletResponse response) throws IOException {
        if (http.getMethod().equals("HEAD") || Navigation.isPrefetch(http)) {
            ParkingEntryPoint.refuse(response);
            return;
        }
        var logout = read(http);
        if (logout.isEmpty()) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_BAD_REQUEST, response);
            return;
        }
        var place = place(logout.get(), http);
        var hinted = logout.get().subject;
        if (place.isPresent() && hinted.isEmpty()) {
            ask(http, response);
        } else {
            place.filter(held -> hinted.equals(Optional.of(subject(logout.get(), held))))
                    .ifPresent(held -> end(logout.get(), held));
            leave(logout.get(), http, response);
        }
    }

    /** From another site a POST comes without the place cookie; as a GET of ours it has it. */
    @PostMapping(PATH)
    void post(HttpServletRequest http, HttpServletResponse response) throws IOException {
        var logout = read(http);
        if (logout.isPresent()
                && "yes".equals(http.getParameter("sure"))
                && !Navigation.isFromElsewhere(http, issuer)) {
            place(logout.get(), http).ifPresent(held -> end(logout.get(), held));
            leave(logout.get(), http, response);
            return;
        }
        var query = new StringBuilder();
        fields(http).forEach((name, value) -> query.append(query.isEmpty() ? "?" : "&")
                .append(name)
                .append("=")
                .append(UriUtils.encode(value, UTF_8)));
        if (query.length() > LONGEST) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, response);
            return;
        }
        seeOther(PATH + query, response);
    }

    private Optional<Logout> read(HttpServletRequest http) {
        var hint = parameter(http, "id_token_hint");
        var claims = hint.flatMap(hints::read);
        var clientId = parameter(http, "client_id");
        if (hint.isPresent() && claims.isEmpty() && clientId.isEmpty()) {
            return Optional.empty();
        }
        var audience = claims.map(JWTClaimsSet::getAudience).orElse(List.of());
        if (clientId.isPresent() && claims.isPresent() && !audience.contains(clientId.get())) {
            return Optional.empty();
        }
        var redirectUri = parameter(http, "post_logout_redirect_uri");
        return clientId.or(() -> audience.stream().findFirst())
                .flatMap(sites::byClientId)
                .filter(site -> redirectUri
                        .map(uri -> site.settings().postLogoutRedirectUris().contains(uri))
                        .orElse(true))
                .map(site ->
                        new Logout(site, claims.map(JWTClaimsSet::getSubject), redirectUri, parameter(http, "state")));
    }

    private Optional<Place> place(Logout logout, HttpServletRequest http) {
        var room = logout.site.room();
        return cookies.read(http, room).flatMap(cookie -> admissions.admitted(room, cookie.id()));
    }

    private String subject(Logout logout, Place place) {
        return admissions.subject(logout.site.room(), place);
    }

    private void end(Logout logout, Place place) {
        admissions.apply(logout.site.room(), place.id(), Act.COMPLETE);
    }

    private void ask(HttpServletRequest http, HttpServletResponse response) throws IOException {
        var fields = new LinkedHashMap<>(fields(http));
        fields.put("sure", "yes");
        pages.write(
                pages.message("logout", http).form("logout-yes", PATH, fields), HttpServletResponse.SC_OK, response);
    }

    private void leave(Logout logout, HttpServletRequest http, HttpServletResponse response) throws IOException {
        if (logout.redirectUri.isPresent()) {
            var uri = logout.redirectUri.get();
            var state = logout.state
                    .map(text -> (uri.contains("?") ? "&" : "?") + "state=" + UriUtils.encode(text, UTF_8))
                    .orElse("");
            seeOther(uri + state, response);
            return;
        }
        var page = pages.message("logged-out", http);
        entries.entry(logout.site, Optional.empty()).ifPresent(entry -> page.link("back", URI.create(entry)));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    private static void seeOther(String location, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Location", location);
    }

    private static Map<String, String> fields(HttpServletRequest http) {
        var fields = new LinkedHashMap<String, String>();
        PARAMETERS.forEach(name -> parameter(http, name).ifPresent(value -> fields.put(name, value)));
        return fields;
    }

    private static Optional<String> parameter(HttpServletRequest http, String name) {
        return Optional.ofNullable(http.getParameter(name)).filter(value -> !value.isEmpty());
    }
}
