package io.gatehouse.oidc.authorize;

import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;

/**
 * Identifies the visitor: the place cookie names the place, the line knows whether it is admitted, and to
 * which browsers. Nothing is kept between requests: the place is the session. A browser that the admission
 * does not know is anonymous here, and goes by the line, which counts it.
 *
 * <p>{@code prompt=login} and an expired {@code max_age} renew the proof of admission, see {@link
 * Reauthentication}: {@code auth_time} becomes now, the place is kept, and no visitor waits twice. If a site
 * asks for that with every login, the cookie is proof enough, and no page is shown.
 */
public final class AdmissionContextRepository implements SecurityContextRepository {

    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Admissions admissions;
    private final OwnJwts hints;
    private final Reauthentication reauthentication;

    AdmissionContextRepository(
            PlaceCookies cookies,
            BrowserSession sessions,
            Admissions admissions,
            OwnJwts hints,
            Reauthentication reauthentication) {
        this.cookies = cookies;
        this.sessions = sessions;
        this.admissions = admissions;
        this.hints = hints;
        this.reauthentication = reauthentication;
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation")
    public SecurityContext loadContext(HttpRequestResponseHolder call) {
        var context = SecurityContextHolder.createEmptyContext();
        holder(call.getRequest()).ifPresent(context::setAuthentication);
        return context;
    }

    @Override
    public void saveContext(SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        // The line keeps admissions; there is nothing else to keep.
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        return holder(request).isPresent();
    }

    private Optional<AdmissionAuthentication> holder(HttpServletRequest http) {
        if (!(http.getAttribute(AuthorizationRequest.ATTRIBUTE) instanceof AuthorizationRequest request)) {
            return Optional.empty();
        }
        var room = request.site().room();
        return cookies.read(http, room)
                .flatMap(cookie -> admissions.admitted(room, cookie))
                .filter(place ->
                        admissions.isUsedBy(room, place, sessions.browser(http).orElse("")))
                .filter(place -> isWhomTheSiteMeans(request, admissions.holder(room, place)))
                .flatMap(place -> proved(request, place, http))
                .map(place -> admissions.holder(room, place));
    }

    private Optional<Place> proved(AuthorizationRequest request, Place place, HttpServletRequest http) {
        if (!reauthentication.isDue(request, place)) {
            return Optional.of(place);
        }
        if (request.site().reauthenticates() && !reauthentication.isProved(http.getQueryString(), place)) {
            http.setAttribute(Reauthentication.DUE, true);
            return Optional.empty();
        }
        return admissions.apply(request.site().room(), place.id(), Act.PROVE);
    }

    /**
     * With {@code prompt=none}, a hint of another visitor means "not logged in" (Core section 3.1.2.1); a
     * requested value of {@code sub} does at any time (section 3.1.2.2).
     */
    private boolean isWhomTheSiteMeans(AuthorizationRequest request, AdmissionAuthentication holder) {
        var subject = request.claims().subject();
        if (subject.isPresent() && !subject.get().equals(holder.getName())) {
            return false;
        }
        return !request.isPromptNone()
                || request.parameter("id_token_hint")
                        .flatMap(hints::readIdToken)
                        .map(claims -> holder.getName().equals(claims.getSubject()))
                        .orElse(true);
    }
}
