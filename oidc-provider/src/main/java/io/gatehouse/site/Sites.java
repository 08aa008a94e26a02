package io.gatehouse.site;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All sites of this installation. */
public final class Sites {

    private static final Pattern OF_A_REGISTERED_ONE = Pattern.compile("dyn-[0-9a-f]{32}");

    private final List<Site> ofTheFiles;
    private final Optional<Registered> registered;
    private volatile List<Site> all;
    private volatile Consumer<Site> watcher = site -> {};

    /** The sites that have registered themselves; each is named by its client id. Asks the store. */
    public interface Registered {

        Optional<Site> site(String clientId);

        List<Site> sites();

        /** A new name: sixteen random bytes keep it apart from all others. */
        static String name(byte[] random) {
            return "dyn-" + HexFormat.of().formatHex(random);
        }

        /** Whether a name is that of a site that has registered itself. */
        static boolean isOne(String name) {
            return OF_A_REGISTERED_ONE.matcher(name).matches();
        }
    }

    Sites(Collection<Site> sites, Optional<Registered> registered) {
        this.ofTheFiles = List.copyOf(sites);
        this.all = ofTheFiles;
        this.registered = registered;
    }

    /** Replaces the sites that operators have added, except for those whose name or client id the files have. */
    public void add(Collection<Site> added) {
        all = Stream.concat(ofTheFiles.stream(), added.stream().filter(site -> ofTheFiles.stream()
                        .noneMatch(other -> other.name().equals(site.name())
                                || other.clientId().equals(site.clientId()))))
                .toList();
        all.forEach(watcher);
    }

    /** Sets the watcher of present and future sites; a later call replaces it. */
    public void tellEach(Consumer<Site> watcher) {
        this.watcher = watcher;
        all.forEach(watcher);
    }

    /** The sites of the configuration files. */
    public List<Site> ofTheFiles() {
        return ofTheFiles;
    }

    /**
     * The site with this {@code client_id}; empty when there is none. The store is asked only for a client
     * that was neither configured nor added.
     */
    public Optional<Site> byClientId(String clientId) {
        return all.stream()
                .filter(site -> site.clientId().equals(clientId))
                .findFirst()
                .or(() -> registered(clientId));
    }

    /** The site of this name; empty when there is none. */
    public Optional<Site> byName(String name) {
        return all.stream().filter(site -> site.name().equals(name)).findFirst().or(() -> registered(name));
    }

    /** The site that has registered itself under this client id. */
    public Optional<Site> registered(String clientId) {
        return registered.flatMap(sites -> sites.site(clientId));
    }

    /** The sites that have registered themselves. */
    public List<Site> registered() {
        return registered.map(Registered::sites).orElse(List.of());
    }

    /** The room's sites, in the order of {@link #all}. */
    public List<Site> of(RoomId room) {
        return all.stream().filter(site -> site.room().equals(room)).toList();
    }

    /** All sites but the registered ones: those of the files in their order, then those that operators have added. */
    public List<Site> all() {
        return all;
    }

    /** The maximum rate at which a room's sites can take visitors; empty when it is unknown, or there is no site. */
    public Optional<Rate> ceiling(RoomId room) {
        var ceilings = of(room).stream().map(Site::ceiling).toList();
        return ceilings.isEmpty() || ceilings.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : ceilings.stream()
                        .flatMap(Optional::stream)
                        .reduce((one, other) -> new Rate(one.turns() + other.turns(), one.per()));
    }
}
