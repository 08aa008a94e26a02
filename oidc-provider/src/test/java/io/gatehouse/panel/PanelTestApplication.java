package io.gatehouse.panel;

import io.gatehouse.inlet.Turnstile;
import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.secret.MasterKey;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/**
 * The panel by itself, over three rooms in memory: with a rate and a capacity, by hand, and with a capacity alone.
 * No configuration by annotation, or the scan of the whole application would find it.
 */
@EnableAutoConfiguration
@ComponentScan(
        basePackageClasses = PanelConfiguration.class,
        excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
class PanelTestApplication {

    static final byte[] MASTER = "a master key of thirty-two bytes".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    @Bean
    MovableClock clock() {
        return new MovableClock();
    }

    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }

    @Bean
    MasterKey masterKey() {
        return new MasterKey(MASTER);
    }

    @Bean
    LinesInMemory lines() {
        return new LinesInMemory();
    }

    @Bean
    ExpiringStore values(LinesInMemory lines) {
        return new ValuesInMemory(lines);
    }

    @Bean
    Turnstile turnstile(Clock clock) {
        return new Turnstile(clock, Duration.ofSeconds(1), List.of());
    }

    @Bean
    WaitingRooms rooms(RoomStore store, Turnstile turnstile, Clock clock) {
        var rooms = List.of(
                room("shop", "Shop", Optional.of(Rate.parse("200/1m")), OptionalLong.of(500)),
                room("hall", "Town <hall>", Optional.empty(), OptionalLong.empty()),
                room("club", "Club", Optional.empty(), OptionalLong.of(10)));
        return new WaitingRooms(rooms, store, turnstile, clock);
    }

    @Bean
    OpaqueTokenIntrospector tokens() {
        return new TwoTokens();
    }

    @Bean
    KeyRotation keys(Clock clock) {
        return new KeysInMemory(clock);
    }

    @Bean
    SessionCount sessions() {
        return new SessionCount();
    }

    private static Room room(String id, String title, Optional<Rate> rate, OptionalLong capacity) {
        var terms = new Terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId(id), title, new RoomSettings(rate, capacity, false), terms, Optional.empty());
    }

    /** Counts the sessions that the server makes; there must be none. */
    static final class SessionCount implements HttpSessionListener {

        final AtomicInteger made = new AtomicInteger();

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            made.incrementAndGet();
        }
    }
}
