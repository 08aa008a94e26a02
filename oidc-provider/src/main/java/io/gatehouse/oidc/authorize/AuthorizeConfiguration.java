package io.gatehouse.oidc.authorize;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.device.DeviceCodes;
import io.gatehouse.oidc.key.IdTokenHints;
import io.gatehouse.oidc.token.TokenGenerators;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Entries;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.Filter;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what answers an authorization request: at once, or after the line. */
@Configuration(proxyBeanMethods = false)
class AuthorizeConfiguration {

    @Bean
    AuthorizationEndpointCustomizer authorizeSeams(
            TokenGenerators tokens, AuthorizationResponses responses, ParkedRequests parked, SiteMetrics metrics) {
        return new AuthorizationEndpointCustomizer(tokens, responses, parked, metrics);
    }

    @Bean
    AuthorizationRequestFilter authorizeRequestFilter(
            Sites sites,
            AuthorizationResponses responses,
            IdTokenHints hints,
            PageWriter pages,
            SiteRefusals refusals) {
        return new AuthorizationRequestFilter(sites, responses, hints, pages, refusals);
    }

    /** It belongs into the provider's chain and nowhere else. */
    @Bean
    FilterRegistrationBean<AuthorizationRequestFilter> rulesNotByThemselves(AuthorizationRequestFilter filter) {
        return notByItself(filter);
    }

    /** So does this. */
    @Bean
    FilterRegistrationBean<ParkingFilter> parkingNotByItself(ParkingFilter filter) {
        return notByItself(filter);
    }

    @Bean
    AuthorizationResponses authorizeResponses(Issuer issuer, PageWriter pages) {
        return new AuthorizationResponses(issuer, pages);
    }

    @Bean
    AdmissionContextRepository admissionContextRepository(
            PlaceCookies cookies,
            BrowserSession sessions,
            Admissions admissions,
            IdTokenHints hints,
            Reauthentication reauthentication) {
        return new AdmissionContextRepository(cookies, sessions, admissions, hints, reauthentication);
    }

    @Bean
    Reauthentication reauthentication(MasterKey master, Clock clock) {
        return new Reauthentication(master, clock);
    }

    @Bean
    ParkingFilter parkingFilter(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            BrowserSession sessions,
            ParkedRequests parked,
            Passes passes,
            AuthorizationResponses responses,
            AddressLimits limits) {
        return new ParkingFilter(rooms, boards, cookies, sessions, parked, passes, responses, limits.parked());
    }

    @Bean
    ParkedRequests parkedRequests(
            ExpiringStore store, Entries entries, MasterKey master, SecureRandom random, Clock clock) {
        return new ParkedRequests(store, entries, master, random, clock);
    }

    @Bean
    Reentry reentry(
            Sites sites,
            ParkedRequests parked,
            Reauthentication reauthentication,
            DeviceCodes devices,
            Entries entries,
            LoopGuard loops,
            SiteMetrics metrics,
            Scheduler scheduler) {
        return new Reentry(
                sites, parked, reauthentication, devices, entries, loops, metrics, new LogThrottle(scheduler));
    }

    private static <F extends Filter> FilterRegistrationBean<F> notByItself(F filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }
}
