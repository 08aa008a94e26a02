package io.gatehouse.addition;

import io.gatehouse.pass.Passes;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.TurnstileProperties;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Ticker;
import io.gatehouse.tune.Tunings;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
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
    AddedRooms addedRooms(
            ExpiringStore store,
            MasterKey master,
            RoomReader reader,
            Rooms rooms,
            Passes passes,
            Tunings tunings,
            Clock clock) {
        var use = new AddedRooms.Use(reader, rooms, passes, tunings);
        var added = AddedRooms.of(store, master, use, clock);
        look(added.kept());
        return added;
    }

    /** The sites follow the rooms that they lead to. */
    @Bean
    AddedSites addedSites(
            ExpiringStore store,
            MasterKey master,
            SiteReader reader,
            Sites sites,
            Rooms rooms,
            AddedRooms first,
            Clock clock) {
        var added = AddedSites.of(store, master, new AddedSites.Use(reader, sites, rooms), clock);
        look(added.kept());
        return added;
    }

    private static void look(Additions kept) {
        try {
            kept.refresh();
        } catch (StoreUnavailableException away) {
            LOG.warn("what operators have added is not known before the store is there: {}", away.getMessage());
        }
    }

    /** Operators are looked up at each request, and need no refresh. */
    @Bean
    AddedOperators addedOperators(ExpiringStore store, MasterKey master, Clock clock) {
        return new AddedOperators(store, master, clock);
    }

    /** API clients are looked up at each request, too. */
    @Bean
    AddedClients addedClients(ExpiringStore store, MasterKey master, Clock clock, Ticker ticker) {
        return new AddedClients(store, master, clock, ticker);
    }

    /** Key pairs exist only where a room answers their API. */
    @Bean
    Refreshing refreshing(AddedRooms rooms, AddedSites sites, Optional<AddedKeys> keys) {
        var own = Stream.of(rooms.kept(), sites.kept());
        return new Refreshing(
                Stream.concat(own, keys.stream().map(AddedKeys::kept)).toList());
    }

    @Bean
    ApplicationListener<ApplicationStartedEvent> refreshingStart(
            Refreshing refreshing, Scheduler scheduler, TurnstileProperties turnstile) {
        return started -> refreshing.begin(scheduler, turnstile.tick());
    }
}
