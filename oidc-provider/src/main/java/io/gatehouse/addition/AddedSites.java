package io.gatehouse.addition;

import io.gatehouse.room.Rooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sites that operators have added, as they are kept, with their secrets; {@link Sites} has those that
 * this node uses.
 */
public record AddedSites(Additions kept) {

    private static final Logger LOG = LoggerFactory.getLogger(AddedSites.class);

    static AddedSites of(ExpiringStore store, MasterKey master, Use use, Clock clock) {
        return new AddedSites(new Additions("sites", store, master, clock, use::all));
    }

    /**
     * Has a node use the sites: those that are not retired are known, and the rooms that they lead to held to
     * what they can take.
     */
    static final class Use {

        private final SiteReader reader;
        private final Sites sites;
        private final Rooms rooms;
        private final Set<String> told = new HashSet<>();

        Use(SiteReader reader, Sites sites, Rooms rooms) {
            this.reader = reader;
            this.sites = sites;
            this.rooms = rooms;
        }

        /** False when one leads to a room that this node does not know yet. */
        boolean all(Map<String, Addition> kept) {
            var usable = new ArrayList<Site>();
            var isWhole = true;
            for (var one : kept.entrySet()) {
                if (!one.getValue().retired()) {
                    var site = read(one.getKey(), one.getValue());
                    isWhole &= site.isPresent();
                    site.or(() -> before(one.getKey())).ifPresent(usable::add);
                }
            }
            sites.add(usable);
            rooms.limit(sites::ceiling);
            LOG.info("sites that operators have added: {}", usable);
            return isWhole;
        }

        private Optional<Site> read(String name, Addition site) {
            try {
                return Optional.of(reader.to(rooms.all()).read(name, site.settings()));
            } catch (InvalidSettingException unusable) {
                if (told.add(String.valueOf(unusable.getMessage()))) {
                    LOG.error("a site that an operator has added cannot be used: {}", unusable.getMessage());
                }
                return Optional.empty();
            }
        }

        private Optional<Site> before(String name) {
            return sites.all().stream().filter(site -> site.name().equals(name)).findFirst();
        }
    }
}
