package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.BodyLimit;
import io.gatehouse.door.ErrorPages;
import io.gatehouse.door.ReadyAnswers;
import io.gatehouse.door.ReadyFiles;
import io.gatehouse.door.stream.EventStreams;
import io.gatehouse.door.stream.StreamPaths;
import io.gatehouse.door.stream.StreamProperties;
import io.gatehouse.draw.Seeds;
import io.gatehouse.entrant.EntrantBlocks;
import io.gatehouse.entrant.EntrantIds;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Rooms;
import io.gatehouse.setting.TurnstileProperties;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.OutageFilter;
import io.gatehouse.web.OutageLog;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.web.Stateless;
import io.gatehouse.words.EditionPrinter;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Texts;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.springframework.boot.autoconfigure.web.WebProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Makes the visitor's side. */
@Configuration(proxyBeanMethods = false)
@Import({
    PlaceCookies.class,
    EntrantBlocks.class,
    BrowserSession.class,
    Claim.class,
    CookieCheck.class,
    ProofOfWork.class,
    Newcomers.class,
    Editions.class,
    PageWriter.class,
    OutageLog.class,
    BoardEndpoint.Ready.class
})
class VisitorConfiguration {

    /** Bytes: forms of ours, which name a parked request at most. */
    private static final int LONGEST_BODY = 16 * 1024;

    @Bean
    EntrantIds entrantIds(EntrantBlocks blocks, Boards boards, SecureRandom random) {
        return new EntrantIds(blocks, boards::lobby, random);
    }

    @Bean
    Boards boards(
            Forecasts forecasts,
            Texts texts,
            Editions editions,
            Seeds seeds,
            Clock clock,
            Ticker ticker,
            TurnstileProperties turnstile,
            StreamProperties events,
            EventStreams streams) {
        var press = new EditionPrinter(texts, editions::find);
        return new Boards(
                forecasts,
                press,
                seeds,
                clock,
                ticker,
                turnstile.tick().multipliedBy(5),
                new Boards.Listeners(
                        events.waitingPages(),
                        (room, board) -> streams.tell(
                                BoardEndpoint.events(room), board.etag().replace("\"", ""), board.bytes())));
    }

    /** A new room has its board from the next tick on. */
    @Bean
    StreamPaths boardsThatAreTold(Rooms rooms) {
        return path -> BoardEndpoint.roomOfEvents(path).flatMap(rooms::find).isPresent();
    }

    /** The files that a waiting page loads, with the cache headers that Spring would send. */
    @Bean
    ReadyAnswers readyFiles(WebProperties web) {
        var cached = web.getResources().getCache().getCachecontrol().toHttpCacheControl();
        var headers = HttpFields.build().add(PageWriter.ONLY_OURS);
        if (cached != null) {
            headers.add(HttpHeader.CACHE_CONTROL, cached.getHeaderValue());
        }
        return ReadyFiles.in(headers.asImmutable(), PageWriter.ASSETS, PageWriter.ASSETS + "texts/");
    }

    @Bean
    Texts texts() {
        return Texts.load();
    }

    /** The waiting page's files are templates as they stand. */
    @Bean
    ClassLoaderTemplateResolver waitingPageTemplates() {
        var resolver = new ClassLoaderTemplateResolver();
        resolver.setPrefix("META-INF/resources/");
        resolver.setSuffix(".html");
        resolver.setTemplateMode(TemplateMode.HTML);
        resolver.setCharacterEncoding("UTF-8");
        resolver.getResolvablePatternSpec().addPattern("waiting-page/*");
        resolver.setOrder(1);
        return resolver;
    }

    @Bean
    ApiPaths whatPagesAndServersAsk() {
        return new ApiPaths(
                RoomPaths.BOARD,
                RoomPaths.EVENTS,
                RoomPaths.FORECAST,
                RoomPaths.WORDS,
                RoomPaths.LOOKS,
                RoomPaths.LOGO,
                RoomPaths.DARK_LOGO,
                RoomPaths.PLACE,
                RoomPaths.ADMITTED);
    }

    @Bean
    BodyLimit whatVisitorsSend() {
        return new BodyLimit(LONGEST_BODY, List.of("/rooms/*"));
    }

    @Bean
    ErrorPages errorPages(PageWriter pages) {
        return pages::error;
    }

    /** In front of everything, so that a store that is away is told calmly wherever it is missed. */
    @Bean
    FilterRegistrationBean<OutageFilter> storeAway(
            PageWriter pages, List<ApiPaths> forPrograms, SecureRandom random, OutageLog outages) {
        var registration =
                new FilterRegistrationBean<>(new OutageFilter(new OutageAnswer(pages, forPrograms), random, outages));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
        return registration;
    }

    @Bean
    @Order(100)
    SecurityFilterChain visitors(Stateless stateless) {
        return stateless
                .open() // the place cookie is SameSite=Lax; see TurnEndpoint
                .headers(headers -> headers.cacheControl(HeadersConfigurer.CacheControlConfig::disable)
                        .contentSecurityPolicy(policy -> policy.policyDirectives(PageWriter.POLICY)))
                .build();
    }
}
