package io.gatehouse.oidc;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All sites of this installation. */
public final class Sites {

    private final List<Site> sites;

    Sites(Collection<Site> sites) {
        this.sites = List.copyOf(sites);
    }

    /** The site with this {@code client_id}; empty when there is none. */
    Optional<Site> byClientId(String clientId) {
        return sites.stream().filter(site -> site.clientId().equals(clientId)).findFirst();
    }

    /** The site of this name; empty when there is none. */
    Optional<Site> byName(String name) {
        return sites.stream().filter(site -> site.name().equals(name)).findFirst();
    }

    /** The room's sites, in the order of the configuration. */
    List<Site> of(RoomId room) {
        return sites.stream().filter(site -> site.room().equals(room)).toList();
    }

    List<Site> all() {
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
