package io.gatehouse.site;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** All sites of this installation. */
public final class Sites {

    private static final Pattern OF_A_REGISTERED_ONE = Pattern.compile("dyn-[0-9a-f]{32}");

    private final List<Site> sites;
    private final Registered registered;

    /** Those that have registered themselves; each is named by its client id. Asks the store. */
    public interface Registered {

        Registered NOBODY = new Registered() {
            @Override
            public Optional<Site> site(String clientId) {
                return Optional.empty();
            }

            @Override
            public List<Site> sites() {
                return List.of();
            }
        };

        Optional<Site> site(String clientId);

        List<Site> sites();

        /** A name for one more: sixteen random bytes keep it apart from all others. */
        static String name(byte[] random) {
            return "dyn-" + HexFormat.of().formatHex(random);
        }

        /** Whether a name is of one that has registered itself. */
        static boolean isOne(String name) {
            return OF_A_REGISTERED_ONE.matcher(name).matches();
        }
    }

    Sites(Collection<Site> sites) {
        this(sites, Registered.NOBODY);
    }

    Sites(Collection<Site> sites, Registered registered) {
        this.sites = List.copyOf(sites);
        this.registered = registered;
    }

    /** The site with this {@code client_id}; empty when there is none. Only for one that is not configured the store is asked. */
    public Optional<Site> byClientId(String clientId) {
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
    public Optional<Site> registered(String clientId) {
        return registered.site(clientId);
    }

    /** Those that have registered themselves. */
    public List<Site> registered() {
        return registered.sites();
    }

    /** The room's configured sites, in the order of the configuration. */
    public List<Site> of(RoomId room) {
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
