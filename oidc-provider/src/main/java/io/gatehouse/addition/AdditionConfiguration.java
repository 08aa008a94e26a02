package io.gatehouse.addition;

import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.TurnstileProperties;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Finds what operators have added before the first request comes, and once a tick from then on. */
@Configuration(proxyBeanMethods = false)
class AdditionConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(AdditionConfiguration.class);

    @Bean
    AddedRooms addedRooms(ExpiringStore store, MasterKey master, RoomReader reader, Rooms rooms, Clock clock) {
        var added = AddedRooms.of(store, new Seal(master, "additions"), reader, rooms, clock);
        try {
            added.kept().refresh();
        } catch (StoreUnavailableException away) {
            LOG.warn("rooms that operators have added are not known before the store is there: {}", away.getMessage());
        }
        return added;
    }

    @Bean
    Refreshing refreshing(AddedRooms rooms) {
        return new Refreshing(List.of(rooms.kept()));
    }

    @Bean
    ApplicationListener<ApplicationStartedEvent> refreshingStart(
            Refreshing refreshing, Scheduler scheduler, TurnstileProperties turnstile) {
        return started -> refreshing.begin(scheduler, turnstile.tick());
    }
}
