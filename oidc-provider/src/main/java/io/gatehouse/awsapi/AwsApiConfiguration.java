package io.gatehouse.awsapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.addition.AddedKeys;
import io.gatehouse.awsapi.auth.PrivateAccess;
import io.gatehouse.awsapi.event.OldEvents;
import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.http.CrossOriginFilter;
import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.awsapi.key.AwsKeysProperties;
import io.gatehouse.awsapi.periodic.Alarm;
import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.awsapi.periodic.CloudWatchAlarm;
import io.gatehouse.awsapi.periodic.HealthUrl;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.awsapi.sns.Topics;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.door.BodyLimit;
import io.gatehouse.door.ErrorDocuments;
import io.gatehouse.door.ErrorPages;
import io.gatehouse.health.CloudWatchClients;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import io.gatehouse.time.Scheduler;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.OutageFilter;
import io.gatehouse.web.OutageLog;
import io.gatehouse.web.Stateless;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;

/** Makes this API, where a room switches it on. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AwsKeysProperties.class)
@ConditionalOnAwsApi
@Import({
    AddedKeys.class,
    AwsRooms.class,
    PrivateAccess.class,
    RequestIds.class,
    Takeover.class,
    ExpiredTurns.class,
    PeriodicInlet.class,
    PeriodicTimetable.class
})
class AwsApiConfiguration {

    /** The maximum, in bytes: room for many more request ids than one call may name. */
    private static final int LONGEST_BODY = 64 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** A few suffice: SNS repeats a delivery that is not taken. */
    private static final int MOST_PAGES_AT_ONCE = 4;

    private static final Duration PATIENCE_WITH_SITES = Duration.ofSeconds(5);

    private static final Map<String, String> ERROR_HEADERS = Map.of(
            "Content-Type", "application/json", "Cache-Control", "no-store", CrossOriginFilter.ALLOW_ORIGIN, "*");

    /** The events depend on the settings alone, because the rooms' own line tells of them. */
    @Bean
    OldEvents oldEvents(Map<RoomId, AwsApiProperties> settings, Takeover takeover, RequestIds ids) {
        return new OldEvents(
                room -> Optional.ofNullable(settings.get(room))
                        .filter(AwsApiProperties::enabled)
                        .map(own -> own.eventIdOf(room)),
                takeover,
                ids::of);
    }

    @Bean
    Alarms alarms(AwsRooms events, CloudWatchClients clients, Scheduler scheduler) {
        var rooms = new HashMap<RoomId, List<Alarm>>();
        for (var event : events.all()) {
            var alarms = new ArrayList<Alarm>();
            var periodic = event.settings().periodic();
            if (periodic != null && periodic.alarm() != null) {
                alarms.add(alarm(periodic.alarm(), clients));
            }
            if (periodic != null && periodic.healthUrl() != null) {
                alarms.add(new HealthUrl(periodic.healthUrl(), PATIENCE_WITH_SITES));
            }
            if (!alarms.isEmpty()) {
                rooms.put(event.room().id(), alarms);
            }
        }
        return new Alarms(rooms, scheduler);
    }

    private static Alarm alarm(String arn, CloudWatchClients clients) {
        var parts = AwsRooms.ALARM.matcher(arn);
        if (!parts.matches()) {
            throw new IllegalStateException("not checked: " + arn);
        }
        return new CloudWatchAlarm(clients.in(parts.group(1)), parts.group(2));
    }

    @Bean
    ApplicationListener<ApplicationStartedEvent> alarmsStart(Alarms alarms) {
        return started -> alarms.begin();
    }

    @Bean
    Topics.Pages pagesOfAmazon() {
        return Topics.Pages.of(new Outbound(Bounds.ofDocuments(PATIENCE, MOST_PAGES_AT_ONCE)));
    }

    @Bean
    Topics topics(AwsRooms events, Topics.Pages pages, Clock clock, Scheduler scheduler) {
        return new Topics(events.topics().keySet(), pages, clock, scheduler);
    }

    @Bean
    AccessKeys accessKeys(AwsKeysProperties files, AddedKeys added, Rooms rooms, AwsRooms events) {
        var answering = events.all().stream()
                .map(event -> event.room().id().value())
                .collect(Collectors.toCollection(TreeSet::new));
        return new AccessKeys(files, added, rooms, answering);
    }

    @Bean
    BodyLimit whatAwsClientsSend() {
        return new BodyLimit(LONGEST_BODY, AwsPaths.POSTED);
    }

    @Bean
    ApiPaths whatAwsClientsAsk() {
        return new ApiPaths(AwsPaths.ALL.toArray(String[]::new));
    }

    @Bean
    ErrorDocuments errorsForAwsClients() {
        return new ErrorDocuments(AwsPaths.ALL, AwsApiConfiguration::error);
    }

    private static ErrorPages.Page error(int status) {
        var known = HttpStatus.resolve(status);
        var text = known == null ? "Error" : known.getReasonPhrase();
        return new ErrorPages.Page(ERROR_HEADERS, ("{\"error\":\"" + text + "\"}").getBytes(UTF_8));
    }

    /** The filter comes first, because a page needs to read errors too. */
    @Bean
    FilterRegistrationBean<CrossOriginFilter> awsClientsOfAnyOrigin() {
        var registration = new FilterRegistrationBean<>(new CrossOriginFilter());
        registration.addUrlPatterns(AwsPaths.ALL.toArray(String[]::new));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    @Order(3)
    SecurityFilterChain awsApi(Stateless stateless, SecureRandom random, OutageLog log) {
        return stateless
                .open()
                .securityMatcher(AwsPaths.ALL.toArray(String[]::new))
                .headers(headers -> headers.cacheControl(HeadersConfigurer.CacheControlConfig::disable))
                .addFilterAfter(new OutageFilter(AwsApiConfiguration::away, random, log), HeaderWriterFilter.class)
                .build();
    }

    private static void away(HttpServletRequest request, HttpServletResponse response, Duration retryAfter)
            throws IOException {
        var page = error(HttpStatus.SERVICE_UNAVAILABLE.value());
        page.headers().forEach(response::setHeader);
        response.getOutputStream().write(page.body());
    }
}
