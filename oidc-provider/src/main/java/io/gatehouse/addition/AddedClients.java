package io.gatehouse.addition;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.ApiClients;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The API clients that owners have added at the panel. Each lookup reads the store, so that every node
 * refuses the next request of a client that was switched off. Strangers may send any client id: for unknown
 * ids a node reads the store once a second at most. So the other nodes know a new client within a second.
 */
public final class AddedClients implements ApiClients {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** The time between two reads for client ids that this node does not know. */
    static final Duration UNKNOWN = Duration.ofSeconds(1);

    private final Additions kept;
    private final Ticker ticker;
    private Deadline nextForUnknown;
    private volatile boolean hasLooked;
    private volatile Map<String, AddedClient> used = Map.of();

    public AddedClients(ExpiringStore store, MasterKey master, Clock clock, Ticker ticker) {
        this.ticker = ticker;
        this.nextForUnknown = Deadline.after(Duration.ZERO, ticker);
        this.kept = new Additions("api-clients", store, master, clock, this::use);
    }

    private boolean use(Map<String, Addition> all) {
        var next = new TreeMap<String, AddedClient>();
        all.forEach((name, one) -> next.put(name, new AddedClient(one)));
        used = Collections.unmodifiableMap(next);
        return true;
    }

    /** All clients, as they are kept now; {@link #now} is cheaper for reading. */
    public Additions kept() {
        return kept;
    }

    /** All clients by name, as they are now. */
    public Map<String, AddedClient> now() {
        kept.refresh();
        return used;
    }

    /** Whether an API client may have this name, which is its client id. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** The client of this name, as it is now. Names that no client can have are not looked up. */
    public Optional<AddedClient> find(String name) {
        return isName(name) ? Optional.ofNullable(now().get(name)) : Optional.empty();
    }

    @Override
    public Optional<ApiClient> inUse(String clientId) {
        return isWorthALook(clientId) ? look(clientId) : Optional.empty();
    }

    private boolean isWorthALook(String clientId) {
        return isName(clientId) && (!hasLooked || used.containsKey(clientId) || isNextForUnknown());
    }

    private synchronized boolean isNextForUnknown() {
        var isNext = nextForUnknown.isExpired();
        if (isNext) {
            nextForUnknown = Deadline.after(UNKNOWN, ticker);
        }
        return isNext;
    }

    private Optional<ApiClient> look(String clientId) {
        var found = find(clientId);
        hasLooked = true;
        return found.filter(one -> !one.isOff()).map(one -> new ApiClient(one.mark(), one.secret(), one.scopes()));
    }
}
