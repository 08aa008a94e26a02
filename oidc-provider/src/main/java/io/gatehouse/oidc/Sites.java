package io.gatehouse.oidc;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** All sites of this installation. */
public final class Sites {

    private final List<Site> sites;
    private final Function<String, Optional<Site>> registered;

    Sites(Collection<Site> sites) {
        this(sites, nobody -> Optional.empty());
    }

    /** @param registered finds a site that has registered itself by its client id, which is its name too */
    Sites(Collection<Site> sites, Function<String, Optional<Site>> registered) {
        this.sites = List.copyOf(sites);
        this.registered = registered;
    }

    /** The site with this {@code client_id}; empty when there is none. Only for one that is not configured the store is asked. */
    Optional<Site> byClientId(String clientId) {
        return sites.stream()
                .filter(site -> site.clientId().equals(clientId))
                .findFirst()
                .or(() -> registered(clientId));
    }

    /** The site of this name; empty when there is none. */
    public Optional<Site> byName(String name) {
        return sites.stream()
                .filter(site -> site.name().equals(name))
                .findFirst()
                .or(() -> registered(name));
    }

    /** The site that has registered itself under this client id. */
    Optional<Site> registered(String clientId) {
        return registered.apply(clientId);
    }

    /** The room's configured sites, in the order of the configuration. */
    List<Site> of(RoomId room) {
        return sites.stream().filter(site -> site.room().equals(room)).toList();
    }

    /** All configured sites. */
    public List<Site> all() {
        return sites;
    }

    /** The fastest that a room's sites can take visitors; empty when one of them does not say, or there is none. */
    public Optional<Rate> ceiling(RoomId room) {
        var ceilings = of(room).stream().map(Site::ceiling).toList();
        return ceilings.isEmpty() || ceilings.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : ceilings.stream()
                        .flatMap(Optional::stream)
                        .reduce((one, other) -> new Rate(one.turns() + other.turns(), one.per()));
    }
}
